// Redirects as the platform shows them.
import type { SiteRedirect } from '../../../api/sites/site-redirects.generated.ts';
import { destinationOf, type SiteRedirectRow } from '../../db/sites/site-redirects.ts';

export const redirectView = (row: SiteRedirectRow): SiteRedirect => ({
  object: 'site-redirect',
  id: row.id,
  source: row.source,
  draft: row.draft === 1,
  captureWildcard: row.captureWildcard === 1,
  permanent: row.permanent === 1,
  destination: destinationOf(row),
  createdAt: row.createdAt,
  ...(row.updatedAt !== null && { updatedAt: row.updatedAt }),
});
