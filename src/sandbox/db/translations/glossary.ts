// Words that translations must use.
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const glossaryTables = `
CREATE TABLE glossary (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  translations TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT;
CREATE INDEX glossary_by_organization ON glossary (organization, createdAt)`;

export interface GlossaryRow {
  id: string;
  organization: string;
  /** JSON: the word by language. */
  translations: string;
  createdAt: string;
  updatedAt: string;
}

export const glossaryStore = perDatabase((db) => ({
  row: (organization: string, id: string) =>
    db.get<GlossaryRow>('SELECT * FROM glossary WHERE organization = ? AND id = ?', organization, id),
  all: (organization: string) =>
    db.all<GlossaryRow>(
      'SELECT * FROM glossary WHERE organization = ? ORDER BY createdAt, rowid',
      organization,
    ),
  insert: (row: GlossaryRow) => insertRow(db, 'glossary', row),
  update: (id: string, changes: Pick<GlossaryRow, 'translations' | 'updatedAt'>) =>
    updateRow(db, 'glossary', id, changes),
  remove: (id: string) => db.run('DELETE FROM glossary WHERE id = ?', id).changes > 0,
}));

/** Words of one language with those of another, the longest first. */
export const termsOf = perDatabase((db) => ({
  between(organization: string, from: string, to: string): [source: string, target: string][] {
    const rows = db.all<{ source: string; target: string }>(
      `SELECT json_extract(translations, '$."' || ?2 || '"') AS source,
        json_extract(translations, '$."' || ?3 || '"') AS target FROM glossary
       WHERE organization = ?1 AND source IS NOT NULL AND target IS NOT NULL ORDER BY length(source) DESC, rowid`,
      organization,
      from,
      to,
    );
    return rows.map(({ source, target }) => [source, target]);
  },
}));
