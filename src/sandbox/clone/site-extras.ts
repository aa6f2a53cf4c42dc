// What a cloned site has beside its structure as rows: share links, its domain, how visitors sign in, and what it adapts to.
import { randomBytes } from 'node:crypto';
import type { AdaptiveSchema } from '../../api/sites/adaptive-schema.ts';
import type { CustomHostname } from '../../api/sites/custom-hostnames.ts';
import type { SitePublishingAuth } from '../../api/sites/site-publishing.ts';
import type { ShareLink } from '../../api/sites/site-share-links.ts';
import { authOf } from '../actions/sites/visitor-auth.ts';
import type { Database } from '../db/database.ts';
import { insertRow, putRow } from '../db/rows.ts';
import { adaptiveSchemaStore } from '../db/sites/adaptive-schemas.ts';
import { sitePublishingStore } from '../db/sites/site-publishing.ts';
import type { ShareLinkRow, SiteRow } from '../db/sites/sites.ts';

/** What could not be read, or is not there, is absent. */
export interface SiteExtras {
  shareLinks?: readonly Omit<ShareLink, 'urls'>[];
  hostname?: CustomHostname;
  auth?: Omit<SitePublishingAuth, 'privateKey'>;
  adaptiveSchema?: AdaptiveSchema;
}

/** Exactly these. Keys are not those of the source: a link of the clone opens nothing there, and signs nobody in. */
export function putExtras(db: Database, site: SiteRow, extras: SiteExtras): void {
  putShareLinks(db, site.id, extras.shareLinks ?? []);
  putHostname(db, site.id, extras.hostname);
  putAuth(db, site, extras.auth);
  db.run('DELETE FROM adaptiveSchemas WHERE site = ?', site.id);
  if (!extras.adaptiveSchema) return;
  const { jsonSchema, updatedAt } = extras.adaptiveSchema;
  adaptiveSchemaStore(db).set(site.id, { jsonSchema: JSON.stringify(jsonSchema), updatedAt });
}

const KEY_BYTES = 12;

/** In the order of the list; one that was here keeps its address. */
function putShareLinks(db: Database, site: string, links: readonly Omit<ShareLink, 'urls'>[]): void {
  const before = db.all<ShareLinkRow>('SELECT * FROM shareLinks WHERE site = ?', site);
  const keys = new Map(before.map(({ id, key }) => [id, key]));
  db.run('DELETE FROM shareLinks WHERE site = ?', site);
  for (const { id, name = '', active = true, createdAt } of links) {
    const key = keys.get(id) ?? randomBytes(KEY_BYTES).toString('base64url');
    insertRow(db, 'shareLinks', { id, site, name, key, active: active ? 1 : 0, createdAt });
  }
}

function putHostname(db: Database, site: string, given: CustomHostname | undefined): void {
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
  sitePublishingStore(db).set({ ...authOf(db, site), backend, fallbackURL, logoutURL });
}
