// The caller.
import { getCaller } from '../../../api/people/users.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle } from '../../handler.ts';
import { getUser } from '../../locations.ts';
import { userView } from '../../views/people/users.ts';
import { notFound } from '../../wire-error.ts';

export default [
  handle(getCaller, (call) => userView(call, call.caller.userId)),

  // Whoever is in an organization of the caller.
  handle(getUser, (call, { userId }) => {
    const known = call.db.get(
      `SELECT 1 FROM members a JOIN members b ON b.organization = a.organization
       WHERE a.user = ? AND a.disabled = 0 AND b.user = ?`,
      call.caller.userId,
      userId,
    );
    if (!known && userId !== call.caller.userId) throw notFound('user', userId);
    return userView(call, userId);
  }),
];

export const fidelity: FidelityOf = {
  caller: 'real',
};
