// Redirects of sites. A source may have one that is live and one that is a draft.
import type { SiteRedirectDestination } from '../../../api/sites/site-redirects.generated.ts';
import { integer, json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const siteRedirects = table(
  'siteRedirects',
  {
    id: key(),
    site: partOf('sites'),
    source: text(),
    draft: integer<0 | 1>(),
    captureWildcard: integer<0 | 1>(),
    permanent: integer<0 | 1>(),
    destination: json<SiteRedirectDestination>(),
    createdAt: text(),
    updatedAt: textOrNull(),
  },
  { rest: ['UNIQUE (site, source, draft)'] },
);
export type SiteRedirectRow = RowOf<typeof siteRedirects>;
