// What a command on several targets is given: words, standard input, or rows; and the titles of many at once.

import type { Context } from '../../context.ts';
import { DocsError, EXIT, seeHelp, UsageError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import type { Command } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { flagFields } from '../model/fields.ts';
import { manyArg, targetArg } from '../model/flags.ts';
import { isHarmless } from '../model/option.ts';
import {
  absent,
  finder,
  fitsNothing,
  type Item,
  listOf,
  nearestNames,
  oneOfTwins,
} from '../references/look-up.ts';
import { parseAddress } from '../references/pasted.ts';
import { isId, KINDS, type ReferenceKind } from '../references/reference-kinds.ts';
import { blank, listed, requirePlaces, settleNames } from '../references/resolve-names.ts';
import { byName, type Column, columnsOf } from '../rows/row-columns.ts';
import { type Fault, type Faults, refuseFaults } from '../rows/row-faults.ts';
import { emptyRow, giveCell, readRowTargets, type Target, type Targets } from '../rows/row-targets.ts';
import { type Input, isStdin, parseJson, readStdin } from '../run/input.ts';
import { type Parsed, startRun } from '../run/run.ts';
import type { Job, Task } from './many-report.ts';

interface Opened {
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
  const { source, targets, faults: all } = await readRowTargets(run);
  return { targets, faults: { source, all } };
}

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
    faults.push({ where, message: 'it has no id', hint: `${listCommandOf(run.path)} -q | ${run.path} -` });
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
      ? `${listCommandOf(run.path)} -q | ${run.path} -`
      : `use -q, or choose with --fields, as in: ${listCommandOf(run.path)} --fields id,${first} -o ndjson`;
  return {
    where,
    message: `"${name}" is not a field of ${run.path}`,
    hint,
    details: { field: name, where, fields: [...new Set(fields)] },
  };
}

const MOST = 100_000;

/**
 * Each target once, in the order given; what is wrong with rows among them goes to `faults`. Throws UsageError when
 * standard input is used twice, or holds no references.
 */
async function readTargets(
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
    hint: `use -q, as in: ${listCommandOf(path)} -q | ${path} -`,
  });
}

/** `docs members remove` takes what `docs members list` prints. */
const listCommandOf = (path: string): string => `${path.split(' ').slice(0, -1).join(' ')} list`;

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

// Titles of many targets at once: each list is read once, not once a target.

/** Turns names into ids, in every task. What fits several things, or nothing, fails its task alone. */
export async function resolveNames(job: Job): Promise<void> {
  const groups = new Map<string, Task[]>();
  for (const task of job.tasks) {
    const key = JSON.stringify(aroundTarget(task, job.field));
    const group = groups.get(key);
    if (group) group.push(task);
    else groups.set(key, [task]);
  }
  for (const tasks of groups.values()) await resolveGroup(job, tasks);
}

/** Tasks that differ in their targets and plain fields only. */
async function resolveGroup({ run, field }: Job, tasks: readonly Task[]): Promise<void> {
  const [first] = tasks;
  const areRows = run.flags.rows !== undefined;
  const place =
    first && (await resolvePlace(first, field).catch((error: unknown) => failRows(tasks, areRows, error)));
  if (!place) return;
  for (const task of tasks) {
    task.run.input = { ...task.run.input, ...place };
    for (const name of Object.keys(place)) listed(task.run, name);
  }
  if (targetArg(run.command)) await resolveTargets(tasks, field);
}

/** A name in a row that fits nothing is a matter of this row. */
function failRows(tasks: readonly Task[], areRows: boolean, error: unknown): undefined {
  if (!areRows || !(error instanceof DocsError) || error.exit !== EXIT.notFound) throw error;
  for (const task of tasks) task.failure = error;
}

/** Everything of the input but the target itself and plain fields of its row: the same for most tasks. */
function aroundTarget({ run, target: { fields = {} } }: Task, field: string): Input {
  const named = new Set([...Object.keys(KINDS), ...Object.keys(run.command.refs ?? {}).map(topOf)]);
  const isPlain = (name: string) => name in fields && !named.has(name);
  const target = targetIn(run, field);
  return Object.fromEntries(Object.entries(run.input).filter(([name]) => name !== target && !isPlain(name)));
}

/** A row of a command without a target has none to leave out. */
const targetIn = ({ command }: Run, field: string): string | undefined =>
  targetArg(command) ? field : undefined;

const topOf = (path: string): string => path.split('.')[0] ?? path;

/** The ids of everything around the targets. Throws NotFoundError where a name fits nothing: no target can be done. */
async function resolvePlace(task: Task, field: string): Promise<Input> {
  const asked: Run = { ...task.run, input: aroundTarget(task, field) };
  await settleNames(asked, targetIn(task.run, field));
  await requirePlaces(asked);
  return asked.input;
}

/** For so many, names that come near are looked for: each is compared with all that there are. */
const MOST_SUGGESTED = 20;

async function resolveTargets(tasks: readonly Task[], field: string): Promise<void> {
  const [first] = tasks;
  const param = first && (first.run.command.refs?.[field] ?? field);
  const kind = param === undefined ? undefined : KINDS[param];
  if (!first || !param || !kind || first.run.command.find) return;
  const text = ({ run }: Task) => String(run.input[field]);
  // Ids alone need no list: what is not there the platform tells.
  if (tasks.every((task) => isId(param, text(task)))) return;
  const items = await listOf(first.run, kind);
  if (!items) return;
  const find = finder(param, items);
  let missing = 0;
  for (const task of tasks) {
    const found = find(text(task));
    if (found === undefined) {
      missing += 1;
      leaveUnlisted(task, { param, kind, items: missing > MOST_SUGGESTED ? [] : items }, text(task));
    } else
      await take(task, field, () =>
        typeof found === 'string' ? found : oneOfTwins(task.run, kind, text(task), found),
      );
  }
}

/** What looks like an id that the list does not show is left to the platform; any other word fails here, at no request. */
function leaveUnlisted(
  task: Task,
  { param, kind, items }: { param: string; kind: ReferenceKind; items: readonly Item[] },
  text: string,
): void {
  if (isId(param, text)) task.near = () => nearestNames(text, kind, items);
  else task.failure = absent(fitsNothing(param, text, kind, items));
}

/** What cannot be settled fails its task alone. */
async function take(task: Task, field: string, find: () => string | Promise<string>): Promise<void> {
  try {
    task.run.input = { ...task.run.input, [field]: await find() };
    listed(task.run, field);
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    task.failure = error;
  }
}
