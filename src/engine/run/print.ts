// What came back, as it is shown.
import { requireUnknown } from '../fields/unknown-fields.ts';
import type { Run } from '../model/command-type.ts';
import { chosenFormat, presented, printItem, viewOf } from './view.ts';

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
