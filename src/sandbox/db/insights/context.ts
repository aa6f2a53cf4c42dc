// What sites learn from, what that is about, and what scans found. Settings of sources hold secrets, kept as given.
import type {
  ContextConnection,
  ContextRecord,
  ContextUsageSettings,
} from '../../../api/insights/context-connections.generated.ts';
import type { SiteFinding, SiteScan } from '../../../api/insights/site-findings.generated.ts';
import type { Database } from '../database.ts';
import { integer, json, jsonOrNull, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const contextConnections = table(
  'contextConnections',
  {
    id: key(),
    site: partOf('sites'),
    connector: text(),
    /** JSON; `null` where there are none. */
    settings: text(),
    usageSettings: json<ContextUsageSettings>(),
    label: textOrNull(),
    filter: textOrNull(),
    status: text<ContextConnection['status']>(),
    failureMessage: textOrNull(),
    failureReason: textOrNull<NonNullable<ContextConnection['failureReason']>>(),
    /** The process that syncs it. */
    owner: text(),
    createdAt: text(),
    syncedAt: textOrNull(),
    updatedAt: text(),
  },
  { indexes: ['CREATE INDEX contextConnections_by_site ON contextConnections (site)'] },
);
export type ContextConnectionRow = RowOf<typeof contextConnections>;

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

/** What repairs a link: its destination now, and the one that each page should have. */
export interface Fix {
  href: string;
  /** By the id of the page. */
  to: Record<string, string>;
}

export const siteFindings = table(
  'siteFindings',
  {
    id: key(),
    site: partOf('sites'),
    /** The scan that found it. */
    scan: text(),
    topic: textOrNull('REFERENCES siteTopics(id) ON DELETE CASCADE'),
    /** The space of its pages; null where it is about none. */
    space: textOrNull('REFERENCES spaces(id) ON DELETE CASCADE'),
    /** What it is about, so that the next scan knows it again: `link <space> <href>`. */
    about: text(),
    title: text(),
    /** Plain text. */
    description: text(),
    status: text<SiteFinding['status']>(),
    type: text<SiteFinding['type']>(),
    severity: text<SiteFinding['severity']>(),
    /** null where nothing is known to repair it. */
    fix: jsonOrNull<Fix>(),
    /** The redirect that would help readers. */
    redirect: jsonOrNull<NonNullable<SiteFinding['brokenLinkAction']>>(),
    createdAt: text(),
    updatedAt: text(),
  },
  {
    rest: ['UNIQUE (site, about)'],
    indexes: [
      'CREATE INDEX siteFindings_by_topic ON siteFindings (topic)',
      'CREATE INDEX siteFindings_by_scan ON siteFindings (scan)',
    ],
  },
);
export type SiteFindingRow = RowOf<typeof siteFindings>;

export const findingPages = table(
  'findingPages',
  {
    finding: partOf('siteFindings'),
    page: text(),
  },
  { keys: ['finding', 'page'] },
);

export const findingRecords = table(
  'findingRecords',
  {
    finding: partOf('siteFindings'),
    record: partOf('contextRecords'),
  },
  { keys: ['finding', 'record'] },
);

export const findingQuestions = table(
  'findingQuestions',
  {
    finding: partOf('siteFindings'),
    question: partOf('siteQuestions'),
  },
  { keys: ['finding', 'question'] },
);

export const findingChangeRequests = table(
  'findingChangeRequests',
  {
    finding: partOf('siteFindings'),
    changeRequest: partOf('change_requests'),
  },
  { keys: ['finding', 'changeRequest'] },
);
