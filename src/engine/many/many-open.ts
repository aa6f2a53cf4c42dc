// What a command on several targets is given: words, standard input, or rows.
import type { Context } from '../../context.ts';
import { seeHelp, UsageError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import type { Command } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { type Faults, refuseFaults } from '../rows/row-faults.ts';
import type { Targets } from '../rows/row-targets.ts';
import { type Parsed, startRun } from '../run/run.ts';
import { manyArg, targetArg } from './many-arg.ts';
import { readTargets } from './many-task.ts';

export interface Opened {
  run: Run;
  /** The input field the targets fill; without a target, what each row makes. */
  field: string;
  /** What the targets are called, where they are words. */
  label?: string;
  words: readonly string[];
  /** Said where there is none. */
  none: string;
}

/** Throws UsageError for words that cannot be targets. */
export function openMany(context: Context, command: Command, parsed: Parsed): Opened {
  const target = manyArg(command);
  if (parsed.flags.rows !== undefined) return openRows(context, command, parsed);
  const fixed = command.args.length - 1;
  const run = startRun(context, command, { ...parsed, args: parsed.args.slice(0, fixed) }, true);
  if (!target) throw seeHelp(run.path, `${run.path} takes one target`);
  const { field, label } = target;
  return { run, field, label, words: parsed.args.slice(fixed), none: 'no targets were given' };
}

/** Words beside the rows are what all rows share. */
function openRows(context: Context, command: Command, parsed: Parsed): Opened {
  const { args, path } = parsed;
  const hint = shellLine([...path.split(' '), '--rows', String(parsed.flags.rows)]);
  if (args.includes('-'))
    throw new UsageError('the targets are either rows (--rows) or on standard input (-)', { hint });
  const isLast = command.args.at(-1)?.variadic === true;
  if (args.length > command.args.length && !isLast)
    throw new UsageError('several targets on the command line do not go with --rows', { hint });
  const run = startRun(context, command, parsed, true);
  const field = targetArg(command)?.field ?? madeBy(run);
  return { run, field, words: [], none: `${parsed.flags.rows} has no rows` };
}

/** `space` of `/orgs/{organizationId}/spaces`. */
function madeBy({ operation }: Run): string {
  const fixed = operation.path.split('/').filter((part) => !part.startsWith('{'));
  return fixed.at(-1)?.replace(/s$/, '').replaceAll('-', ' ') ?? 'row';
}

/** The targets, with what is wrong with them so far. Throws UsageError where all of them are wrong. */
export async function targetsOf(opened: Opened): Promise<{ targets: Targets; faults: Faults }> {
  const found = await (opened.run.flags.rows === undefined ? fromWords(opened) : fromRows(opened));
  if (found.targets.length === 0) refuseFaults(opened.run, found.faults);
  return found;
}

async function fromWords({ run, field, words }: Opened): Promise<{ targets: Targets; faults: Faults }> {
  const faults: Faults = { source: 'standard input', all: [] };
  return { targets: await readTargets(run, { field, words, faults: faults.all }), faults };
}

async function fromRows({ run }: Opened): Promise<{ targets: Targets; faults: Faults }> {
  const { readRowTargets } = await import('../rows/row-targets.ts');
  const { source, targets, faults: all } = await readRowTargets(run);
  return { targets, faults: { source, all } };
}
