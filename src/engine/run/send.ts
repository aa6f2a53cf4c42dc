// Sends the request and shows what came back.

import { mutates } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import type { CallOptions } from '../../client/client-options.ts';
import type { DocsError } from '../../errors.ts';
import type { Run, Sent } from '../model/command-type.ts';
import { withReferences } from '../references/with-references.ts';
import type { Input } from './input.ts';
import { print } from './print.ts';

/** Sends as the command does it, and shows what came back. */
export async function sendInItsWay(run: Run): Promise<void> {
  const { send } = run.command;
  if (!send) return sendAndShow(run);
  const sent = await send(run, () => request(run));
  if (sent) await showSent(run, sent);
}

/** The usual way. */
export async function sendAndShow(run: Run): Promise<void> {
  if (run.operation.paging === 'pages') return (await import('./show-list.ts')).showList(run);
  await showSent(run, await request(run));
}

async function showSent(run: Run, sent: Sent): Promise<void> {
  const { operation, command } = run;
  const { outcome } = sent;
  let { result } = sent;
  if (outcome === 'same') return (await import('./say-changed.ts')).printSame(run, result);
  if (operation.method !== 'GET') await (await import('../references/references.ts')).forgetNames(run);
  const { wait } = run.flags as { wait?: unknown };
  if (outcome === 'done' && command.follow && wait === true)
    result = await (await import('./say-changed.ts')).showEnded(run, result);
  else if (outcome === 'done') await show(run, result, sent.failure);
  else await (await import('./say-changed.ts')).sayDeleted(run, outcome);
  if (outcome !== 'absent') await command.after?.(run, result);
}

/** Sends a run, one of many, as its command does it, and shows nothing. */
export async function sendOne(run: Run, options: CallOptions): Promise<Sent> {
  const usual = () => request(run, options);
  const sent = await (run.command.send ?? usual)(run, usual);
  return sent ?? { outcome: 'done', result: undefined };
}

/** Sends the request of a run and shows nothing. Throws NotFoundError when there is nothing to delete, unless --if-exists allows that. */
async function request(run: Run, options: CallOptions = {}): Promise<Sent> {
  const client = await run.client();
  const { operation } = run;
  if (operation.method === 'DELETE') return requestDeletion(run, client, options);
  try {
    const result = await withReferences(run, (input) => {
      run.unlessSame.add(input);
      return client.call(operation, input, options);
    });
    return { outcome: 'done', result };
  } catch (error) {
    return (await import('../journal/record-change.ts')).asSame(error);
  }
}

async function requestDeletion(run: Run, client: Client, options: CallOptions): Promise<Sent> {
  const { operation } = run;
  const { isTargetMissing, missingFrom } = await import('./target.ts');
  const send = (input: Input) => client.callWithStatus(operation, input, options);
  try {
    const { status } = await withReferences(run, send);
    // 204: there was nothing to delete; 205: it has been deleted (src/api/README.md#deletes).
    if (status !== 204) return { outcome: 'deleted', result: undefined };
  } catch (error) {
    // The target was there a moment ago, or the platform alone knows: then it names its own kind.
    if (!run.flags.ifExists || !isTargetMissing(error, run)) throw error;
    return { outcome: 'absent', result: undefined };
  }
  if (!run.flags.ifExists) throw await missingFrom(run);
  return { outcome: 'absent', result: undefined };
}

export async function show(run: Run, result: unknown, failure?: DocsError): Promise<void> {
  await expectAnswer(run, result);
  await print(run, result);
  if (failure) throw failure;
  if (mutates(run.operation) || run.command.success)
    await (await import('./say-changed.ts')).sayChanged(run, result);
}

/** Operations whose answer has the ID of what was made. */
const CREATES = /\.(?:create|createInChangeRequest|duplicate|start)$/;

/**
 * Throws ProtocolError for an answer with nothing in it, such as `{}` or null, where that is not what the operation has, and
 * for one of a creation without the ID of what was made: a row would be empty, or name what was typed. A change may be
 * answered without a body, but for what it created. `changed`: what is said of a change then.
 */
export async function expectAnswer(
  { operation, command }: Run,
  value: unknown,
  changed: 'applied' | 'unknown' = 'applied',
): Promise<void> {
  const isEmpty = Object.keys(Object(value)).length === 0;
  if (!isEmpty && (Object(value).id || !CREATES.test(operation.id))) return;
  if (value === undefined && command.verb !== 'create') return;
  (await import('./unexpected-failure.ts')).refuseAnswer({ operation, value }, changed);
}
