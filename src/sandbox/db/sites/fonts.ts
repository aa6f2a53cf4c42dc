// Fonts of organizations, and files that were announced for upload.
import { json, key, partOf, type RowOf, table, text } from '../table.ts';

export interface Face {
  weight: number;
  /** Of its file. */
  storageKey: string;
}

export const fonts = table('fonts', {
  id: key(),
  organization: partOf('organizations'),
  fontFamily: text(),
  faces: json<Face[]>(),
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
  { keys: ['organization', 'key'] },
);
