// Runs the command of a line that has been read: once, or once for each of its targets.
import type { Context } from '../../context.ts';
import { withoutNotes } from '../../output/note.ts';
import { isMany, manyArg } from '../many/many-arg.ts';
import { refuseWithoutRows } from '../rows/rows-flags.ts';
import { checkOutput } from '../run/output-flags.ts';
import { refuseWithoutOthers } from '../run/refusals.ts';
import type { Parsed } from '../run/run.ts';
import type { Command } from './command.ts';
import { readsRows } from './flags.ts';

/** Returns when the command has ended. Throws what it throws, and UsageError for flags that do not go together. */
export async function runLeaf(given: Context, command: Command, parsed: Parsed): Promise<void> {
  const { args, flags } = parsed;
  checkOutput(flags, given.env, given.argv);
  const context = flags.quiet ? { ...given, io: withoutNotes(given.io) } : given;
  refuseWithoutRows(command, parsed, given.argv);
  refuseWithoutOthers(command, flags, given.argv);
  if (flags.where !== undefined && manyArg(command) && flags.fields !== true) {
    const { runPicked } = await import('../select/where-targets.ts');
    return runPicked(context, command, parsed);
  }
  if (flags.rows !== undefined && flags.fields !== true && readsRows(command)) {
    const { readRows } = await import('../rows/read-rows.ts');
    return readRows(context, command, parsed);
  }
  const several = isMany(args.slice(command.args.length - 1)) || flags.resume === true;
  // The rows of a job are its own.
  const isMultiple =
    (flags.rows !== undefined && !command.isJob) || (manyArg(command) && several && !flags.allReady);
  if (isMultiple && flags.fields !== true) {
    const { runMany } = await import('../many/many.ts');
    return runMany(context, command, parsed);
  }
  const { execute } = await import('../run/run.ts');
  await execute(context, command, parsed);
}
