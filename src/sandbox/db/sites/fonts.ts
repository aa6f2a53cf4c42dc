// Fonts of organizations, and files that were announced for upload.
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const fontTables = `
CREATE TABLE fonts (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  fontFamily TEXT NOT NULL,
  faces TEXT NOT NULL
) STRICT;
CREATE TABLE uploads (
  key TEXT NOT NULL,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  PRIMARY KEY (organization, key)
) STRICT`;

export interface FontRow {
  id: string;
  organization: string;
  fontFamily: string;
  /** JSON: weight and key of the file of each. */
  faces: string;
}

export interface UploadRow {
  key: string;
  organization: string;
  kind: 'customization_font' | 'import_file' | 'organization_file';
  /** Media type. */
  type: string;
}

export const fontStore = perDatabase((db) => ({
  row: (organization: string, id: string) =>
    db.get<FontRow>('SELECT * FROM fonts WHERE id = ? AND organization = ?', id, organization),
  all: (organization: string) =>
    db.all<FontRow>('SELECT * FROM fonts WHERE organization = ? ORDER BY rowid', organization),
  /** Title of a site whose looks use the font. */
  usedBy: (organization: string, id: string) =>
    db.get<{ title: string }>(
      `SELECT t.title FROM siteCustomizations c JOIN sites t ON t.id = c.site
       WHERE t.organization = ? AND instr(c.settings, ?) > 0`,
      organization,
      JSON.stringify(id),
    )?.title,
  insert: (row: FontRow) => insertRow(db, 'fonts', row),
  update: (id: string, changes: Partial<Pick<FontRow, 'fontFamily' | 'faces'>>) =>
    updateRow(db, 'fonts', id, changes),
  remove: (id: string) => db.run('DELETE FROM fonts WHERE id = ?', id).changes > 0,
}));

export const uploadStore = perDatabase((db) => ({
  row: (organization: string, key: string) =>
    db.get<UploadRow>('SELECT * FROM uploads WHERE organization = ? AND key = ?', organization, key),
  isAnnounced: (key: string) => db.get('SELECT 1 FROM uploads WHERE key = ?', key) !== undefined,
  insert: (row: UploadRow) => insertRow(db, 'uploads', row),
}));
