// One target of many, and what became of it.

import { type DocsError, type LocalIoError, type Outcome, UsageError } from '../../errors.ts';
import type { Bar } from '../../output/progress-bar.ts';
import { operationOf } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { flagFields } from '../model/fields.ts';
import { isHarmless } from '../model/reach.ts';
import { parseAddress } from '../references/pasted.ts';
import { KINDS } from '../references/reference-kinds.ts';
import { blank } from '../references/resolve-names.ts';
import { byName, type Column, columnsOf } from '../rows/row-columns.ts';
import type { Fault } from '../rows/row-faults.ts';
import { emptyRow, giveCell, type Target } from '../rows/row-targets.ts';
import { type Input, isStdin, parseJson, readStdin } from '../run/input.ts';

export interface Task {
  target: Target;
  /** A run of its own, for this target alone. */
  run: Run;
  failure?: DocsError;
  /** Names that come near, where no list showed the target. */
  near?: () => readonly string[];
  /** Without the answer, once that is written. */
  result?: Result;
  /** Lets go of what can be made anew. */
  rest?(): void;
}

export interface Job {
  run: Run;
  /** The input field the targets fill. */
  field: string;
  tasks: readonly Task[];
  /** What is drawn while it works. */
  bar?: Bar;
  /** The command that does the rest, where that is not the one that was typed. */
  again?: string;
  /** What is done is not written down: --resume would do it again. */
  isUnrecorded?: boolean;
  /** Why the results cannot be written. */
  unwritten?: LocalIoError;
}

/** What is printed of a target: a line of NDJSON. */
export interface Result {
  target: string;
  id: string | null;
  ok: boolean;
  /** `deleted`, `absent`, `updated` and so on; of a failure what became of the request. */
  outcome: string | Outcome;
  /** Line of the rows file. */
  line?: number;
  result?: unknown;
  /** The command that undoes it. */
  undo?: string;
  error?: { code: string; message: string; status?: number; hint?: string; retryable: boolean };
}

/** A run for one target of a command: the same client and settings, flags and an input of its own. */
export function taskRun(run: Run, target: Target, label: string | undefined, io: Run['context']['io']): Run {
  const { text, input, args, flags } = target;
  const own = flags && { ...run.flags, ...flags };
  return {
    ...run,
    context: { ...run.context, io },
    args: { ...run.args, ...(args ?? (label !== undefined && { [label]: text })) },
    input: { ...run.input, ...input } satisfies Input,
    // Nobody is asked once for each row.
    ...(own && { flags: { ...own, input: false }, operation: operationOf(run.command, own) }),
  };
}

/** What tells a target from the others: where it is, and its id, which may be in the body. */
export const placeOf = ({ run }: Task): string => {
  const names = new Set(Object.keys(run.operation.params.properties));
  const last = run.command.args.at(-1)?.field;
  if (last !== undefined) names.add(last);
  return JSON.stringify([...names].map((name) => run.input[name] ?? null));
};

/** The line of the rows that a task came from, where it came from one. */
export const lineOf = ({ target: { line } }: Pick<Task, 'target'>): { line?: number } =>
  line === undefined ? {} : { line };

// The targets of a command that takes several: from the command line, or from standard input.

// An object on standard input: which target it names, where that is, and the fields that it gives this target alone.

/** Where it is. */
const ADDRESSES = ['urls', 'urls.location'];
/** What a thing is known by, beside its id: never a change where the command takes no such field. */
const NAMES = ['object', 'title', 'subject', 'name', 'label', 'slug', 'number', 'email', 'user', 'path'];

interface Place {
  field: string;
  /** `line 3`. */
  where: string;
  faults: Fault[];
}

/**
 * Takes an object: its fields are those of the command, as with --rows; a command that takes none reads the reference
 * alone. Leaves a fault for one without an ID, and for a field that would be passed over in silence.
 */
function readRow(run: Run, item: unknown, { field, where, faults }: Place): Target[] {
  const record: Record<string, unknown> = { ...asObject(item) };
  const key = KINDS[field]?.key ?? 'id';
  const text = record[key] ?? record.id;
  if (typeof text !== 'string' || text.trim() === '') {
    faults.push({ where, message: 'it has no id', hint: `${listCommandOf(run)} -q | ${run.path} -` });
    return [];
  }
  const given = emptyRow();
  const others = Object.entries(record).filter(([name]) => ![key, 'id', ...ADDRESSES].includes(name));
  for (const [name, value] of others) {
    const column = columnOf(run, name, value);
    if (column) giveCell({ given, column, faults, where, header: name }, { value, clear: false });
    else if (hasFields(run) || !isIdle(record, name)) faults.push(strange(run, name, where));
  }
  const place = Object.fromEntries(
    Object.entries(addressOf(record)).filter(([name]) => name in run.operation.params.properties),
  );
  const input = { ...given.input, ...place, [field]: place[field] ?? text };
  const label = run.command.args.find((arg) => arg.field === field)?.label ?? field;
  return [{ ...given, args: { ...given.args, [label]: text }, text, input, where }];
}

/** A place that is an object, as some lists print it, is not read. */
function columnOf(run: Run, name: string, value: unknown): Column | undefined {
  const column = columnsByName(run).get(name);
  return column?.kind === 'place' && typeof value !== 'string' ? undefined : column;
}

const COLUMNS = new WeakMap<object, ReadonlyMap<string, Column>>();

