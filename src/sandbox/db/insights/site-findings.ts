// What scans found on sites: the pages and records each finding is about, and the change requests made for it.
import type { SiteFinding } from '../../../api/insights/site-findings.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const siteFindingTables = `
CREATE TABLE siteFindings (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  scan TEXT NOT NULL,
  topic TEXT REFERENCES siteTopics(id) ON DELETE CASCADE,
  space TEXT REFERENCES spaces(id) ON DELETE CASCADE,
  about TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  type TEXT NOT NULL,
  severity TEXT NOT NULL,
  fix TEXT,
  redirect TEXT,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  UNIQUE (site, about)
) STRICT;
CREATE INDEX siteFindings_by_topic ON siteFindings (topic);
CREATE INDEX siteFindings_by_scan ON siteFindings (scan);
CREATE TABLE findingPages (
  finding TEXT NOT NULL REFERENCES siteFindings(id) ON DELETE CASCADE,
  page TEXT NOT NULL,
  PRIMARY KEY (finding, page)
) STRICT;
CREATE TABLE findingRecords (
  finding TEXT NOT NULL REFERENCES siteFindings(id) ON DELETE CASCADE,
  record TEXT NOT NULL REFERENCES contextRecords(id) ON DELETE CASCADE,
  PRIMARY KEY (finding, record)
) STRICT;
CREATE TABLE findingQuestions (
  finding TEXT NOT NULL REFERENCES siteFindings(id) ON DELETE CASCADE,
  question TEXT NOT NULL REFERENCES siteQuestions(id) ON DELETE CASCADE,
  PRIMARY KEY (finding, question)
) STRICT;
CREATE TABLE findingChangeRequests (
  finding TEXT NOT NULL REFERENCES siteFindings(id) ON DELETE CASCADE,
  changeRequest TEXT NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE,
  PRIMARY KEY (finding, changeRequest)
) STRICT`;

export interface SiteFindingRow {
  id: string;
  site: string;
  /** The scan that found it. */
  scan: string;
  topic: string | null;
  /** The space of its pages; null where it is about none. */
  space: string | null;
  /** What it is about, so that the next scan knows it again: `link <space> <href>`. */
  about: string;
  title: string;
  /** Plain text. */
  description: string;
  status: SiteFinding['status'];
  type: SiteFinding['type'];
  severity: SiteFinding['severity'];
  /** JSON of what repairs it: the link, and what to put there for each page; null where nothing is known to. */
  fix: string | null;
  /** JSON of the redirect that would help readers. */
  redirect: string | null;
  createdAt: string;
  updatedAt: string;
}

export const siteFindingStore = perDatabase((db) => ({
  row: (site: string, id: string) =>
    db.get<SiteFindingRow>('SELECT * FROM siteFindings WHERE id = ? AND site = ?', id, site),
  about: (site: string, about: string) =>
    db.get<SiteFindingRow>('SELECT * FROM siteFindings WHERE site = ? AND about = ?', site, about),
  /** Those of the whole site, or of one topic. */
  of: (site: string, topic: string | null) =>
    db.all<SiteFindingRow>(
      'SELECT * FROM siteFindings WHERE site = ? AND topic IS ? ORDER BY rowid',
      site,
      topic,
    ),
  insert: (row: SiteFindingRow) => insertRow(db, 'siteFindings', row),
  update: (id: string, changes: Partial<Omit<SiteFindingRow, 'id' | 'site'>>) =>
    updateRow(db, 'siteFindings', id, changes),
  setPages(id: string, pages: Iterable<string>) {
    db.run('DELETE FROM findingPages WHERE finding = ?', id);
    for (const page of pages) insertRow(db, 'findingPages', { finding: id, page });
  },
  setRecords(id: string, records: Iterable<string>) {
    db.run('DELETE FROM findingRecords WHERE finding = ?', id);
    for (const record of records) insertRow(db, 'findingRecords', { finding: id, record });
  },
  setQuestions(id: string, questions: Iterable<string>) {
    db.run('DELETE FROM findingQuestions WHERE finding = ?', id);
    for (const question of questions) insertRow(db, 'findingQuestions', { finding: id, question });
  },
  questions: (id: string) =>
    db
      .all<{ question: string }>('SELECT question FROM findingQuestions WHERE finding = ?', id)
      .map(({ question }) => question),
  addChangeRequest: (finding: string, changeRequest: string) =>
    insertRow(db, 'findingChangeRequests', { finding, changeRequest }),
  pages: (id: string) =>
    db
      .all<{ page: string }>('SELECT page FROM findingPages WHERE finding = ? ORDER BY rowid', id)
      .map(({ page }) => page),
  /** Whether somebody works on it: a change request that is neither merged nor archived. */
  isInWork: (id: string) =>
    db.get(
      `SELECT 1 FROM findingChangeRequests f JOIN change_requests c ON c.id = f.changeRequest
       WHERE f.finding = ? AND c.status IN ('draft', 'open')`,
      id,
    ) !== undefined,
  counts: (id: string) =>
    db.get<{ pages: number; records: number; questions: number; changeRequests: number }>(
      `SELECT (SELECT count(*) FROM findingPages WHERE finding = f.id) AS pages,
        (SELECT count(*) FROM findingRecords WHERE finding = f.id) AS records,
        (SELECT count(*) FROM findingQuestions WHERE finding = f.id) AS questions,
        (SELECT count(*) FROM findingChangeRequests WHERE finding = f.id) AS changeRequests
       FROM siteFindings f WHERE f.id = ?`,
      id,
    ) ?? { pages: 0, records: 0, questions: 0, changeRequests: 0 },
  bySeverity: (scan: string) =>
    db.all<{ severity: SiteFinding['severity']; n: number }>(
      'SELECT severity, count(*) AS n FROM siteFindings WHERE scan = ? GROUP BY severity',
      scan,
    ),
  countsOfTopic: (topic: string) =>
    db.get<{ open: number; total: number }>(
      `SELECT count(*) AS total, count(*) FILTER (WHERE status IN ('open', 'candidate')) AS open
       FROM siteFindings WHERE topic = ?`,
      topic,
    ) ?? { open: 0, total: 0 },
  removeOfTopic: (topic: string) => db.run('DELETE FROM siteFindings WHERE topic = ?', topic).changes > 0,
}));
