// What came back, as it is shown.
import type { ResultSoFar } from '../../output/io.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Run } from '../model/command-type.ts';
import { chosenFormat, presented, printItem, requireUnknown, viewOf } from './view.ts';

/** The answer, or the row in its place. */
export async function print(run: Run, result: unknown): Promise<void> {
  if (run.flags.web) return (await import('./web.ts')).openThing(run, result);
  const { io } = run.context;
  const { operation, command } = run;
  if (result === undefined) {
    if (operation.method !== 'GET') await (await import('./outcome.ts')).printChanged(run);
    return;
  }
  const quietTerminal = operation.method !== 'GET' && io.outTty && chosenFormat(run) === undefined;
  if (quietTerminal) return;
  if (command.rows) return (await import('./show-list.ts')).showRows(run, result, command.rows);
  const [shown] = await presented(run, [result]);
  const view = viewOf(run);
  requireUnknown(run, [result]);
  await printItem(run, shown, view);
}

/**
 * What a command without a result of its own has done, for a program that asked for a format: one object. Nothing for a
 * person, who has read it.
 */
export async function printTold(run: Run, { hasResult, done }: ResultSoFar): Promise<void> {
  const format = chosenFormat(run);
  const { local, prints } = run.command;
  if (hasResult || format === undefined || format === 'table' || format === 'id' || (local && !prints))
    return;
  const { message, ...facts } = done ?? {};
  const item = { ok: true, ...facts, ...(message !== undefined && { message: safeLine(message) }) };
  await printItem(run, item, viewOf(run, Object.keys(item)));
}
