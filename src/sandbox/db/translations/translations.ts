// Translations, how their runs went, and the words that they must use.
import type { RichDocument } from '../../../api/content/rich-document.ts';
import type { GlossaryEntry, Translation } from '../../../api/translations/translations.generated.ts';
import { json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const translations = table(
  'translations',
  {
    id: key(),
    organization: partOf('organizations'),
    status: text<Translation['status']>(),
    sourceSpace: text(),
    sourceLanguage: text(),
    language: text(),
    instructions: json<RichDocument>(),
    resultSpace: textOrNull(),
    resultRevision: textOrNull(),
    /** Revision of the source that the result holds. */
    translatedRevision: textOrNull(),
    stats: json<Translation['stats']>(),
    /** The process that runs it. */
    owner: text(),
    createdBy: text(),
    createdAt: text(),
    updatedAt: text(),
  },
  { indexes: ['CREATE INDEX translations_by_organization ON translations (organization, createdAt)'] },
);
export type TranslationRow = RowOf<typeof translations>;

export const glossary = table(
  'glossary',
  {
    id: key(),
    organization: partOf('organizations'),
    /** The word by language. */
    translations: json<GlossaryEntry['translations']>(),
    createdAt: text(),
    updatedAt: text(),
  },
  { indexes: ['CREATE INDEX glossary_by_organization ON glossary (organization, createdAt)'] },
);
export type GlossaryRow = RowOf<typeof glossary>;
