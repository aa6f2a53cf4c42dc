// Spaces and collections, their order, and imports into them. A deleted space can come back for 7 days.
import type { ContentImportRun } from '../../../api/content/import-run-shapes.generated.ts';
import type {
  MergeRulesSpaceConfiguration as MergeRules,
  ContentPosition as Position,
} from '../../../api/content/spaces.generated.ts';
import type { DefaultLevel } from '../../../api/roles.ts';
import { badRequest, conflict, notFound } from '../../wire-error.ts';
import type { Database } from '../database.ts';
import { positionBetween } from '../position.ts';
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

export interface Place {
  organization: string;
  /** Collection, or null for the top level of the organization. */
  parent: string | null;
}

interface Sibling extends Place {
  id: string;
  position: string;
}

type Direction = 'ASC' | 'DESC';

/**
 * The first position of a list in either direction, perhaps beyond `?4`: the indexes know it without a look at the
 * others. Deleted spaces keep their place, so that a restored one comes back where it was.
 */
function firstPosition(direction: Direction, beyond = ''): string {
  const firstOf = (table: 'spaces' | 'collections') =>
    `SELECT position FROM (SELECT position FROM ${table}
     WHERE organization = ?1 AND parent IS ?2 AND id <> ?3 ${beyond} ORDER BY position ${direction} LIMIT 1)`;
  return `${firstOf('spaces')} UNION ALL ${firstOf('collections')} ORDER BY position ${direction} LIMIT 1`;
}

/** A place at the end of the list. */
export function lastPosition(db: Database, { organization, parent }: Place, moving = ''): string {
  const last = db.get<{ position: string }>(firstPosition('DESC'), organization, parent, moving);
  return positionBetween(last?.position);
}

/** A place right after a sibling. */
export const positionAfter = (db: Database, sibling: Sibling, moving = ''): string =>
  positionBetween(sibling.position, neighbour(db, sibling, 'after', moving));

/**
 * The place a `position` of the platform means, for a thing that moves into `place`.
 * 404 for an unknown pointer, 409 for one that is elsewhere, 400 for itself or two pointers that contradict.
 */
export function positionOf(db: Database, place: Place, position: Position, moving: string): string {
  const before = position.before && sibling(db, place, position.before, moving);
  const after = position.after && sibling(db, place, position.after, moving);
  if (before && after) {
    if (after.position >= before.position) {
      throw badRequest(`position: "${after.id}" is not right before "${before.id}"`);
    }
    return positionBetween(after.position, neighbour(db, after, 'after', moving));
  }
  if (before) return positionBetween(neighbour(db, before, 'before', moving), before.position);
  if (after) return positionAfter(db, after, moving);
  return lastPosition(db, place, moving);
}

function neighbour(
  db: Database,
  { organization, parent, position }: Sibling,
  side: 'before' | 'after',
  moving: string,
): string | undefined {
  const sql =
    side === 'before'
      ? firstPosition('DESC', 'AND position < ?4')
      : firstPosition('ASC', 'AND position > ?4');
  return db.get<{ position: string }>(sql, organization, parent, moving, position)?.position;
}

function sibling(
  db: Database,
  place: Place,
  pointer: NonNullable<Position['before']>,
  moving: string,
): Sibling {
  const id = pointer.type === 'space' ? pointer.space : pointer.collection;
  if (id === moving) throw badRequest(`position: "${id}" cannot be placed next to itself`);
  const table = pointer.type === 'space' ? 'spaces WHERE deletedAt IS NULL AND' : 'collections WHERE';
  const found = db.get<Sibling>(`SELECT id, organization, parent, position FROM ${table} id = ?`, id);
  if (!found || found.organization !== place.organization) throw notFound(pointer.type, id);
  if (found.parent !== place.parent) {
    throw conflict(`position: ${pointer.type} "${id}" is not in ${place.parent ?? 'the top level'}`);
  }
  return found;
}

/** Imports that run in the background, and how they went. */
export const importRuns = table(
  'importRuns',
  {
    id: key(),
    organization: partOf('organizations'),
    space: partOf('spaces'),
    changeRequest: textOrNull(),
    /** Id of the page that the imported ones are put under. */
    page: textOrNull(),
    site: textOrNull(),
    source: json<NonNullable<ContentImportRun['source']>>(),
    status: text<ContentImportRun['status']>(),
    reason: textOrNull(),
    pages: json<NonNullable<ContentImportRun['pages']>>(),
    /** The process that runs it. */
    owner: text(),
    createdBy: text(),
    startedAt: textOrNull(),
    completedAt: textOrNull(),
    createdAt: text(),
    updatedAt: text(),
  },
  { indexes: ['CREATE INDEX importRuns_by_organization ON importRuns (organization, createdAt)'] },
);
export type ImportRunRow = RowOf<typeof importRuns>;
