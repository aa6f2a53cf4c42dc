// Collections: nested groups of spaces.
import type { DefaultLevel } from '../../../api/roles.ts';
import { key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const collections = table(
  'collections',
  {
    id: key(),
    organization: partOf('organizations'),
    parent: textOrNull('REFERENCES collections(id)'),
    title: text(),
    description: textOrNull(),
    defaultLevel: textOrNull<NonNullable<DefaultLevel>>(),
    /** Among the spaces and collections of the same parent. */
    position: text(),
    createdAt: text(),
    updatedAt: text(),
  },
  { indexes: ['CREATE INDEX collections_by_place ON collections (organization, parent, position)'] },
);
export type CollectionRow = RowOf<typeof collections>;
