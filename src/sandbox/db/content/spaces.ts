// Spaces, deleted ones included: a deleted space can come back for 7 days.

import type { MergeRulesSpaceConfiguration as MergeRules } from '../../../api/content/spaces.generated.ts';
import type { DefaultLevel } from '../../../api/roles.ts';
import { notFound } from '../../wire-error.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const spaceTables = `
CREATE TABLE spaces (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  parent TEXT REFERENCES collections(id) ON DELETE SET NULL,
  title TEXT NOT NULL,
  emoji TEXT,
  icon TEXT,
  position TEXT NOT NULL,
  revision TEXT NOT NULL,
  editMode TEXT NOT NULL CHECK (editMode IN ('live', 'locked')),
  defaultLevel TEXT,
  language TEXT,
  mergeRules TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  deletedAt TEXT
) STRICT;
CREATE INDEX spaces_by_position ON spaces (organization, position, id) WHERE deletedAt IS NULL;
CREATE INDEX spaces_by_place ON spaces (organization, parent, position)`;

export interface SpaceRow {
  id: string;
  organization: string;
  parent: string | null;
  title: string;
  emoji: string | null;
  icon: string | null;
  /** Among the spaces and collections of the same parent. */
  position: string;
  /** Head of its content. */
  revision: string;
  editMode: 'live' | 'locked';
  defaultLevel: DefaultLevel;
  language: string | null;
  mergeRules: MergeRules;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}

export type StoredSpace = Omit<SpaceRow, 'mergeRules'> & { mergeRules: string };

/** Fields that change by themselves; `updatedAt` follows every change. */
export type SpaceChanges = Partial<Omit<SpaceRow, 'id' | 'createdAt' | 'updatedAt'>>;

export const toSpaceRow = (row: StoredSpace): SpaceRow => ({
  ...row,
  // Written by this store only.
  mergeRules: JSON.parse(row.mergeRules) as MergeRules,
});

/** How long a deleted space can be restored. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/** What was deleted before this time is gone for good. */
export const retentionStart = (now: Date) => new Date(now.getTime() - RETENTION_MS).toISOString();

/** Whether a deleted space is gone for good. */
export const isGone = ({ deletedAt }: SpaceRow, now: Date) =>
  deletedAt !== null && deletedAt < retentionStart(now);

export const spaceStore = perDatabase((db) => {
  /** Any space, deleted ones too. */
  const row = (id: string): SpaceRow | undefined => {
    const stored = db.get<StoredSpace>('SELECT * FROM spaces WHERE id = ?', id);
    return stored && toSpaceRow(stored);
  };
  /** A space that is not deleted; 404 otherwise. */
  const live = (id: string): SpaceRow => {
    const found = row(id);
    if (!found || found.deletedAt !== null) throw notFound('space', id);
    return found;
  };
  const insert = (space: SpaceRow): void => {
    insertRow(db, 'spaces', { ...space, mergeRules: JSON.stringify(space.mergeRules) });
  };
  /** Changes a space, deleted or not; returns it as it is then. 404 for an unknown one. */
  const update = (id: string, changes: SpaceChanges, now: string): SpaceRow => {
    const { mergeRules, ...plain } = changes;
    const rules = mergeRules && { mergeRules: JSON.stringify(mergeRules) };
    updateRow(db, 'spaces', id, { ...plain, ...rules, updatedAt: now });
    const next = row(id);
    if (!next) throw notFound('space', id);
    return next;
  };
  /** Moves the head of the content. */
  const setRevision = (id: string, revision: string, now: string): void => {
    db.run('UPDATE spaces SET revision = ?, updatedAt = ? WHERE id = ?', revision, now, id);
  };
  /** Ids of spaces deleted before a time. */
  const deletedBefore = (time: string): string[] =>
    db.all<{ id: string }>('SELECT id FROM spaces WHERE deletedAt < ?', time).map(({ id }) => id);
  /** Takes the row away, and with it comments and places on sites. */
  const remove = (id: string): void => {
    db.run('DELETE FROM spaces WHERE id = ?', id);
  };
  /** Those of an organization with this ID or title that are not deleted. */
  const named = (organization: string, text: string): SpaceRow[] =>
    db
      .all<StoredSpace>(
        'SELECT * FROM spaces WHERE organization = ?1 AND deletedAt IS NULL AND (id = ?2 OR title = ?2) ORDER BY rowid',
        organization,
        text,
      )
      .map(toSpaceRow);
  return { row, live, named, insert, update, setRevision, deletedBefore, remove };
});
