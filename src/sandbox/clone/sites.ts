// Sites of a clone as rows: settings, structure, redirects and looks.

import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AdaptiveSchema } from '../../api/sites/adaptive-schema.ts';
import type { SiteCustomizationSettings } from '../../api/sites/customization.generated.ts';
import type * as sitePublishingApi from '../../api/sites/site-publishing.generated.ts';
import type { SiteRedirect } from '../../api/sites/site-redirects.generated.ts';
import type * as siteStructure from '../../api/sites/site-structure.generated.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import { type Database, insertRow, putRow } from '../db/database.ts';
import { adaptiveSchemas, sitePublishing } from '../db/sites/site-settings.ts';
import { type ShareLinkRow, type SiteRow, sites } from '../db/sites/sites.ts';
import { siteSettings } from '../resources/sites/customization.ts';
import { authOf } from '../resources/sites/published.ts';
import { positions } from './content.ts';
import { type ClonedGrant, columns, flags, keepOnly, putGrants } from './people.ts';

// What a cloned site has beside its structure as rows: share links, its domain, how visitors sign in, and what it adapts to.

/** What could not be read, or is not there, is absent. */
interface SiteExtras {
  shareLinks?: readonly Omit<sitePublishingApi.ShareLink, 'urls'>[];
  hostname?: sitePublishingApi.CustomHostname;
  auth?: Omit<sitePublishingApi.SitePublishingAuth, 'privateKey'>;
  adaptiveSchema?: AdaptiveSchema;
}

/** Exactly these. Keys are not those of the source: a link of the clone opens nothing there, and signs nobody in. */
function putExtras(db: Database, site: SiteRow, extras: SiteExtras): void {
  putShareLinks(db, site.id, extras.shareLinks ?? []);
  putHostname(db, site.id, extras.hostname);
  putAuth(db, site, extras.auth);
  db.run('DELETE FROM adaptiveSchemas WHERE site = ?', site.id);
  if (!extras.adaptiveSchema) return;
  const { jsonSchema, updatedAt } = extras.adaptiveSchema;
  adaptiveSchemas(db).put({ site: site.id, jsonSchema, updatedAt });
}

const KEY_BYTES = 12;

/** In the order of the list; one that was here keeps its address. */
function putShareLinks(
  db: Database,
  site: string,
  links: readonly Omit<sitePublishingApi.ShareLink, 'urls'>[],
): void {
  const before = db.all<ShareLinkRow>('SELECT * FROM shareLinks WHERE site = ?', site);
  const keys = new Map(before.map(({ id, key }) => [id, key]));
  db.run('DELETE FROM shareLinks WHERE site = ?', site);
  for (const { id, name = '', active = true, createdAt } of links) {
    const key = keys.get(id) ?? randomBytes(KEY_BYTES).toString('base64url');
    insertRow(db, 'shareLinks', { id, site, name, key, active: active ? 1 : 0, createdAt });
  }
}

function putHostname(db: Database, site: string, given: sitePublishingApi.CustomHostname | undefined): void {
  db.run('DELETE FROM customHostnames WHERE site = ?', site);
  if (!given) return;
  const { hostname, isActive, status = isActive ? 'live' : 'ssl_unknown' } = given;
  putRow(db, 'customHostnames', { hostname, site, status }, ['hostname']);
}

/** Where nothing was chosen there is no row: it follows from the sandbox. */
function putAuth(db: Database, site: SiteRow, auth: SiteExtras['auth']): void {
  db.run('DELETE FROM sitePublishing WHERE site = ?', site.id);
  if (!auth || (auth.backend === 'custom' && !auth.fallbackURL && !auth.logoutURL)) return;
  const { backend, fallbackURL = null, logoutURL = null } = auth;
  sitePublishing(db).put({ ...authOf(db, site), backend, fallbackURL, logoutURL });
}

export interface ClonedSite extends SiteExtras {
  site: Site;
  structure: siteStructure.SiteStructure;
  redirects: readonly SiteRedirect[];
  customization: SiteCustomizationSettings | undefined;
  /** Of site spaces that look other than the site. */
  looks: readonly { siteSpace: string; customization: SiteCustomizationSettings }[];
  grants: readonly ClonedGrant[];
}

/** Exactly these. */
export function putSites(db: Database, organization: string, sites: readonly ClonedSite[], at: string): void {
  const ids = sites.map(({ site }) => site.id);
  keepOnly(db, 'sites', { organization }, ids);
  for (const cloned of sites) putSite(db, organization, cloned, at);
}

function putSite(db: Database, organization: string, cloned: ClonedSite, at: string): void {
  const { site, structure, redirects, grants } = cloned;
  const { id } = site;
  putSettings(db, organization, site);
  clearSite(db, id);
  const place: Place = { db, site: id, positions: positions() };
  if (structure.type === 'siteSpaces') for (const one of structure.structure) putSiteSpace(place, one, null);
  else putNavigation(place, structure.structure, null);
  for (const one of redirects) putRedirect(place, one);
  putLooks(db, organization, cloned, at);
  putGrants(db, { kind: 'site', id }, grants);
  const row = sites(db).find({ id, organization });
  if (row) putExtras(db, row, cloned);
}

