// Scans of sites, and how they went.

import type { SiteScan } from '../../../api/insights/site-scans.generated.ts';
import { key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const siteScans = table(
  'siteScans',
  {
    id: key(),
    site: partOf('sites'),
    /** null: the whole site. */
    topic: textOrNull('REFERENCES siteTopics(id) ON DELETE CASCADE'),
    status: text<SiteScan['status']>(),
    failureMessage: textOrNull(),
    /** The process that runs it. */
    owner: text(),
    createdAt: text(),
    startedAt: textOrNull(),
    finishedAt: textOrNull(),
    updatedAt: text(),
  },
  { indexes: ['CREATE INDEX siteScans_by_site ON siteScans (site, createdAt)'] },
);
export type SiteScanRow = RowOf<typeof siteScans>;
