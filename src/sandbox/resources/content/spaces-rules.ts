// Spaces: made, moved and set up.
import type {
  MergeRulesSpaceConfiguration as MergeRules,
  ContentPosition as Position,
} from '../../../api/content/spaces.generated.ts';
import type {
  createSpace as createSpaceOperation,
  updateSpace as updateSpaceOperation,
} from '../../../api/content/spaces.ts';
import type { InputOf } from '../../../api/operation.ts';
import { atLeast, missing } from '../../access.ts';
import { readExpression } from '../../content/expressions/parse.ts';
import { revisionsStore } from '../../db/content/content.ts';
import {
  changeSpace,
  collections,
  lastPosition,
  liveSpace,
  positionAfter,
  positionOf,
  type SpaceChanges,
  type SpaceRow,
  spaces,
} from '../../db/content/spaces.ts';
import { gitOperations, gitSetups } from '../../db/integrations/git.ts';
import { members, organizations, permissions } from '../../db/people/organizations.ts';
import { removeChangeRequests } from '../../db/review/change-requests.ts';
import { sitesShowing } from '../../db/sites/sites.ts';
import { firstCharacters } from '../../limits.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { newId } from '../../urls.ts';
import { badRequest, conflict, notFound, preconditionFailed } from '../../wire-error.ts';
import { readIntegration } from '../integrations/publish.ts';

const TITLE_LIMIT = 50;

/** Creates a space with its first revision. New spaces start locked: their content changes by change requests. */
export async function createSpace(
  call: Call,
  input: InputOf<typeof createSpaceOperation>,
): Promise<SpaceRow> {
  const place = { organization: input.organizationId, parent: input.parent ?? null };
  requireCreate(call, place);
  if (input.computedSource) {
    const { type } = input.computedSource;
    const name = /^integration:([^:]+)/.exec(type)?.[1];
    if (name !== undefined) readIntegration(call, name);
    throw conflict(
      `the sandbox runs nothing that computes the content of a space (computedSource "${type}")`,
    );
  }
  const { createFirstRevision } = await import('./templates.ts');
  const { empty, template } = input;
  return call.db.transaction(() => {
    const row = insert(call, {
      ...place,
      title: input.title ?? 'Untitled',
      emoji: input.emoji ?? null,
      language: input.language ?? null,
      editMode: input.editMode ?? 'locked',
      position: lastPosition(call.db, place),
    });
    const revision = createFirstRevision(call, row.id, {
      ...(empty !== undefined && { empty }),
      ...(template && { template }),
      createdBy: call.caller.userId,
    });
    return changeSpace(call.db, row.id, { revision }, row.createdAt);
  });
}

/** Copies a space right after itself: content and settings, but no comments, change requests or git setup. */
export async function duplicateSpace(call: Call, spaceId: string): Promise<SpaceRow> {
  const source = liveSpace(call.db, spaceId);
  call.access.requireSpace(source, 'view');
  requireCreate(call, source);
  const { copyRevision } = await import('./templates.ts');
  return call.db.transaction(() => {
    const original = liveSpace(call.db, spaceId);
    const { organization, parent, emoji, icon, language, defaultLevel, mergeRules } = original;
    const row = insert(call, {
      ...{ organization, parent, emoji, icon, language, defaultLevel, mergeRules },
      title: `${firstCharacters(original.title, TITLE_LIMIT - ' (copy)'.length)} (copy)`,
      editMode: 'locked',
      position: positionAfter(call.db, original),
    });
    const revision = copyRevision(call, original.revision, row.id, call.caller.userId);
    return changeSpace(call.db, row.id, { revision }, row.createdAt);
  });
}

type New = Pick<SpaceRow, 'organization' | 'parent' | 'title' | 'position' | 'editMode'> & Partial<SpaceRow>;

/** Whoever makes a space administrates it, also with the role create. */
function insert(call: Call, fields: New): SpaceRow {
  const now = call.now().toISOString();
  const row: SpaceRow = {
    id: newId(),
    emoji: null,
    icon: null,
    revision: '',
    defaultLevel: 'inherit',
    language: null,
    mergeRules: { type: 'inherit' },
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    ...fields,
  };
  spaces(call.db).insert(row);
  grantAdmin(call, 'space', row);
  return row;
}

/** Whoever makes a space or collection administrates it, also with the role create. */
export function grantAdmin(
  call: Call,
  kind: 'space' | 'collection',
  { id, organization }: Pick<SpaceRow, 'id' | 'organization'>,
): void {
  if (call.access.memberRole(organization) === 'admin') return;
  const subject = { subject: 'user' as const, subjectId: call.caller.userId };
  permissions(call.db).put({ kind, target: id, ...subject, role: 'admin' });
}

/** 404 for a collection the organization does not have, 403 without the right to put something there. */
export function requireCreate(
  call: Call,
  { organization, parent }: { organization: string; parent: string | null },
): void {
  call.access.requireOrganization(organization, parent === null ? 'createContent' : 'view');
  if (parent === null) return;
  const collection = collections(call.db).find({ id: parent });
  if (collection?.organization !== organization) throw notFound('collection', parent);
  const role = call.access.collectionRole(parent);
  if (!atLeast(role, 'create')) throw missing('create', `collection "${collection.title}"`, role);
}

