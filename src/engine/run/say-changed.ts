// What is said of a change once it was sent: what became of its target, and how to undo it.
import { DocsError } from '../../errors.ts';
import { shellWord } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';
import type { Already, Run } from '../model/command-type.ts';
import { nameThing, printOutcome, sayDone } from './outcome.ts';
import { print } from './print.ts';
import { describe, withoutOf } from './target.ts';

/** Of a deletion, which has no answer to show. */
export async function sayDeleted(run: Run, outcome: 'deleted' | 'absent'): Promise<void> {
  await printOutcome(run, outcome, outcome === 'deleted' ? undoOf(run) : undefined);
  if (outcome === 'absent')
    note(run.context.io, `${describe(run)} ${(await withoutOf(run)) ?? 'does not exist'}`);
  else await sayChanged(run, undefined);
}

/** The line of success, and the command that undoes it. */
export async function sayChanged(run: Run, result: unknown): Promise<void> {
  await sayDone(run, result);
  const undo = undoOf(run);
  if (undo !== undefined) note(run.context.io, `undo: ${undo}`);
}

/** Waits as the command does, and shows how it ended; where the wait fails, what was answered before it. */
export async function showEnded(run: Run, answer: unknown): Promise<unknown> {
  await sayChanged(run, answer);
  const show = (state: unknown, outcome: string) =>
    answer === undefined ? printOutcome(run, outcome) : print(run, state);
  const ended = await run.command.follow?.(run, answer).catch(async (error: unknown) => {
    // What was waited for in vain may still end well.
    await show(answer, error instanceof DocsError && error.outcome === 'rejected' ? 'failed' : 'started');
    throw error;
  });
  await show(ended, 'finished');
  return ended;
}

/** Nothing was left to do. */
export async function printAlready(run: Run, { outcome, line, thing }: Already): Promise<void> {
  if (thing === undefined) await printOutcome(run, outcome);
  else await print(run, thing);
  note(run.context.io, run.flags.dryRun ? `${line}; nothing was sent` : line);
}

/** An update that would have changed nothing: with what is there, as the command would have printed it. */
export async function printSame(run: Run, before: unknown): Promise<void> {
  const { SAME } = await import('../journal/record-change.ts');
  const thing = typeof before === 'object' && before !== null ? { ...before } : {};
  const line = `${nameThing(thing) ?? describe(run)} is ${SAME}`;
  const isAnswer = run.operation.result !== undefined;
  await printAlready(run, { outcome: SAME, line, ...(isAnswer && { thing }) });
}

/** The command that undoes it, ready to be typed. */
export function undoOf(run: Run): string | undefined {
  const {
    command: { undo, args },
    target,
    input,
  } = run;
  const id = target?.id ?? input[args[0]?.field ?? ''] ?? '';
  return undo?.replace('{}', () => shellWord(String(id)));
}
