// Deleting a space and bringing it back within 7 days.

import { changeSpace, isGone, retentionStart, type SpaceRow, spaces } from '../../db/content/spaces.ts';
import { permissions } from '../../db/people/organizations.ts';
import type { Call } from '../../sandbox.ts';
import { sees } from '../../who-sees.ts';
import { conflict, notFound, WireError } from '../../wire-error.ts';
import { takeOffSites } from '../sites/order.ts';

/** A space, also a deleted one while it can be restored (with `deletedAt`). */
export function readSpace(call: Call, spaceId: string): SpaceRow {
  const space = spaces(call.db).find({ id: spaceId });
  if (!space || isGone(space, call.now())) throw notFound('space', spaceId);
  call.access.requireSpace(space, 'view');
  return space;
}

/** Returns whether there was a space to delete. Clears away those that can no longer be restored. */
export async function deleteSpace(call: Call, spaceId: string): Promise<boolean> {
  const { removeSpaceContent } = await import('./remove-space-content.ts');
  return call.db.transaction(() => {
    const space = spaces(call.db).find({ id: spaceId });
    if (!space || space.deletedAt !== null || !sees(call, { kind: 'space', row: space })) return false;
    call.access.requireSpace(space, 'admin');
    const now = call.now().toISOString();
    spaces(call.db).update({ id: spaceId }, { deletedAt: now, updatedAt: now });
    const sql = 'SELECT id FROM spaces WHERE deletedAt < ?';
    for (const { id: gone } of call.db.all<{ id: string }>(sql, retentionStart(call.now()))) {
      removeSpaceContent(call, gone);
      permissions(call.db).remove({ kind: 'space', target: gone });
      takeOffSites(call.db, gone);
      spaces(call.db).remove({ id: gone });
    }
    return true;
  });
}

/** Brings a deleted space back to where it was. 404 after 7 days, 409 when it is not deleted. */
export function restoreSpace(call: Call, spaceId: string): SpaceRow {
  return call.db.transaction(() => {
    const space = spaces(call.db).find({ id: spaceId });
    if (!space || !sees(call, { kind: 'space', row: space })) throw notFound('space', spaceId);
    if (isGone(space, call.now())) {
      throw new WireError(404, `space "${spaceId}" was deleted more than 7 days ago and cannot be restored`);
    }
    call.access.requireSpace(space, 'admin');
    if (space.deletedAt === null) throw conflict(`space "${space.title}" is not deleted`);
    return changeSpace(call.db, spaceId, { deletedAt: null }, call.now().toISOString());
  });
}
