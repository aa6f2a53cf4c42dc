// What a command without an answer of its own came to, in the form that a target of many has.
import type { Run } from '../model/command-type.ts';
import { knownNames } from '../references/known-names.ts';
import { typedName } from './display-name.ts';
import { outcomeOf } from './success.ts';
import { chosenFormat, ownView, printItem } from './view.ts';

/** Columns of what became of a target. */
export const OUTCOME_COLUMNS = ['target', 'id', 'outcome', 'error.message'];

/** A row, unless a person reads the line on standard error. `undo`: the command that undoes it. */
export async function printOutcome(run: Run, outcome: string, undo?: string): Promise<void> {
  const { io } = run.context;
  if (io.outTty && chosenFormat(run) === undefined) return;
  const { fields } = run.flags;
  const columns = typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : undefined;
  const view = ownView(run, columns ?? OUTCOME_COLUMNS);
  const row = {
    ...(await targetOf(run)),
    ok: outcome !== 'failed',
    outcome,
    ...(undo !== undefined && { undo }),
  };
  await printItem(run, row, { ...view, idField: 'id', ...(columns && { fields: columns }) });
}

/** A row in place of an answer. */
export const printChanged = (run: Run): Promise<void> => printOutcome(run, outcomeOf(run.command));

/** As it was given, and its ID; of a command without an argument what its path names last. */
async function targetOf(run: Run) {
  const { command, args, input, operation, target } = run;
  const last = command.args.at(-1);
  const field = last?.field ?? Object.keys(operation.params.properties).at(-1) ?? '';
  const all = last?.variadic ? [input[field] ?? []].flat().map(String) : [];
  const id = textOf(all.length === 1 ? all[0] : input[field]);
  const typed = last && args[last.label];
  if (last && (all.length > 1 || (all.length === 1 && typed === undefined)))
    return { target: await namesOf(run, last.field, all), id: id ?? null };
  const given = typed ?? typedName(run, field, id ?? '') ?? id ?? null;
  return { target: given, id: textOf(target?.id) ?? id ?? null };
}

/** Of several that one argument takes. */
async function namesOf(run: Run, field: string, ids: readonly string[]): Promise<string> {
  const names = await knownNames(run, run.command.refs?.[field] ?? field, new Set(ids));
  return ids.map((id) => names.get(id) ?? id).join(', ');
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
