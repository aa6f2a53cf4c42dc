// What the records of each site are about.
import type { Database } from '../database.ts';
import { integer, key, partOf, type RowOf, table, text } from '../table.ts';

export const siteTopics = table(
  'siteTopics',
  {
    id: key(),
    site: partOf('sites'),
    label: text(),
    /** Whether findings about it may propose changes. */
    changeRequests: integer<0 | 1>('DEFAULT 1'),
    /** How many pages are about it, as the last scan counted them. */
    pages: integer('DEFAULT 0'),
    createdAt: text(),
    updatedAt: text(),
  },
  { indexes: ['CREATE INDEX siteTopics_by_site ON siteTopics (site)'] },
);
export type SiteTopicRow = RowOf<typeof siteTopics>;

/** A topic is what its records are about: without one there is none. */
export const removeEmptyTopics = (db: Database, site: string) =>
  db.run(
    `DELETE FROM siteTopics WHERE site = ?
     AND NOT EXISTS (SELECT 1 FROM contextRecords r WHERE r.topic = siteTopics.id)`,
    site,
  );
