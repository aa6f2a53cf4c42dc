// Rows become targets of a command: one run of it each. The same for --rows and for objects on standard input.
import { isDeepStrictEqual } from 'node:util';
import { targetArg } from '../many/many-arg.ts';
import type { Target } from '../many/many-targets.ts';
import { titleOf } from '../references/names.ts';
import type { Run } from '../run/run.ts';
import { type Given, takeCell } from './row-cells.ts';
import type { Column } from './row-columns.ts';
import { type Fault, faultOf } from './row-faults.ts';
import { type Named, nameColumns } from './row-names.ts';
import { type RawRow, readRowsFile } from './rows-file.ts';

export interface RowTargets {
  source: string;
  targets: Target[];
  faults: Fault[];
}

/** The rows of --rows as targets, with all that is wrong with them so far. */
export async function readRowTargets(run: Run): Promise<RowTargets> {
  const raw = await readRowsFile(run);
  const { named, faults } = await nameColumns(run, raw);
  if (faults.length > 0) return { source: raw.source, targets: [], faults };
  const headers = headersOf(named);
  const all = [...raw.faults];
  const targets = raw.rows.map((row): Target => ({ ...targetOf(run, row, { named, faults: all }), headers }));
  return { source: raw.source, targets, faults: all };
}

/** What the file calls the fields of the input. */
function headersOf(named: Named): Map<string, string> {
  return new Map([...named].flatMap(([name, column]) => (column ? [[fieldOf(column), name] as const] : [])));
}

function fieldOf(column: Column): string {
  if (column.kind === 'argument') return column.arg.field;
  if (column.kind === 'field') return column.field.path.join('.');
  return column.kind === 'object' ? column.field : column.name;
}

function targetOf(run: Run, row: RawRow, { named, faults }: { named: Named; faults: Fault[] }): Target {
  const { where, line } = row;
  const given = emptyRow();
  for (const [name, value] of row.cells) {
    const column = named.get(name);
    const clear = value === run.flags.null;
    // An empty cell of a table leaves its field alone.
    if (!column || (value === '' && !clear)) continue;
    giveCell({ given, column, faults, where, header: name }, { value, clear });
  }
  for (const { field, label, required } of run.command.args) {
    if (!required || given.input[field] !== undefined || run.input[field] !== undefined) continue;
    const header = [...named].find(([, one]) => one?.kind === 'argument' && one.arg.field === field)?.[0];
    const column = header === undefined ? {} : { column: header };
    faults.push({ where, ...column, message: `${label} is missing` });
  }
  return { ...given, text: nameOf(run, given) ?? where, where, line };
}

export const emptyRow = (): Given => ({ args: {}, flags: {}, input: {}, fields: {} });

interface Giving {
  given: Given;
  column: Column;
  faults: Fault[];
  where: string;
  /** The name of the column, where a fault should say it. */
  header?: string;
}

/** Adds a cell to its row, or a fault to the others. */
export function giveCell(
  { given, column, faults, where, header }: Giving,
  cell: Parameters<typeof takeCell>[2],
): void {
  try {
    takeCell(given, column, cell);
  } catch (error) {
    faults.push(faultOf(error, { where, ...(header !== undefined && { column: header }) }));
  }
}

/** What its target is called, or what it makes. */
function nameOf(run: Run, { args, input, fields }: Given): string | undefined {
  const target = targetArg(run.command);
  const label = target?.label ?? run.command.args[0]?.label;
  const text = label === undefined ? undefined : (args[label] ?? run.args[label]);
  const title = titleOf({ ...input, ...fields });
  return text ?? (target === undefined && typeof title === 'string' ? title : undefined);
}

/** A target of an earlier and a later row that want different things of it. */
export const differs = (one: Target, other: Target): boolean =>
  !isDeepStrictEqual(one.fields ?? {}, other.fields ?? {});
