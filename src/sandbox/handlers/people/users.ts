// Users: the caller, and whoever is in an organization of the caller.
import type { InputOf } from '../../../api/operation.ts';
import { getCaller, getUser, updateUser } from '../../../api/people/users.ts';
import { type UserRow, users } from '../../db/people/organizations.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { toUser, userView } from '../../views/people/users.ts';
import { forbidden, notFound } from '../../wire-error.ts';

export default [
  handle(getCaller, (call) => userView(call, call.caller.userId)),

  handle(getUser, (call, { userId }) => {
    requireKnown(call, userId);
    return userView(call, userId);
  }),

  handle(updateUser, (call, input) => toUser(call, changeUser(call, input))),
];

export const fidelity: FidelityOf = {
  'users.update': { limited: 'A photo is a URL that is stored; nothing is fetched from it.' },
};

// Users: who knows of whom, and what somebody may change of themselves.

/** Throws 404 for who is in no organization of the caller. */
function requireKnown(call: Call, userId: string): void {
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
function changeUser(call: Call, { userId, ...input }: InputOf<typeof updateUser>): UserRow {
  return call.db.transaction(() => {
    requireKnown(call, userId);
    if (userId !== call.caller.userId)
      throw forbidden('only users themselves can change their name and photo');
    const { displayName, photoURL } = input;
    users(call.db).update(
      { id: userId },
      {
        displayName,
        photoURL,
      },
    );
    const row = users(call.db).find({ id: userId });
    if (!row) throw notFound('user', userId);
    return row;
  });
}
