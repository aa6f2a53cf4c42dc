// What the visitors of a published site get.
import { createHmac } from 'node:crypto';
import type * as api from '../../../api/sites/site-structure.generated.ts';
import type { PublishedSite } from '../../../api/sites/site-structure.ts';
import type { Database } from '../../db/database.ts';
import { integrations, scriptsOfSite } from '../../db/integrations/integrations.ts';
import { type SitePublishingRow, sitePublishing } from '../../db/sites/site-settings.ts';
import { liveParts, type SiteRow, type SiteRows, type SiteSpaceRow, siteRows } from '../../db/sites/sites.ts';
import type { Call } from '../../sandbox.ts';
import { integrationEndpoint } from '../../urls.ts';
import { type Claims, claimsIn, showsFor } from '../../web/visitor.ts';
import { visibleParts } from '../../who-sees.ts';
import { badRequest, WireError } from '../../wire-error.ts';
import { eventKey } from '../integrations/publish.ts';
import { masked, publishedLooks, siteSettings, siteSpaceSettings } from './customization.ts';
import { siteSpaceOf } from './site-spaces.ts';
import { siteView, structureView, viewOfSite } from './sites-view.ts';

/** The integration that signs visitors in: the first that is installed in the organization of the site and may do so; undefined where there is none. */
export const visitorAuthOf = (db: Database, { organization }: SiteRow): string | undefined =>
  db
    .all<object>(
      `SELECT n.* FROM installations i JOIN integrations n ON n.name = i.integration
       WHERE i.organization = ? AND i.status = 'active' ORDER BY n.name`,
      organization,
    )
    .map((row) => integrations.read(row))
    .find(({ details }) => details.scopes.includes('site:visitor:auth'))?.name;

/** Until its key is replaced, a site has one that follows from the sandbox: a read writes nothing. */
export function authOf(db: Database, site: SiteRow): SitePublishingRow {
  const known = sitePublishing(db).find({ site: site.id });
  if (known) return known;
  const privateKey = createHmac('sha256', eventKey(db)).update(`publishing ${site.id}`).digest('hex');
  return { site: site.id, backend: 'custom', privateKey, fallbackURL: null, logoutURL: null };
}

/**
 * What its conditions leave for the visitor. 404 for a site that is not published, a share link without its key, and a
 * site whose visitors sign in without a JWT that is signed with its key: `shareKey` is the only place this call has for it.
 */
export function publishedSite(call: Call, site: SiteRow, shareKey: string | undefined): PublishedSite {
  if (site.published === 0) throw missing(site, 'is not published');
  const signsIn = site.visibility === 'visitor-auth';
  const whole = viewOfSite(call, site, signsIn ? undefined : shareKey);
  const claims = signsIn ? claimsOf(call, site, shareKey) : {};
  const view = { ...whole, rows: partsFor(liveParts(whole.rows), claims) };
  if (view.root === undefined) {
    throw missing(
      site,
      shareKey === undefined ? 'opens with its shareKey only' : 'does not open with this shareKey',
    );
  }
  const looksOf = (settings: ReturnType<typeof siteSettings>) => publishedLooks(site, masked(site, settings));
  return {
    object: 'published-content-site',
    site: siteView(call, site),
    structure: shownOnly(structureView(view)),
    customizations: {
      site: looksOf(siteSettings(call.db, site)),
      siteSpaces: Object.fromEntries(
        view.rows.siteSpaces.map(({ id }) => [id, looksOf(siteSpaceSettings(call.db, site, id))]),
      ),
    },
    scripts: siteScripts(call, site),
  };
}

/** Of a visitor who is signed in. 404 without a JWT of the site. */
function claimsOf(call: Call, site: SiteRow, token: string | undefined): Claims {
  if (token === undefined)
    throw missing(site, 'is for visitors who are signed in: their JWT is expected as the shareKey');
  const claims = claimsIn(token, authOf(call.db, site).privateKey, call.now());
  if (!claims)
    throw missing(
      site,
      'does not open with this JWT: sign it with the key of the site (HS256), and let it not expire',
    );
  return claims;
}

/** A section that is not for the visitor takes its spaces along. */
function partsFor(rows: SiteRows, claims: Claims): SiteRows {
  const shows = showsFor(claims);
  const sections = rows.sections.filter(({ condition }) => shows(condition));
  const ids = new Set<string | null>([null, ...sections.map(({ id }) => id)]);
  return {
    ...rows,
    sections,
    siteSpaces: rows.siteSpaces.filter(({ condition, section }) => shows(condition) && ids.has(section)),
    links: rows.links.filter(({ condition }) => shows(condition)),
  };
}

/** What integrations put on the pages of a site. */
export const siteScripts = ({ db }: Call, site: SiteRow) =>
  scriptsOfSite(db, site).map(({ name, contentSecurityPolicy, cookies }) => ({
    script: `${integrationEndpoint(name)}/script`,
    contentSecurityPolicy,
    cookies,
  }));

const missing = ({ id }: SiteRow, why: string) => new WireError(404, `site "${id}" ${why}`);

type Node = api.SiteSection | api.SiteSectionGroup | api.SiteExternalLink;

/** Sections without a space, and groups without a section, are no places to go. */
function shownOnly(structure: api.SiteStructure): api.SiteStructure {
  if (structure.type === 'siteSpaces') return structure;
  return { ...structure, structure: structure.structure.flatMap(shown) };
}

function shown(node: Node): Node[] {
  if (node.object === 'site-external-link') return [node];
  if (node.object === 'site-section') return node.siteSpaces.length > 0 ? [node] : [];
  const children = node.children.flatMap(shown);
  if (children.length === 0) return [];
  return [{ ...node, children, sections: children.filter((child) => child.object === 'site-section') }];
}

export interface Scope {
  scope?:
    | { mode: 'all' }
    | { mode: 'specific'; siteSpaceIds: string[] }
    | { mode: 'default'; currentSiteSpace?: string; restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces' }
    | undefined;
  mode?: 'specific' | 'current' | 'all' | undefined;
  siteSpaceIds?: string[] | undefined;
  siteSpaceId?: string | undefined;
}

/** The site spaces to search. 400 for a scope that lacks what it is about, 404 for what is not on the site. */
export function placesOf(
  call: Call,
  site: SiteRow,
  { scope, mode, siteSpaceIds, siteSpaceId }: Scope,
): SiteSpaceRow[] {
  const all = liveParts(visibleParts(call, siteRows(call.db, site.id))).siteSpaces;
  const these = (ids: readonly string[] | undefined) => {
    if (!ids || ids.length === 0) throw badRequest('siteSpaceIds or siteSpaceId is required with this mode');
    return ids.map((id) => siteSpaceOf(call, site, id));
  };
  if (!scope) {
    if (mode === undefined) throw badRequest('scope or mode is required');
    if (mode === 'all') return all;
    return mode === 'specific' ? these(siteSpaceIds) : these(siteSpaceId === undefined ? [] : [siteSpaceId]);
  }
  if (scope.mode === 'all') return all;
  if (scope.mode === 'specific') return these(scope.siteSpaceIds);
  const { currentSiteSpace, restrictTo } = scope;
  if (currentSiteSpace === undefined) return all;
  const current = siteSpaceOf(call, site, currentSiteSpace);
  const others = all.filter(({ id }) => id !== current.id);
  if (restrictTo === 'currentSiteSpace') return [current];
  return restrictTo === 'otherSiteSpaces' ? others : [current, ...others];
}
