// Tickets and documents that sites learn from.
import type { ContextRecord } from '../../../api/insights/context-records.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';

export const contextRecordTables = `
CREATE TABLE contextRecords (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  connection TEXT NOT NULL REFERENCES contextConnections(id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  body TEXT NOT NULL,
  url TEXT,
  metadata TEXT NOT NULL,
  words TEXT NOT NULL,
  topic TEXT REFERENCES siteTopics(id) ON DELETE SET NULL,
  createdAt TEXT NOT NULL,
  processedAt TEXT NOT NULL,
  UNIQUE (connection, source)
) STRICT;
CREATE INDEX contextRecords_by_site ON contextRecords (site, createdAt);
CREATE INDEX contextRecords_by_topic ON contextRecords (topic)`;

export interface ContextRecordRow {
  id: string;
  site: string;
  connection: string;
  /** What its source calls it. */
  source: string;
  type: ContextRecord['type'];
  title: string;
  description: string | null;
  body: string;
  url: string | null;
  /** JSON. */
  metadata: string;
  /** JSON: how often each word stands in it. */
  words: string;
  topic: string | null;
  createdAt: string;
  processedAt: string;
}

/** What grouping and scanning read of a record. */
export type ReadRecord = Pick<ContextRecordRow, 'id' | 'title' | 'words' | 'topic'>;

export const contextRecordStore = perDatabase((db) => ({
  row: (site: string, id: string) =>
    db.get<ContextRecordRow>('SELECT * FROM contextRecords WHERE id = ? AND site = ?', id, site),
  bySource: (connection: string, source: string) =>
    db.get<ContextRecordRow>(
      'SELECT * FROM contextRecords WHERE connection = ? AND source = ?',
      connection,
      source,
    ),
  count: (connection: string) =>
    db.get<{ n: number }>('SELECT count(*) AS n FROM contextRecords WHERE connection = ?', connection)?.n ??
    0,
  countInTopic: (topic: string) =>
    db.get<{ n: number }>('SELECT count(*) AS n FROM contextRecords WHERE topic = ?', topic)?.n ?? 0,
  ofSite: (site: string) =>
    db.all<ReadRecord>(
      'SELECT id, title, words, topic FROM contextRecords WHERE site = ? ORDER BY createdAt, rowid',
      site,
    ),
  ofTopic: (topic: string) =>
    db.all<ReadRecord>(
      'SELECT id, title, words, topic FROM contextRecords WHERE topic = ? ORDER BY createdAt, rowid',
      topic,
    ),
  insert: (row: ContextRecordRow) => insertRow(db, 'contextRecords', row),
  /** Takes away what the source no longer has, by what it calls the others. */
  removeOthers: (connection: string, sources: readonly string[]) =>
    db.run(
      `DELETE FROM contextRecords WHERE connection = ?
       AND source NOT IN (SELECT value FROM json_each(?))`,
      connection,
      JSON.stringify(sources),
    ),
  remove: (id: string) => db.run('DELETE FROM contextRecords WHERE id = ?', id),
  setTopic: (id: string, topic: string) =>
    db.run('UPDATE contextRecords SET topic = ? WHERE id = ?', topic, id),
}));
