// What a command without a result of its own has done, for a program that asked for a format: one object.
import type { Told } from '../../output/io.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Run } from '../model/command-type.ts';
import { chosenFormat, printItem, viewOf } from './view.ts';

/** Nothing for a person, who has read it. */
export async function printTold(run: Run, { hasResult, done }: Told): Promise<void> {
  const format = chosenFormat(run);
  const { local, prints } = run.command;
  if (hasResult || format === undefined || format === 'table' || format === 'id' || (local && !prints))
    return;
  const { message, ...facts } = done ?? {};
  const item = { ok: true, ...facts, ...(message !== undefined && { message: safeLine(message) }) };
  await printItem(run, item, viewOf(run, Object.keys(item)));
}
