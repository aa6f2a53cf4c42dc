// Collections: nested groups of spaces.
import type { DefaultLevel } from '../../api/roles.ts';
import { perDatabase } from './database.ts';
import { insertRow } from './rows.ts';

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
}));
