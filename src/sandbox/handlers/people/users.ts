// The caller.
import { getCaller } from '../../../api/people/users.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle } from '../../handler.ts';
import { userView } from '../../views/people/users.ts';

export default [handle(getCaller, (call) => userView(call, call.caller.userId))];

export const fidelity: FidelityOf = {
  caller: 'real',
};
