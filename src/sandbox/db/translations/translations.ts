// Translations and how their runs went.
import type { RichDocument } from '../../../api/content/rich-document.ts';
import type { Translation } from '../../../api/translations/translations.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const translationTables = `
CREATE TABLE translations (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  sourceSpace TEXT NOT NULL,
  sourceLanguage TEXT NOT NULL,
  language TEXT NOT NULL,
  instructions TEXT NOT NULL,
  resultSpace TEXT,
  resultRevision TEXT,
  translatedRevision TEXT,
  stats TEXT NOT NULL,
  owner TEXT NOT NULL,
  createdBy TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT;
CREATE INDEX translations_by_organization ON translations (organization, createdAt)`;

export interface TranslationRow {
  id: string;
  organization: string;
  status: Translation['status'];
  sourceSpace: string;
  sourceLanguage: string;
  language: string;
  instructions: RichDocument;
  resultSpace: string | null;
  resultRevision: string | null;
  /** Revision of the source that the result holds. */
  translatedRevision: string | null;
  stats: Translation['stats'];
  /** The process that runs it. */
  owner: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

type Json = 'instructions' | 'stats';
export type StoredTranslation = Omit<TranslationRow, Json> & Record<Json, string>;

export const toTranslationRow = (row: StoredTranslation): TranslationRow => ({
  ...row,
  // Both are written by this store only.
  instructions: JSON.parse(row.instructions) as RichDocument,
  stats: JSON.parse(row.stats) as Translation['stats'],
});

export const translationStore = perDatabase((db) => ({
  row(id: string): TranslationRow | undefined {
    const stored = db.get<StoredTranslation>('SELECT * FROM translations WHERE id = ?', id);
    return stored && toTranslationRow(stored);
  },
  insert: ({ instructions, stats, ...row }: TranslationRow) =>
    insertRow(db, 'translations', {
      ...row,
      instructions: JSON.stringify(instructions),
      stats: JSON.stringify(stats),
    }),
  update(id: string, { instructions, stats, ...changes }: Partial<Omit<TranslationRow, 'id'>>) {
    return updateRow(db, 'translations', id, {
      ...changes,
      ...(instructions && { instructions: JSON.stringify(instructions) }),
      ...(stats && { stats: JSON.stringify(stats) }),
    });
  },
  remove: (id: string) => db.run('DELETE FROM translations WHERE id = ?', id).changes > 0,
}));
