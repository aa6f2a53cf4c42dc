// Words that translations must use.
import type { GlossaryEntry } from '../../../api/translations/glossary.generated.ts';
import { json, key, partOf, type RowOf, table, text } from '../table.ts';

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
