// Collections: nested groups of spaces.
import type { DefaultLevel } from '../../../api/roles.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const collectionTables = `
CREATE TABLE collections (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  parent TEXT REFERENCES collections(id),
  title TEXT NOT NULL,
  description TEXT,
  defaultLevel TEXT,
  position TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL
) STRICT;
CREATE INDEX collections_by_place ON collections (organization, parent, position)`;

export interface CollectionRow {
  id: string;
  organization: string;
  parent: string | null;
  title: string;
  description: string | null;
  defaultLevel: DefaultLevel;
  /** Among the spaces and collections of the same parent. */
  position: string;
  createdAt: string;
  updatedAt: string;
}

export const collectionStore = perDatabase((db) => ({
  row: (id: string) => db.get<CollectionRow>('SELECT * FROM collections WHERE id = ?', id),
  ofOrganization: (organization: string) =>
    db.all<CollectionRow>('SELECT * FROM collections WHERE organization = ?', organization),
  insert: (row: CollectionRow) => insertRow(db, 'collections', row),
  update: (id: string, changes: Partial<Omit<CollectionRow, 'id' | 'createdAt'>>) =>
    updateRow(db, 'collections', id, changes),
  remove: (id: string) => db.run('DELETE FROM collections WHERE id = ?', id).changes > 0,
  /** What stands in a collection: spaces that are not deleted, and collections. */
  contentCount: (id: string) =>
    db.get<{ n: number }>(
      `SELECT (SELECT count(*) FROM spaces WHERE parent = ?1 AND deletedAt IS NULL)
         + (SELECT count(*) FROM collections WHERE parent = ?1) AS n`,
      id,
    )?.n ?? 0,
  /** A collection and all that is nested in it, outermost first. */
  withNested: (id: string) =>
    db
      .all<{ id: string }>(
        `WITH RECURSIVE below (id) AS
           (SELECT ? UNION ALL SELECT c.id FROM collections c JOIN below b ON c.parent = b.id)
         SELECT id FROM below`,
        id,
      )
      .map((row) => row.id),
}));
