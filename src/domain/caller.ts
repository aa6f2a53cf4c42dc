// Who a token belongs to, as commands say it whose answer others rely on.
import { getCaller } from '../api/people/members.ts';
import type { Client } from '../client/client.ts';
import { misfitOf } from '../client/unexpected-response.ts';
import { ProtocolError } from '../errors.ts';

/** Throws ProtocolError where the answer names nobody: another API, or the page of a network, may answer with any JSON. */
export async function readCaller(client: Client) {
  const caller = await client.call(getCaller, {});
  if (typeof caller?.id === 'string' && caller.id !== '') return caller;
  const misfit = misfitOf({ operation: getCaller, value: caller }) ?? 'lacks "id"';
  throw new ProtocolError(`the response of ${getCaller.id} ${misfit}`, {
    outcome: 'rejected',
    hint: 'this may be the wrong host, or another version of it: docs context',
  });
}
