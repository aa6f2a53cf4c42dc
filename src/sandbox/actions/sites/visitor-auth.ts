// Which integration signs the visitors of a site in.
import type { Database } from '../../db/database.ts';
import { type StoredIntegration, toIntegrationRow } from '../../db/integrations/integrations.ts';
import type { SiteRow } from '../../db/sites/sites.ts';

/** The first that is installed in the organization of the site and may do so; undefined where there is none. */
export const visitorAuthOf = (db: Database, { organization }: SiteRow): string | undefined =>
  db
    .all<StoredIntegration>(
      `SELECT n.* FROM installations i JOIN integrations n ON n.name = i.integration
       WHERE i.organization = ? AND i.status = 'active' ORDER BY n.name`,
      organization,
    )
    .map(toIntegrationRow)
    .find(({ details }) => details.scopes.includes('site:visitor:auth'))?.name;
