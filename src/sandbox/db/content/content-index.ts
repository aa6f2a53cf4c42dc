// What the Markdown of pages says, read once for each content: sections for search, links, anchors.
import type { Analysis, Link } from '../../../markdown/analyze.ts';
import type { Hash } from '../../content/model.ts';
import { apart } from '../../content/words.ts';
import { type Database, perDatabase } from '../database.ts';

// Sections are found by the words of contentWords, whose rows they are.
export const contentIndexTables = `
CREATE TABLE contentAnalyses (
  hash TEXT PRIMARY KEY,
  anchors TEXT NOT NULL,
  firstSection INTEGER NOT NULL,
  sectionCount INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE analyzedTrees (tree TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE contentLinks (
  hash TEXT NOT NULL,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  href TEXT NOT NULL,
  text TEXT NOT NULL,
  anchor TEXT NOT NULL,
  PRIMARY KEY (hash, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE contentSections (
  id INTEGER PRIMARY KEY,
  anchor TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE contentWords USING fts5(
  title, body, content='contentSections', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2'
)`;

export interface LinkRow extends Link {
  hash: Hash;
}

/** The sections of a content have ids in a row. */
export interface SectionRange {
  hash: Hash;
  firstSection: number;
  sectionCount: number;
}

/** Ids of sections from the first to the last, whichever contents they are of. */
export interface SectionSpan {
  first: number;
  last: number;
}

export interface SectionRow {
  id: number;
  anchor: string;
  title: string;
  body: string;
}

/** A title counts as much as four words of the text. */
const RANK = 'bm25(contentWords, 4.0, 1.0)';

export const contentIndexStore = perDatabase((db) => ({
  hasTree: (tree: Hash) => db.get('SELECT 1 FROM analyzedTrees WHERE tree = ?', tree) !== undefined,
  addTree(tree: Hash) {
    db.run('INSERT INTO analyzedTrees (tree) VALUES (?) ON CONFLICT DO NOTHING', tree);
  },
  /** Those of the given contents that nobody has read yet. */
  unread: (hashes: readonly Hash[]) => unreadOf(db, hashes),
  /** Keeps what contents say; call it in a transaction. What somebody else was faster with stays as it is. */
  add(read: readonly (readonly [Hash, Analysis])[]) {
    addAll(db, read);
  },
  /** The links of all these contents. */
  links: (hashes: readonly Hash[]) =>
    db.all<LinkRow>(
      `SELECT l.hash, l.kind, l.href, l.text, l.anchor FROM json_each(?) h JOIN contentLinks l ON l.hash = h.value
       ORDER BY h.key, l.position`,
      JSON.stringify(hashes),
    ),
  anchors(hash: Hash): string[] {
    const row = db.get<{ anchors: string }>('SELECT anchors FROM contentAnalyses WHERE hash = ?', hash);
    return row ? JSON.parse(row.anchors) : [];
  },
  ranges: (hashes: readonly Hash[]) =>
    db.all<SectionRange>(
      `SELECT a.hash, a.firstSection, a.sectionCount FROM json_each(?) h JOIN contentAnalyses a ON a.hash = h.value`,
      JSON.stringify(hashes),
    ),
  /** The sections in a range that fit an FTS5 expression, in the order of their ids. One long text is read faster than many rows. */
  match(expression: string, { first, last }: SectionSpan): number[] {
    const row = db.get<{ ids: string | null }>(
      'SELECT group_concat(rowid) AS ids FROM contentWords WHERE contentWords MATCH ? AND rowid BETWEEN ? AND ?',
      expression,
      first,
      last,
    );
    return row?.ids
      ? row.ids
          .split(',')
          .map(Number)
          .sort((a, b) => a - b)
      : [];
  },
  /** The sections in a range that fit best, the best first. */
  best: (expression: string, { first, last }: SectionSpan, most: number) =>
    db
      .all<{ id: number }>(
        `SELECT rowid AS id, ${RANK} AS rank FROM contentWords
         WHERE contentWords MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rank, rowid LIMIT ?`,
        expression,
        first,
        last,
        most,
      )
      .map(({ id }) => id),
  /** How well each section in a range fits: the lower, the better. */
  scores: (expression: string, { first, last }: SectionSpan) =>
    db.all<{ id: number; score: number }>(
      `SELECT rowid AS id, ${RANK} AS score FROM contentWords WHERE contentWords MATCH ? AND rowid BETWEEN ? AND ?`,
      expression,
      first,
      last,
    ),
  sections: (ids: readonly number[]) =>
    db.all<SectionRow>(
      'SELECT id, anchor, title, body FROM contentSections WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    ),
}));

/** One statement a table: a statement a row would take several times as long. */
function addAll(db: Database, read: readonly (readonly [Hash, Analysis])[]): void {
  const fresh = new Set(
    unreadOf(
      db,
      read.map(([hash]) => hash),
    ),
  );
  const [analyses, links, sections, words]: unknown[][] = [[], [], [], []];
  let { next } = db.get<{ next: number }>('SELECT coalesce(max(id), 0) + 1 AS next FROM contentSections') ?? {
    next: 1,
  };
  for (const [hash, analysis] of read) {
    if (!fresh.delete(hash)) continue;
    analyses?.push([hash, JSON.stringify(analysis.anchors), next, analysis.sections.length]);
    for (const [at, { kind, href, text, anchor }] of analysis.links.entries()) {
      links?.push([hash, at, kind, href, text, anchor]);
    }
    for (const { anchor, title, body } of analysis.sections) {
      sections?.push([next, anchor, title, body]);
      words?.push([next, apart(title), apart(body)]);
      next += 1;
    }
  }
  insertAll(db, 'contentAnalyses', 4, analyses);
  insertAll(db, 'contentLinks', 6, links);
  insertAll(db, 'contentSections', 4, sections);
  insertAll(db, 'contentWords (rowid, title, body)', 3, words);
}

function insertAll(db: Database, into: string, width: number, rows: readonly unknown[] = []): void {
  const values = Array.from({ length: width }, (_, at) => `value ->> ${at}`);
  db.run(
    `INSERT INTO ${into} SELECT ${values.join(', ')} FROM json_each(?) ORDER BY key`,
    JSON.stringify(rows),
  );
}

const unreadOf = (db: Database, hashes: readonly Hash[]): Hash[] =>
  db
    .all<{ hash: Hash }>(
      `SELECT DISTINCT value AS hash FROM json_each(?)
       WHERE NOT EXISTS (SELECT 1 FROM contentAnalyses WHERE hash = value)`,
      JSON.stringify(hashes),
    )
    .map(({ hash }) => hash);
