// Spaces, deleted ones included: a deleted space can come back for 7 days.

import type { MergeRulesSpaceConfiguration as MergeRules } from '../../../api/content/spaces.generated.ts';
import type { DefaultLevel } from '../../../api/roles.ts';
import type { Database } from '../database.ts';
import { json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const spaces = table(
  'spaces',
  {
    id: key(),
    organization: partOf('organizations'),
    parent: textOrNull('REFERENCES collections(id) ON DELETE SET NULL'),
    title: text(),
    emoji: textOrNull(),
    icon: textOrNull(),
    /** Among the spaces and collections of the same parent. */
    position: text(),
    /** Head of its content. */
    revision: text(),
    editMode: text<'live' | 'locked'>("CHECK (editMode IN ('live', 'locked'))"),
    defaultLevel: textOrNull<NonNullable<DefaultLevel>>(),
    language: textOrNull(),
    mergeRules: json<MergeRules>(),
    createdAt: text(),
    updatedAt: text(),
    deletedAt: textOrNull(),
  },
  {
    indexes: [
      'CREATE INDEX spaces_by_position ON spaces (organization, position, id) WHERE deletedAt IS NULL',
      'CREATE INDEX spaces_by_place ON spaces (organization, parent, position)',
    ],
  },
);
export type SpaceRow = RowOf<typeof spaces>;

/** A space that is not deleted; 404 otherwise. */
export const liveSpace = (db: Database, id: string): SpaceRow =>
  spaces(db).get({ id, deletedAt: null }, 'space');

export type SpaceChanges = Partial<Omit<SpaceRow, 'id' | 'createdAt' | 'updatedAt'>>;

/** Changes a space, deleted or not; returns it as it is then. 404 for an unknown one. */
export function changeSpace(db: Database, id: string, changes: SpaceChanges, updatedAt: string): SpaceRow {
  spaces(db).update({ id }, { ...changes, updatedAt });
  return spaces(db).get({ id }, 'space');
}

/** How long a deleted space can be restored. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/** What was deleted before this time is gone for good. */
export const retentionStart = (now: Date) => new Date(now.getTime() - RETENTION_MS).toISOString();

/** Whether a deleted space is gone for good. */
export const isGone = ({ deletedAt }: SpaceRow, now: Date) =>
  deletedAt !== null && deletedAt < retentionStart(now);
