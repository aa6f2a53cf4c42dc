// New spaces: created, or copied from another one.

import type { createSpace as createSpaceOperation } from '../../../../api/content/spaces.ts';
import type { InputOf } from '../../../../api/operation.ts';
import { atLeast, missing } from '../../../access.ts';
import {
  changeSpace,
  collections,
  lastPosition,
  liveSpace,
  positionAfter,
  type SpaceRow,
  spaces,
} from '../../../db/content/spaces.ts';
import { permissions } from '../../../db/people/organizations.ts';
import { firstCharacters } from '../../../first-characters.ts';
import { newId } from '../../../ids.ts';
import type { Call } from '../../../sandbox.ts';
import { conflict, notFound } from '../../../wire-error.ts';
import { readIntegration } from '../../integrations/publish.ts';

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
  const { createFirstRevision } = await import('../first-revision.ts');
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
  const { copyRevision } = await import('../first-revision.ts');
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
  grantAdmin(call, row);
  return row;
}

/** Makes the caller administrator of a space, unless they are so anyway. */
export function grantAdmin(call: Call, { id, organization }: SpaceRow): void {
  if (call.access.memberRole(organization) === 'admin') return;
  permissions(call.db).put({
    kind: 'space',
    target: id,
    subject: 'user',
    subjectId: call.caller.userId,
    role: 'admin',
  });
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
