// Collections: nested groups of spaces, in one order with the spaces beside them.
import type {
  createCollection as createOperation,
  updateCollection as updateOperation,
} from '../../../../api/content/collections.ts';
import type { InputOf } from '../../../../api/operation.ts';
import { missing } from '../../../access.ts';
import { type CollectionRow, collectionStore } from '../../../db/content/collections.ts';
import { lastPosition } from '../../../db/content/siblings.ts';
import { permissionStore } from '../../../db/people/members.ts';
import { newId } from '../../../ids.ts';
import type { Call } from '../../../sandbox.ts';
import { collectionPermissions } from '../../../views/content/collections.ts';
import { conflict, notFound } from '../../../wire-error.ts';
import { requireCreate } from '../spaces/create.ts';

/** A collection the caller may see. 404 for others: nobody learns that they are there. */
export function readCollection(call: Call, id: string): CollectionRow {
  const row = collectionStore(call.db).row(id);
  if (!row || !collectionPermissions(call, id).view) throw notFound('collection', id);
  return row;
}

/** A collection the caller administrates. 404, 403. */
export function ownCollection(call: Call, id: string): CollectionRow {
  const row = readCollection(call, id);
  if (collectionPermissions(call, id).admin) return row;
  throw missing('admin', `collection "${row.title}"`, call.access.collectionRole(id));
}

/** Creates a collection at the end of its level. 404 for an unknown parent, 403 without the right to put it there. */
export function createCollection(call: Call, input: InputOf<typeof createOperation>): CollectionRow {
  return call.db.transaction(() => {
    const place = { organization: input.organizationId, parent: input.parent ?? null };
    requireCreate(call, place);
    const now = call.now().toISOString();
    const row: CollectionRow = {
      ...place,
      id: newId(),
      title: input.title ?? 'Untitled',
      description: null,
      defaultLevel: 'inherit',
      position: lastPosition(call.db, place),
      createdAt: now,
      updatedAt: now,
    };
    collectionStore(call.db).insert(row);
    grantAdmin(call, row);
    return row;
  });
}

/** Whoever makes a collection administrates it, also with the role create. */
export function grantAdmin(call: Call, { id, organization }: CollectionRow): void {
  if (call.access.memberRole(organization) === 'admin') return;
  permissionStore(call.db).grant({
    kind: 'collection',
    target: id,
    subject: 'user',
    subjectId: call.caller.userId,
    role: 'admin',
  });
}

export function updateCollection(
  call: Call,
  { collectionId, ...changes }: InputOf<typeof updateOperation>,
): CollectionRow {
  return call.db.transaction(() => {
    ownCollection(call, collectionId);
    const { title, description, defaultLevel } = changes;
    collectionStore(call.db).update(collectionId, {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(defaultLevel !== undefined && { defaultLevel }),
      updatedAt: call.now().toISOString(),
    });
    return rowOf(call, collectionId);
  });
}

export function rowOf(call: Call, id: string): CollectionRow {
  const row = collectionStore(call.db).row(id);
  if (!row) throw notFound('collection', id);
  return row;
}

/** Returns whether there was one. 409 while something stands in it. */
export function deleteCollection(call: Call, id: string): boolean {
  return call.db.transaction(() => {
    const row = collectionStore(call.db).row(id);
    if (!row || !collectionPermissions(call, id).view) return false;
    ownCollection(call, id);
    const count = collectionStore(call.db).contentCount(id);
    if (count > 0) {
      throw conflict(`collection "${row.title}" is not empty (${count}): move its content first`);
    }
    permissionStore(call.db).revokeAll('collection', id);
    return collectionStore(call.db).remove(id);
  });
}
