// Users: the caller, and whoever is in an organization of the caller.
import { getCaller, getUser, updateUser } from '../../../api/people/users.ts';
import * as users from '../../actions/people/users.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { toUser, userView } from '../../views/people/users.ts';

export default [
  handle(getCaller, (call) => userView(call, call.caller.userId)),

  handle(getUser, (call, { userId }) => {
    users.requireKnown(call, userId);
    return userView(call, userId);
  }),

  handle(updateUser, (call, input) => toUser(call, users.updateUser(call, input))),
];

export const fidelity: FidelityOf = {
  caller: 'real',
  get: 'real',
  update: { limited: 'A photo is a URL that is stored; nothing is fetched from it.' },
};
