// Where readers find what is published. The host is a reserved example name: nothing answers there.
import type { Database } from './db/database.ts';
import { organizationStore } from './db/people/organizations.ts';
import { type SiteRow, shareLinkStore, siteStore } from './db/sites/sites.ts';

/** Address of a site once it is published; with the key of a share link, the address that link opens. */
export function siteAddress(db: Database, site: SiteRow, shareKey?: string): string {
  const key = shareKey === undefined ? '' : `${encodeURIComponent(shareKey)}/`;
  return `${base(db, site)}/${key}`;
}

function base(db: Database, site: SiteRow): string {
  if (site.hostname !== null) return `https://${site.hostname}`;
  if (site.proxy !== null) return `https://${site.proxy}`;
  const host = organizationStore(db).row(site.organization)?.hostname ?? site.organization.toLowerCase();
  return `https://${host}.docs.example/${encodeURIComponent(site.basename)}`;
}

export interface Published {
  visibility: SiteRow['visibility'];
  /** Absent for a share-link site whose key is not known to the asker. */
  url?: string;
}

/** How a space is published: by the most open of the published sites that show it. */
export function spacePublication(db: Database, spaceId: string, shareKey?: string): Published | undefined {
  const shown = siteStore(db)
    .showing(spaceId)
    .filter((site) => site.published === 1);
  const [site] = shown.sort((a, b) => OPENNESS.indexOf(a.visibility) - OPENNESS.indexOf(b.visibility));
  if (!site) return undefined;
  const { visibility } = site;
  const root = siteRoot(db, site, shareKey);
  if (root === undefined) return { visibility };
  const section = site.sectionPath === null ? [] : [site.sectionPath];
  return { visibility, url: root + pathIn(site.isDefault === 1 ? section : [...section, site.path]) };
}

/** Paths of sections and site spaces below the root of a site: any text may be one. */
export const pathIn = (paths: readonly string[]): string =>
  paths.map((path) => `${encodeURIComponent(path)}/`).join('');

/** Address of a published site for whoever holds the key; undefined while it is not published, or without its key. */
export function siteRoot(db: Database, site: SiteRow, shareKey: string | undefined): string | undefined {
  if (site.published === 0) return undefined;
  return site.visibility === 'share-link' ? openedBy(db, site, shareKey) : siteAddress(db, site);
}

const OPENNESS: SiteRow['visibility'][] = ['public', 'unlisted', 'share-link', 'visitor-auth'];

function openedBy(db: Database, site: SiteRow, shareKey: string | undefined): string | undefined {
  if (shareKey === undefined || !shareLinkStore(db).opens(site.id, shareKey)) return undefined;
  return siteAddress(db, site, shareKey);
}
