// What the Markdown of pages says, read once for each content: sections for search, links, anchors.
import type { Analysis, Link } from '../../content/markdown.ts';
import type { Hash } from '../../content/model.ts';
import { perDatabase } from '../database.ts';

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
  unread: (hashes: readonly Hash[]) =>
    db
      .all<{ hash: Hash }>(
        `SELECT DISTINCT value AS hash FROM json_each(?)
         WHERE NOT EXISTS (SELECT 1 FROM contentAnalyses WHERE hash = value)`,
        JSON.stringify(hashes),
      )
      .map(({ hash }) => hash),
  /** Keeps what a content says, in a transaction; nothing happens when somebody else was faster. */
  add(hash: Hash, { anchors, links, sections }: Analysis) {
    const { next } = db.get<{ next: number }>(
      'SELECT coalesce(max(id), 0) + 1 AS next FROM contentSections',
    ) ?? { next: 1 };
    const fresh = db.run(
      'INSERT INTO contentAnalyses VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      hash,
      JSON.stringify(anchors),
      next,
      sections.length,
    );
    if (fresh.changes === 0) return;
    links.forEach(({ kind, href, text, anchor }, position) => {
      db.run('INSERT INTO contentLinks VALUES (?, ?, ?, ?, ?, ?)', hash, position, kind, href, text, anchor);
    });
    sections.forEach(({ anchor, title, body }, at) => {
      db.run('INSERT INTO contentSections VALUES (?, ?, ?, ?)', next + at, anchor, title, body);
      db.run('INSERT INTO contentWords (rowid, title, body) VALUES (?, ?, ?)', next + at, title, body);
    });
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
  /** Every section of any content that fits an FTS5 expression. One long text is read faster than many rows. */
  match(expression: string): number[] {
    const row = db.get<{ ids: string | null }>(
      'SELECT group_concat(rowid) AS ids FROM contentWords WHERE contentWords MATCH ?',
      expression,
    );
    return row?.ids ? row.ids.split(',').map(Number) : [];
  },
  /** The sections that fit best, the best first. */
  best: (expression: string, most: number) =>
    db
      .all<{ id: number }>(
        `SELECT rowid AS id, ${RANK} AS rank FROM contentWords WHERE contentWords MATCH ? ORDER BY rank, rowid LIMIT ?`,
        expression,
        most,
      )
      .map(({ id }) => id),
  sections: (ids: readonly number[]) =>
    db.all<SectionRow>(
      'SELECT id, anchor, title, body FROM contentSections WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    ),
}));
