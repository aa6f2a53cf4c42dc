// How the visitors of a site sign in.
import { createHmac } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { integrations } from '../../db/integrations/integrations.ts';
import { type SitePublishingRow, sitePublishing } from '../../db/sites/site-settings.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { eventKey } from '../integrations/tunnel.ts';

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
