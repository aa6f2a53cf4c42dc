// Tickets and documents that sites learn from.

import type { ContextRecord } from '../../../api/insights/context-records.generated.ts';
import type { Database } from '../database.ts';
import { key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const contextRecords = table(
  'contextRecords',
  {
    id: key(),
    site: partOf('sites'),
    connection: partOf('contextConnections'),
    /** What its source calls it. */
    source: text(),
    type: text<ContextRecord['type']>(),
    title: text(),
    description: textOrNull(),
    body: text(),
    url: textOrNull(),
    /** JSON. */
    metadata: text(),
    /** JSON: how often it has each word. */
    words: text(),
    topic: textOrNull('REFERENCES siteTopics(id) ON DELETE SET NULL'),
    createdAt: text(),
    processedAt: text(),
  },
  {
    rest: ['UNIQUE (connection, source)'],
    indexes: [
      'CREATE INDEX contextRecords_by_site ON contextRecords (site, createdAt)',
      'CREATE INDEX contextRecords_by_topic ON contextRecords (topic)',
    ],
  },
);
export type ContextRecordRow = RowOf<typeof contextRecords>;

/** What grouping and scanning read of a record. */
export type ReadRecord = Pick<ContextRecordRow, 'id' | 'title' | 'words' | 'topic'>;
export const readRecords = (db: Database, column: 'site' | 'topic', id: string): ReadRecord[] =>
  db.all<ReadRecord>(
    `SELECT id, title, words, topic FROM contextRecords WHERE ${column} = ? ORDER BY createdAt, rowid`,
    id,
  );
