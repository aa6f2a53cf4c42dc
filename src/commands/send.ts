// Sends the request and shows what came back.

import { NotFoundError } from '../errors.ts';
import { done, note } from '../output/note.ts';
import { renderItem } from '../output/render.ts';
import { describe } from './confirm.ts';
import { titleOf } from './names.ts';
import { forgetNames } from './remember.ts';
import type { Run } from './run.ts';
import { showList, showRows } from './show-list.ts';
import { chosenFormat, presented, viewOf } from './view.ts';
import { withReferences } from './with-references.ts';

export async function sendAndShow(run: Run): Promise<void> {
  const { operation, command } = run;
  if (operation.paging === 'pages') return showList(run);
  if (operation.method === 'DELETE') return remove(run);
  const result = await withReferences(run, async (input) => (await run.client()).call(operation, input));
  if (operation.method !== 'GET') await forgetNames(run);
  await show(run, result);
  await command.after?.(run, result);
}

async function remove(run: Run): Promise<void> {
  const client = await run.client();
  const { status } = await withReferences(run, (input) => client.callWithStatus(run.operation, input));
  await forgetNames(run);
  const what = describe(run);
  // 204: there was nothing to delete; 205: it has been deleted (open points, section 1).
  if (status === 204) {
    if (run.flags.mustExist) throw new NotFoundError(`${what} was already absent`);
    note(run.context.io, `${what} was already absent`);
    return;
  }
  done(run.context.io, `${run.command.done ?? 'deleted'} ${what}`);
  printUndo(run);
  await run.command.after?.(run, undefined);
}

export async function show(run: Run, result: unknown): Promise<void> {
  await print(run, result);
  run.command.verify?.(run, result);
  if (run.operation.method !== 'GET') echo(run, result);
}

async function print(run: Run, result: unknown): Promise<void> {
  if (run.flags.web) return (await import('./web.ts')).openThing(run, result);
  const { io } = run.context;
  const { operation, command } = run;
  if (result === undefined) return;
  const quietTerminal = operation.method !== 'GET' && io.outTty && chosenFormat(run) === undefined;
  if (quietTerminal) return;
  if (command.rows) return showRows(run, result, command.rows);
  await renderItem(io, presented(run, [result])[0], viewOf(run));
}

const DONE: Record<string, string> = {
  sync: 'synced',
  get: 'got',
  set: 'set',
  add: 'added',
  run: 'started',
  import: 'started the import of',
};

/** Title and id of what was changed, on standard error. */
function echo(run: Run, result: unknown): void {
  const { command, context } = run;
  const { verb } = command;
  const past = command.done ?? DONE[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`);
  done(context.io, `${past} ${named(run, result)}`);
  printUndo(run);
}

function named(run: Run, result: unknown): string {
  const record = typeof result === 'object' && result !== null ? (result as Record<string, unknown>) : {};
  const title = titleOf(record);
  const id = record.id ?? record.name;
  if (typeof record.object !== 'string' || id === undefined) return describe(run);
  const number = record.number === undefined ? '' : ` #${record.number}`;
  return `${record.object.replaceAll('-', ' ')}${number}${title === undefined ? '' : ` "${title}"`} (${id})`;
}

function printUndo(run: Run): void {
  const { undo, args } = run.command;
  if (!undo) return;
  const id = run.target?.id ?? run.input[args[0]?.field ?? ''] ?? '';
  note(run.context.io, `to take it back: ${undo.replace('{}', String(id))}`);
}
