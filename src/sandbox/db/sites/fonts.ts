// Fonts of organizations, and files that were announced for upload.
import { key, partOf, type RowOf, table, text } from '../table.ts';

export const fonts = table('fonts', {
  id: key(),
  organization: partOf('organizations'),
  fontFamily: text(),
  /** JSON: weight and key of the file of each. */
  faces: text(),
});
export type FontRow = RowOf<typeof fonts>;

export const uploads = table(
  'uploads',
  {
    key: text(),
    organization: partOf('organizations'),
    kind: text<'customization_font' | 'import_file' | 'organization_file'>(),
    /** Media type. */
    type: text(),
  },
  { rest: ['PRIMARY KEY (organization, key)'] },
);
