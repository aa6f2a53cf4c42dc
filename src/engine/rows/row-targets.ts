// Rows become targets of a command: one run of it each. The same for --rows and for objects on standard input.

import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell, shellLine } from '../../files/shell-word.ts';
import type { Run } from '../model/command-type.ts';
import { targetArg } from '../model/flags.ts';
import { loadLeaf } from '../model/load.ts';
import { isHarmless } from '../model/option.ts';
import { meant, titleOf } from '../references/names.ts';
import type { Input } from '../run/input.ts';
import { fieldNames } from '../run/view.ts';
import { type Cell, type Given, takeCell } from './row-cells.ts';
import { byName, type Column, columnsOf } from './row-columns.ts';
import { type Fault, faultOf } from './row-faults.ts';
import { type RawRow, type RawRows, readRowsFile } from './rows-file.ts';

export interface Target {
  /** As it was given. */
  text: string;
  /** What the list calls it, where --where picked it and nobody typed a name: told in place of its ID. */
  title?: string;
  /** What came with it: an object on standard input says where it is, and has fields of its own. */
  input: Input;
  /** The fields among them. */
  fields?: Input;
  /** Flags and arguments of its row. */
  flags?: Record<string, unknown>;
  args?: Record<string, string>;
  /** `line 3` of standard input, or of the rows. */
  where?: string;
  line?: number;
  /** What the rows call the fields of the input. */
  headers?: ReadonlyMap<string, string>;
}

// Which column of a file is which column of the command: by its name, or as --map says.

/** By the name that the file gives it; null: it is to be left alone. */
type Named = ReadonlyMap<string, Column | null>;

/** The columns of a file, and a fault for each that the command does not have. */
async function nameColumns(run: Run, { header, rows }: RawRows): Promise<{ named: Named; faults: Fault[] }> {
  const known = byName(columnsOf(run.command));
  const own = ownNames(run, known);
  const ignored = new Set(namesIn(run.flags.ignoreColumns, '--ignore-columns'));
  const named = new Map<string, Column | null>();
  const faults: Fault[] = [];
  const present = new Set(header ?? rows.flatMap(({ cells }) => cells.map(([name]) => name)));
  const columnNamed = namerOf({ known, own, present, shown: await shownByList(run) });
  const all = header?.map((name) => ({ name, where: undefined })) ?? firstPlaces(rows);
  for (const { name, where } of all) {
    const column = ignored.has(name) ? null : columnNamed(name, named);
    if (column === undefined) faults.push(unknown(run, name, { where, known: [...known.keys()] }));
    else if (column && !own.has(name) && !isHarmless(column.reach) && hasCells(rows, name))
      faults.push(opens(column, name, where));
    else named.set(name, column);
  }
  for (const [name, column] of own)
    if (!present.has(name))
      faults.push({
        message: `--map takes ${column.name} from column "${name}", which is not in the file${meant(nearest(name, present))}`,
      });
  return { named, faults: [...faults, ...(header ? namedTwice(named) : [])] };
}

const hasCells = (rows: RawRows['rows'], name: string): boolean =>
  rows.some(({ cells }) => cells.some(([own, value]) => own === name && value !== ''));

interface Names {
  known: ReadonlyMap<string, Column>;
  /** By --map. */
  own: ReadonlyMap<string, Column>;
  /** All that the file has. */
  present: ReadonlySet<string>;
  /** What a list writes. */
  shown: ReadonlySet<string>;
}

/** The column of a name beside those that are named so far; null where it is left alone, undefined where there is none. */
function namerOf({ known, own, present, shown }: Names) {
  const capitals = byName([...new Set(known.values())], (name) => name.toLowerCase());
  return (name: string, named: Named): Column | null | undefined => {
    const exact = own.get(name) ?? known.get(name);
    // A list names a member by ID and by email: either is enough.
    const isTold = exact?.kind === 'argument' && !own.has(name) && [...named.values()].includes(exact);
    if (shown.has(name) && (isTold || !exact)) return null;
    if (exact) return exact;
    // A row for each of many names one: `email` for the emails.
    const many = capitals.get(`${name.toLowerCase()}s`);
    const same = capitals.get(name.toLowerCase()) ?? (many?.kind === 'argument' ? many : undefined);
    return same && ![same.name, ...same.others].some((one) => present.has(one)) ? same : undefined;
  };
}

/** What the list beside the command writes into a table, whether the command takes it or not. */
async function shownByList({ catalog, path, command: own }: Run): Promise<ReadonlySet<string>> {
  if (!targetArg(own)) return new Set();
  const { command } = await loadLeaf(catalog, [...path.split(' ').slice(1, -1), 'list']);
  if (command?.verb !== 'list' || !command.operation) return new Set();
  const { operation, columns } = command;
  return new Set([...columns, ...fieldNames({ command, operation })]);
}

