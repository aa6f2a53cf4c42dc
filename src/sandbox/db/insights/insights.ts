// What visitors of sites did, event by event.
import { perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';

export const insightTables = `
CREATE TABLE siteEvents (
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  occurredAt TEXT NOT NULL,
  type TEXT NOT NULL,
  visitor TEXT NOT NULL,
  session TEXT NOT NULL,
  url TEXT NOT NULL,
  section TEXT,
  siteSpace TEXT,
  space TEXT,
  page TEXT,
  shareLink TEXT,
  query TEXT,
  rating INTEGER,
  claims TEXT NOT NULL,
  context TEXT NOT NULL
) STRICT;
CREATE INDEX siteEvents_by_time ON siteEvents (site, occurredAt);
CREATE INDEX siteEvents_by_visitor ON siteEvents (site, visitor, occurredAt)`;

export interface SiteEventRow {
  site: string;
  occurredAt: string;
  /** `page_hidden` is the view of a page that exists, but not for this visitor. */
  type:
    | 'page_view'
    | 'page_hidden'
    | 'page_post_feedback'
    | 'search_type_query'
    | 'ask_question'
    | 'ask_rate_response';
  visitor: string;
  session: string;
  url: string;
  section: string | null;
  siteSpace: string | null;
  space: string | null;
  page: string | null;
  /** ID of the share link that opened the site. */
  shareLink: string | null;
  query: string | null;
  /** Of an answer, or of a page, which may be fair, too. */
  rating: 1 | 0 | -1 | null;
  /** JSON: what the site knows of the visitor. */
  claims: string;
  context: 'site' | 'embed' | 'server';
}

export const siteEventStore = perDatabase((db) => ({
  insert: (row: SiteEventRow) => insertRow(db, 'siteEvents', row),
  all: (site: string) =>
    db.all<SiteEventRow>('SELECT * FROM siteEvents WHERE site = ? ORDER BY occurredAt, rowid', site),
  /** Both ends belong to it. */
  between: (site: string, from: string, to: string) =>
    db.all<SiteEventRow>(
      'SELECT * FROM siteEvents WHERE site = ? AND occurredAt BETWEEN ? AND ? ORDER BY occurredAt, rowid',
      ...[site, from, to],
    ),
  lastOf: (site: string, visitor: string) =>
    db.get<SiteEventRow>(
      'SELECT * FROM siteEvents WHERE site = ? AND visitor = ? ORDER BY occurredAt DESC, rowid DESC LIMIT 1',
      ...[site, visitor],
    ),
}));
