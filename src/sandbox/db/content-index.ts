// What the Markdown of pages says, read once for each content: sections for search, links, anchors.
import type { Analysis, Link } from '../content/markdown.ts';
import type { Hash } from '../content/model.ts';
import { perDatabase } from './database.ts';

// Sections are found by the words of contentWords, whose rows they are.
export const contentIndexTables = `
CREATE TABLE contentAnalyses (hash TEXT PRIMARY KEY, anchors TEXT NOT NULL) STRICT, WITHOUT ROWID;
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
  hash TEXT NOT NULL,
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

/** A section that fits; a smaller rank fits better. */
export interface SectionMatch {
  id: number;
  hash: Hash;
  rank: number;
}

export interface MatchedSection {
  id: number;
  hash: Hash;
  anchor: string;
  title: string;
  /** The words around the best match, or the beginning where only the title fits. */
  excerpt: string;
}

/** A title counts as much as four words of the text. */
const RANK = 'bm25(contentWords, 4.0, 1.0)';
const EXCERPT_WORDS = 32;

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
  /** Keeps what a content says; nothing happens when somebody else was faster. */
  add(hash: Hash, { anchors, links, sections }: Analysis) {
    const fresh = db.run(
      'INSERT INTO contentAnalyses (hash, anchors) VALUES (?, ?) ON CONFLICT DO NOTHING',
      hash,
      JSON.stringify(anchors),
    );
    if (fresh.changes === 0) return;
    links.forEach(({ kind, href, text, anchor }, position) => {
      db.run('INSERT INTO contentLinks VALUES (?, ?, ?, ?, ?, ?)', hash, position, kind, href, text, anchor);
    });
    for (const { anchor, title, body } of sections) {
      db.run(
        'INSERT INTO contentSections (hash, anchor, title, body) VALUES (?, ?, ?, ?)',
        hash,
        anchor,
        title,
        body,
      );
      db.run('INSERT INTO contentWords (rowid, title, body) VALUES (last_insert_rowid(), ?, ?)', title, body);
    }
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
  /** Every section of any content that fits an FTS5 expression, the best first. */
  match: (expression: string) =>
    db.all<SectionMatch>(
      `SELECT s.id, s.hash, ${RANK} AS rank FROM contentWords JOIN contentSections s ON s.id = contentWords.rowid
       WHERE contentWords MATCH ? ORDER BY rank, s.id`,
      expression,
    ),
  excerpts: (expression: string, ids: readonly number[]) =>
    db.all<MatchedSection>(
      `SELECT s.id, s.hash, s.anchor, s.title, snippet(contentWords, 1, '', '', '…', ${EXCERPT_WORDS}) AS excerpt
       FROM contentWords JOIN contentSections s ON s.id = contentWords.rowid
       WHERE contentWords MATCH ? AND contentWords.rowid IN (SELECT value FROM json_each(?))`,
      expression,
      JSON.stringify(ids),
    ),
}));
