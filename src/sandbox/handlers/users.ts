// The caller.
import { getCaller } from '../../api/users.ts';
import { handle } from '../handler.ts';
import { userView } from '../views/users.ts';

export default [handle(getCaller, (call) => userView(call, call.caller.userId))];
