// Sends the request and shows what came back.
import { NotFoundError, ValidationError } from '../errors.ts';
import { done, note } from '../output/note.ts';
import { startProgress } from '../output/progress.ts';
import { listWriter, renderItem } from '../output/render.ts';
import { describe } from './confirm.ts';
import type { Input } from './input.ts';
import { limitOf } from './limit.ts';
import { titleOf } from './names.ts';
import type { Run } from './run.ts';
import { findByTitle } from './scope.ts';
import { chosenFormat, presented, viewOf } from './view.ts';

export async function sendAndShow(run: Run): Promise<void> {
  const { operation, command } = run;
  if (operation.paging === 'pages') return showList(run);
  if (operation.method === 'DELETE') return remove(run);
  const result = await withReferences(run, async (input) => (await run.client()).call(operation, input));
  await show(run, result);
  await command.after?.(run, result);
}

/** A string is tried as an id first, at no extra cost; only when the platform does not know it is it a title. */
export async function withReferences<T>(run: Run, work: (input: Input) => Promise<T>): Promise<T> {
  try {
    return await work(run.input);
  } catch (error) {
    if (!mayBeTitle(run, error)) throw error;
    const found = await findByTitle(run, run.operation, run.command.refs);
    if (!found) throw error;
    run.input = found;
    return work(found);
  }
}

/** A host may refuse a title within the body as unknown (404) or as bad input (400). */
const mayBeTitle = ({ command }: Run, error: unknown): boolean =>
  error instanceof NotFoundError || (command.refs !== undefined && error instanceof ValidationError);

async function showList(run: Run): Promise<void> {
  const { io } = run.context;
  const limit = limitOf(run);
  const progress = startProgress(io, run.operation.summary);
  const writer = await listWriter(io, viewOf(run));
  let shown = 0;
  let total: number | undefined;
  let beside: Readonly<Record<string, unknown>> = {};
  try {
    await withReferences(run, async (input) => {
      const client = await run.client();
      for await (const { items, count, rest } of client.pages(
        run.operation,
        input,
        limit === undefined ? {} : { limit },
      )) {
        progress.stop();
        await writer.page(presented(run, items));
        shown += items.length;
        total = count ?? total;
        beside = rest ?? beside;
        if (io.outClosed) return;
        progress.update(`${shown}${total === undefined ? '' : ` of ${total}`}`);
      }
    });
  } finally {
    progress.stop();
  }
  await writer.end();
  if (shown === 0) note(io, `nothing to show: ${run.operation.summary.toLowerCase()} gives an empty list`);
  else if (limit !== undefined && total !== undefined && shown < total)
    note(io, `showing ${shown} of ${total}`);
  const footer = run.command.footer?.(beside);
  if (footer !== undefined) note(io, footer);
}

async function remove(run: Run): Promise<void> {
  const client = await run.client();
  const { status } = await withReferences(run, (input) => client.callWithStatus(run.operation, input));
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
  const { io } = run.context;
  const { operation, command } = run;
  if (result === undefined) return;
  const quietTerminal = operation.method !== 'GET' && io.outTty && chosenFormat(run) === undefined;
  if (quietTerminal) return;
  if (command.rows) return showRows(run, result, command.rows);
  await renderItem(io, presented(run, [result])[0], viewOf(run));
}

/** A list that comes in one answer. */
async function showRows(run: Run, result: unknown, rows: string): Promise<void> {
  const { io } = run.context;
  // Safe: `rows` is a field of the result by the type of the command.
  const found = (result as Record<string, unknown>)[rows];
  const items = Array.isArray(found) ? found : [];
  const limit = limitOf(run) ?? items.length;
  const writer = await listWriter(io, viewOf(run));
  await writer.page(presented(run, items.slice(0, limit)));
  await writer.end();
  if (items.length === 0)
    note(io, `nothing to show: ${run.operation.summary.toLowerCase()} gives an empty list`);
  else if (limit < items.length) note(io, `showing ${limit} of ${items.length}`);
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
  if (typeof record.object !== 'string' || record.id === undefined) return describe(run);
  const number = record.number === undefined ? '' : ` #${record.number}`;
  return `${record.object.replaceAll('-', ' ')}${number}${title === undefined ? '' : ` "${title}"`} (${record.id})`;
}

function printUndo(run: Run): void {
  const { undo, args } = run.command;
  if (!undo) return;
  const id = run.target?.id ?? run.input[args[0]?.field ?? ''] ?? '';
  note(run.context.io, `to take it back: ${undo.replace('{}', String(id))}`);
}