/** But for the target itself: its ID names it. */
function columnsByName({ command }: Run): ReadonlyMap<string, Column> {
  const known = COLUMNS.get(command);
  if (known) return known;
  const last = command.args.at(-1)?.field;
  // What an object on standard input says is never the name of a file.
  const others = columnsOf(command).filter(
    (one) => isHarmless(one.reach) && (one.kind !== 'argument' || one.arg.field !== last),
  );
  const found = byName(others);
  COLUMNS.set(command, found);
  return found;
}

const asObject = (item: unknown): object => (typeof item === 'object' && item !== null ? item : {});

/** An object of the platform says by its address where it is. */
function addressOf(record: Record<string, unknown>): Input {
  const urls: Record<string, unknown> = { ...asObject(record.urls) };
  const location = urls.location ?? record['urls.location'];
  return typeof location === 'string' ? { ...parseAddress(location) } : {};
}

const hasFields = ({ command, operation }: Run): boolean => flagFields(command, operation).length > 0;

/** For a command without fields: all of what the platform sent, and what a list prints to tell rows apart. */
const isIdle = (record: Record<string, unknown>, name: string): boolean =>
  typeof record.object === 'string' || NAMES.includes(name);

function strange(run: Run, name: string, where: string): Fault {
  const fields = flagFields(run.command, run.operation).map(({ path }) => path[0] ?? '');
  const [first] = fields;
  const hint =
    first === undefined
      ? `${listCommandOf(run)} -q | ${run.path} -`
      : `use -q, or choose with --fields, as in: ${listCommandOf(run)} --fields id,${first} -o ndjson`;
  return {
    where,
    message: `"${name}" is not a field of ${run.path}`,
    hint,
    details: { field: name, where, fields: [...new Set(fields)] },
  };
}

/** `docs members remove` takes what `docs members list` prints. */
const listCommandOf = ({ path }: Run): string => `${path.split(' ').slice(0, -1).join(' ')} list`;

/** What a result calls it. */
export const shownAs = ({ title, text }: Target): string => title ?? text;

/** What a list showed of the targets, by ID. */
export type Picked = ReadonlyMap<unknown, Readonly<Record<string, unknown>>>;

const MOST = 100_000;

/**
 * Each target once, in the order given; what is wrong with rows among them goes to `faults`. Throws UsageError when
 * standard input is used twice, or holds no references.
 */
export async function readTargets(
  run: Run,
  { field, words, faults }: { field: string; words: readonly string[]; faults: Fault[] },
): Promise<Target[]> {
  const targets = words.includes('-')
    ? await fromStdin(run, { field, words, faults })
    : words.map((text) => ({ text, input: { [field]: text } }));
  if (targets.length > MOST)
    throw new UsageError(`${targets.length} targets are too many at once: the limit is ${MOST}`);
  if (targets.some(({ input }) => typeof input[field] === 'string' && input[field].trim() === ''))
    throw blank(field);
  const keyOf = ({ input, flags }: Target) => JSON.stringify([input, flags]);
  return [...new Map(targets.map((target) => [keyOf(target), target])).values()];
}

type Asked = Parameters<typeof readTargets>[1];

async function fromStdin(run: Run, { field, words, faults }: Asked): Promise<Target[]> {
  if (words.length > 1)
    throw new UsageError('- reads the targets from standard input: do not name others', {
      hint: `${run.path} -`,
    });
  if (isStdin(run.flags.data))
    throw new UsageError('standard input is either the targets (-) or the body (--data -)', {
      hint: '--data @file',
    });
  const text = (await readStdin(run.context, '')).replace(/^\uFEFF/, '');
  if (text.trimStart().startsWith('[')) return fromArray(run, { field, words, faults }, text);
  const lines = text.split(/\r?\n/);
  refuseTable(run, lines);
  return lines.flatMap((line, at): Target[] => {
    const word = line.trim();
    if (word === '') return [];
    const where = `line ${at + 1}`;
    if (!word.startsWith('{')) return [{ text: word, where, input: { [field]: word } }];
    return readRow(run, parseJson(word, `${where} of standard input`), { field, where, faults });
  });
}

/** A cell of such a line taken for a name would fit nothing, or the wrong thing. Throws UsageError. */
function refuseTable({ path }: Run, lines: readonly string[]): void {
  const tabbed = lines.findIndex((line) => line.includes('\t') && !line.trimStart().startsWith('{'));
  const at = tabbed === -1 && isHeader(lines.find((line) => line.trim() !== '') ?? '') ? 0 : tabbed;
  if (at === -1) return;
  throw new UsageError(`line ${at + 1} of standard input is a row of a table, not a reference`, {
    hint: `use -q, as in: ${listOf(path)} -q | ${path} -`,
  });
}

/** `docs members remove` takes what `docs members list` prints. */
const listOf = (path: string): string => `${path.split(' ').slice(0, -1).join(' ')} list`;

/** The first line of a CSV: names of fields, `id` among them or one with a dot. */
function isHeader(line: string): boolean {
  const names = line.trim().split(',');
  const areFields = names.every((name) => /^"?[a-z]\w*(\.\w+)*"?$/.test(name));
  return areFields && (names.length > 1 ? names.some((name) => FIELD.test(name)) : line.trim() === 'id');
}

const FIELD = /^"?(id|number|name|slug|title|\w+\.\w+)"?$/;

/** What `--json` of a list prints. */
function fromArray(run: Run, { field, faults }: Asked, text: string): Target[] {
  const items = parseJson(text, 'standard input');
  return (Array.isArray(items) ? items : []).flatMap((item, at): Target[] => {
    const where = `item ${at + 1}`;
    return typeof item === 'string'
      ? [{ text: item, where, input: { [field]: item } }]
      : readRow(run, item, { field, where, faults });
  });
}