/** Rows may be somebody else's: what their cells open here, a person has to ask for. */
const opens = ({ name: own }: Column, name: string, where: string | undefined): Fault => ({
  ...(where !== undefined && { where }),
  message: `column "${name}" names files on this computer, and rows may come from anybody`,
  hint: `${shellLine(['--map', `${own}=${name}`])} if you know every file in it, ${shellLine(['--ignore-columns', name])} if not`,
  details: { column: name },
});

/** Where each name is met first, for rows that may differ in their columns. */
function firstPlaces(rows: RawRows['rows']): { name: string; where: string }[] {
  const found = new Map<string, string>();
  for (const { where, cells } of rows)
    for (const [name] of cells) if (!found.has(name)) found.set(name, where);
  return [...found].map(([name, where]) => ({ name, where }));
}

function unknown(
  run: Run,
  name: string,
  { where, known }: { where: string | undefined; known: readonly string[] },
): Fault {
  const near = nearest(name, known);
  const others = shellLine(['--ignore-columns', name]);
  return {
    ...(where !== undefined && { where }),
    message: `unknown column "${name}"${meant(near)}`,
    hint: `${near[0] === undefined ? '' : `if it is the ${near[0]}: ${shellLine(['--map', `${near[0]}=${name}`])}; `}to leave it out: ${others}; all columns: docs commands ${shellLine([run.path.replace(/^docs /, '')])} --rows-template`,
    details: { column: name, near },
  };
}

function namedTwice(named: Named): Fault[] {
  const seen = new Map<Column, string>();
  return [...named].flatMap(([name, column]) => {
    const earlier = column && seen.get(column);
    if (column && earlier === undefined) seen.set(column, name);
    return earlier === undefined || earlier === null || column === null
      ? []
      : [{ message: `columns "${earlier}" and "${name}" are both ${column.name}` }];
  });
}

/** `role=Level,user="E-mail"`: columns of the command by the names of the file. Throws UsageError. */
function ownNames({ flags, path }: Run, known: ReadonlyMap<string, Column>): Map<string, Column> {
  const found = new Map<string, Column>();
  for (const part of namesIn(flags.map, '--map')) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim().replace(/^--/, '');
    const foreign = unquoted(part.slice(at + 1));
    if (at < 1 || foreign === '')
      throw new UsageError(`--map takes name=column, not "${part}"`, {
        hint: '--map role=Level,user=Email',
      });
    const column = known.get(name);
    if (!column)
      throw new UsageError(
        `--map: "${name}" is not a column of ${path}${meant(nearest(name, known.keys()))}`,
        {
          hint: shell`docs commands ${path.replace(/^docs /, '')} --rows-template`,
        },
      );
    found.set(foreign, column);
  }
  return found;
}

/** Commas separate names, but for those within quotes. Throws UsageError for an empty list. */
function namesIn(text: string | undefined, flag: string): string[] {
  if (text === undefined) return [];
  const names = [...text.matchAll(/(?:"[^"]*"|[^,"])+/g)].map(([name]) => name.trim());
  if (names.every((name) => name === '')) throw new UsageError(`${flag} is empty`);
  return flag === '--map' ? names : names.map(unquoted);
}

const unquoted = (text: string): string => text.trim().replace(/^"(.*)"$/, '$1');

/** In their order: a list, or rows that become targets when they are asked for. */
export interface Targets {
  readonly length: number;
  at(index: number): Target | undefined;
}

export interface RowTargets {
  source: string;
  targets: Targets;
  faults: Fault[];
}

/** The rows of --rows as targets, with all that is wrong with them so far. */
export async function readRowTargets(run: Run): Promise<RowTargets> {
  const raw = await readRowsFile(run);
  const { named, faults } = await nameColumns(run, raw);
  if (faults.length > 0) return { source: raw.source, targets: [], faults };
  const headers = headersOf(named);
  const all = [...raw.faults];
  const { rows } = raw;
  const make = (row: RawRow, found: Fault[]): Target => ({
    ...targetOf(run, row, { named, faults: found }),
    headers,
  });
  for (const row of rows) make(row, all);
  const targetAt = (index: number) => {
    const row = rows[index];
    return row && make(row, []);
  };
  return { source: raw.source, targets: { length: rows.length, at: targetAt }, faults: all };
}

/** What the file calls the fields of the input. */
const headersOf = (named: Named): Map<string, string> =>
  new Map([...named].flatMap(([name, column]) => (column ? [[fieldOf(column), name] as const] : [])));

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
export function giveCell({ given, column, faults, where, header }: Giving, cell: Cell): void {
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