function putSettings(db: Database, organization: string, site: Site): void {
  const { id, basename, proxy, icon } = site;
  putRow(db, 'sites', {
    ...columns(site, 'id', 'type', 'title', 'hostname', 'visibility', 'createdAt'),
    ...flags(site, 'published'),
    organization,
    basename: basename ?? id.toLowerCase(),
    proxy: proxy?.origin ?? null,
    adaptiveContent: site.adaptiveContent?.enabled ? 1 : 0,
    agentsContext: site.agentsContext ?? 'included',
    defaultLevel: site.defaultLevel === undefined ? 'inherit' : site.defaultLevel,
    styleguide: keptSpace(db, site.styleguide?.space),
    icon: icon ? JSON.stringify(icon) : null,
  });
}

/** A space that is in the clone, too. */
const keptSpace = (db: Database, id: string | undefined): string | null =>
  id !== undefined && db.get('SELECT 1 FROM spaces WHERE id = ?', id) ? id : null;

const PARTS = ['siteRedirects', 'siteExternalLinks', 'siteSpaces', 'siteSections', 'siteCustomizations'];

function clearSite(db: Database, id: string): void {
  for (const table of PARTS) db.run(`DELETE FROM ${table} WHERE site = ?`, id);
  db.run('UPDATE siteSectionGroups SET parent = NULL WHERE site = ?', id);
  db.run('DELETE FROM siteSectionGroups WHERE site = ?', id);
}

/** Looks that nobody has set yet stay so. */
function putLooks(
  db: Database,
  organization: string,
  { site, customization, looks }: ClonedSite,
  at: string,
): void {
  const row = sites(db).find({ id: site.id, organization });
  if (customization && row && !isDeepStrictEqual(siteSettings(db, row), customization)) {
    const { updatedAt = at, ...settings } = customization;
    const stored = { site: site.id, settings: JSON.stringify(settings), updatedAt };
    putRow(db, 'siteCustomizations', stored, ['site']);
  }
  for (const { siteSpace, customization: look } of looks) {
    if (!db.get('SELECT 1 FROM siteSpaces WHERE id = ?', siteSpace)) continue;
    const { updatedAt = at, ...settings } = look;
    const stored = { siteSpace, overrides: JSON.stringify(settings), updatedAt };
    putRow(db, 'siteSpaceCustomizations', stored, ['siteSpace']);
  }
}

interface Place {
  db: Database;
  site: string;
  positions: Generator<string, never>;
}

const jsonOf = (texts: Readonly<Record<string, string>> | undefined): string | null =>
  texts ? JSON.stringify(texts) : null;

/** Every entry of the navigation has a title in several languages, and its place among the others. */
const placed = ({ site, positions }: Place, { localizedTitle }: Pick<Entry, 'localizedTitle'>) => ({
  site,
  localizedTitle: jsonOf(localizedTitle),
  position: positions.next().value,
});

type Entry = siteStructure.SiteSection | siteStructure.SiteSectionGroup | siteStructure.SiteExternalLink;

function putNavigation(place: Place, entries: readonly Entry[], parent: string | null): void {
  for (const entry of entries) {
    if (entry.object === 'site-section') putSection(place, entry, parent);
    else if (entry.object === 'site-external-link') putLink(place, entry, parent);
    else {
      putRow(place.db, 'siteSectionGroups', {
        ...columns(entry, 'id', 'title', 'icon'),
        ...flags(entry, 'draft'),
        ...placed(place, entry),
        parent,
      });
      putNavigation(place, entry.children, entry.id);
    }
  }
}

function putSection(place: Place, section: siteStructure.SiteSection, sectionGroup: string | null): void {
  putRow(place.db, 'siteSections', {
    ...columns(section, 'id', 'title', 'description', 'path', 'condition', 'icon'),
    ...flags(section, 'draft'),
    ...placed(place, section),
    localizedDescription: jsonOf(section.localizedDescription),
    sectionGroup,
    isDefault: section.default ? 1 : 0,
  });
  for (const one of section.siteSpaces) putSiteSpace(place, one, section.id);
}

/** A space that is not in the clone is not on its sites. */
function putSiteSpace(place: Place, siteSpace: siteStructure.SiteSpace, section: string | null): void {
  const space = siteSpace.space.id;
  if (!place.db.get('SELECT 1 FROM spaces WHERE id = ?', space)) return;
  putRow(place.db, 'siteSpaces', {
    ...columns(siteSpace, 'id', 'title', 'path', 'condition', 'pageId'),
    ...flags(siteSpace, 'draft', 'hidden'),
    ...{ site: place.site, section, space },
    isDefault: siteSpace.default ? 1 : 0,
    position: place.positions.next().value,
  });
}

function putLink(place: Place, link: siteStructure.SiteExternalLink, parent: string | null): void {
  putRow(place.db, 'siteExternalLinks', {
    ...columns(link, 'id', 'title', 'description', 'icon', 'url', 'condition'),
    ...flags(link, 'draft'),
    ...placed(place, link),
    localizedDescription: jsonOf(link.localizedDescription),
    parent,
  });
}

function putRedirect({ db, site }: Place, redirect: SiteRedirect): void {
  const { destination, updatedAt, createdAt = updatedAt ?? new Date(0).toISOString() } = redirect;
  putRow(db, 'siteRedirects', {
    ...columns(redirect, 'id', 'source', 'updatedAt'),
    ...flags(redirect, 'draft', 'captureWildcard', 'permanent'),
    ...{ site, createdAt },
    destination: JSON.stringify(destination),
  });
}
