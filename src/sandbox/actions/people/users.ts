// Users: who knows of whom, and what somebody may change of themselves.
import type { InputOf } from '../../../api/operation.ts';
import type { updateUser as updateOperation } from '../../../api/people/users.ts';
import { type UserRow, userStore } from '../../db/people/users.ts';
import type { Call } from '../../sandbox.ts';
import { forbidden, notFound } from '../../wire-error.ts';

/** Throws 404 for who is in no organization of the caller. */
export function requireKnown(call: Call, userId: string): void {
  if (userId === call.caller.userId) return;
  const known = call.db.get(
    `SELECT 1 FROM members a JOIN members b ON b.organization = a.organization
     WHERE a.user = ? AND a.disabled = 0 AND b.user = ?`,
    call.caller.userId,
    userId,
  );
  if (!known) throw notFound('user', userId);
}

/** Changes what is given. 403 for anybody but oneself, 404 for who is not known. */
export function updateUser(call: Call, { userId, ...input }: InputOf<typeof updateOperation>): UserRow {
  return call.db.transaction(() => {
    requireKnown(call, userId);
    if (userId !== call.caller.userId)
      throw forbidden('only users themselves can change their name and photo');
    const { displayName, photoURL } = input;
    userStore(call.db).update(userId, {
      ...(displayName !== undefined && { displayName }),
      ...(photoURL !== undefined && { photoURL }),
    });
    const row = userStore(call.db).row(userId);
    if (!row) throw notFound('user', userId);
    return row;
  });
}
