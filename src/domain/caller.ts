// Who a token belongs to, as commands say it whose answer others rely on.
import { getCaller } from '../api/people/members.ts';
import type { Client } from '../client/client.ts';
import { ProtocolError } from '../errors.ts';

/** Throws ProtocolError where the answer names nobody: another API, or the page of a network, may answer with any JSON. */
export async function readCaller(client: Client) {
  const caller = await client.call(getCaller, {});
  if (typeof caller?.id === 'string' && caller.id !== '') return caller;
  throw new ProtocolError(`the response of ${getCaller.id} lacks "id"`, {
    outcome: 'rejected',
    hint: 'this may be the wrong host, or another version of it: docs context',
  });
}