interface Move {
  /** Absent: stays where it is; null: the top level of the organization. */
  parent?: string | null | undefined;
  position?: Position | undefined;
}

/** Where a move takes a space or collection; undefined where it stays. Errors: see `requireCreate`, `positionOf`. */
export function movedTo(
  call: Call,
  { id, organization, parent }: Pick<SpaceRow, 'id' | 'organization' | 'parent'>,
  { parent: wanted = parent, position }: Move,
): Pick<SpaceRow, 'parent' | 'position'> | undefined {
  const place = { organization, parent: wanted };
  if (wanted !== parent) requireCreate(call, place);
  else if (!position) return undefined;
  const at = position ? positionOf(call.db, place, position, id) : lastPosition(call.db, place, id);
  return { parent: wanted, position: at };
}

/** 404 without such an organization, 409 where it is there already, 403 without the right to create there. */
export function requireTransfer(
  { db, access }: Call,
  what: string,
  { title, organization: own }: Pick<SpaceRow, 'title' | 'organization'>,
  organization: string,
): void {
  if (!organizations(db).find({ id: organization })) throw notFound('organization', organization);
  if (own === organization) throw conflict(`${what} "${title}" already belongs to this organization`);
  access.requireOrganization(organization, 'createContent');
}

/** Moves a space into a collection, out of it, or among its siblings. Errors: see `positionOf`. */
export const moveSpace = (call: Call, { spaceId, ...move }: Move & { spaceId: string }): SpaceRow =>
  call.db.transaction(() => {
    const space = liveSpace(call.db, spaceId);
    call.access.requireSpace(space, 'admin');
    const changes = movedTo(call, space, move);
    return changes ? changeSpace(call.db, space.id, changes, call.now().toISOString()) : space;
  });

/**
 * Hands a space over to another organization. 404: no such organization; 409: it is there already;
 * 412: a site of its organization shows it.
 */
export function transferSpace(call: Call, spaceId: string, organization: string): SpaceRow {
  return call.db.transaction(() => {
    const space = liveSpace(call.db, spaceId);
    call.access.requireSpace(space, 'admin');
    requireTransfer(call, 'space', space, organization);
    refuseWhileShown(call, space);
    permissions(call.db).remove({ kind: 'space', target: space.id });
    const place = { organization, parent: null };
    const position = lastPosition(call.db, place);
    // Rules may name reviewers who are no members there.
    const changes = { ...place, position, mergeRules: { type: 'inherit' as const } };
    const moved = changeSpace(call.db, space.id, changes, call.now().toISOString());
    grantAdmin(call, 'space', moved);
    return moved;
  });
}

function refuseWhileShown(call: Call, space: SpaceRow): void {
  const titles = sitesShowing(call.db, space.id).map(({ title }) => `"${title}"`);
  if (titles.length === 0) return;
  throw preconditionFailed(`space "${space.title}" is shown on ${titles.join(', ')}: remove it there first`);
}

/** Changes what is given. 400 for emoji and icon together, or for merge rules that cannot hold. */
export const updateSpace = (
  call: Call,
  { spaceId, ...input }: InputOf<typeof updateSpaceOperation>,
): SpaceRow =>
  call.db.transaction(() => {
    const space = liveSpace(call.db, spaceId);
    call.access.requireSpace(space, 'admin');
    if (input.mergeRules) requireSoundRules(call, space.organization, input.mergeRules);
    const changes = changesOf(input);
    if (Object.keys(changes).length === 0) return space;
    return changeSpace(call.db, spaceId, changes, call.now().toISOString());
  });

function changesOf({
  emoji,
  icon,
  ...rest
}: Omit<InputOf<typeof updateSpaceOperation>, 'spaceId'>): SpaceChanges {
  if (emoji && icon)
    throw badRequest('emoji and icon cannot be used together: send one of them, or both as null');
  const changes: SpaceChanges = {};
  // One takes the place of the other; null clears only itself.
  if (emoji !== undefined) Object.assign(changes, { emoji }, emoji && { icon: null });
  if (icon !== undefined) Object.assign(changes, { icon }, icon && { emoji: null });
  for (const [key, value] of Object.entries(rest)) {
    if (value !== undefined) Object.assign(changes, { [key]: value });
  }
  return changes;
}

/** Rules that name people may name members of the organization only, and an expression must be one. Throws 400. */
export function requireSoundRules(call: Call, organization: string, rules: MergeRules): void {
  if (rules.type !== 'rules') return;
  for (const rule of rules.rules) {
    if (rule.rule === 'custom') readExpression('mergeRules', rule.expression);
    for (const user of 'users' in rule ? rule.users : []) {
      if (!members(call.db).find({ organization, user })) {
        throw badRequest(`mergeRules: user "${user}" is not a member of the organization`);
      }
    }
  }
}

// What goes when a space is gone for good.

/** Forgets a space's revisions, change requests, reviews and git state. Content that other spaces share stays. */
export function removeSpaceContent({ db }: Pick<Sandbox, 'db'>, spaceId: string): void {
  db.transaction(() => {
    removeChangeRequests(db, spaceId);
    gitOperations(db).remove({ space: spaceId });
    gitSetups(db).remove({ space: spaceId });
    revisionsStore(db).removeOfSpace(spaceId);
  });
}
