// An object on standard input: which target it names, where that is, and the fields that it gives this target alone.
import { flagFields } from '../model/fields.ts';
import { isHarmless } from '../model/reach.ts';
import { parseAddress } from '../references/pasted.ts';
import { KINDS } from '../references/reference-kinds.ts';
import { byName, type Column, columnsOf } from '../rows/row-columns.ts';
import type { Fault } from '../rows/row-faults.ts';
import { emptyRow, giveCell } from '../rows/row-targets.ts';
import type { Input } from '../run/input.ts';
import type { Run } from '../run/run.ts';
import type { Target } from './many-targets.ts';

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
export function readRow(run: Run, item: unknown, { field, where, faults }: Place): Target[] {
  const record: Record<string, unknown> = { ...asObject(item) };
  const key = KINDS[field]?.key ?? 'id';
  const text = record[key] ?? record.id;
  if (typeof text !== 'string' || text.trim() === '') {
    faults.push({ where, message: 'it has no id', hint: `${listOf(run)} -q | ${run.path} -` });
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
      ? `${listOf(run)} -q | ${run.path} -`
      : `use -q, or choose with --fields, as in: ${listOf(run)} --fields id,${first} -o ndjson`;
  return {
    where,
    message: `"${name}" is not a field of ${run.path}`,
    hint,
    details: { field: name, where, fields: [...new Set(fields)] },
  };
}

/** `docs members remove` takes what `docs members list` prints. */
const listOf = ({ path }: Run): string => `${path.split(' ').slice(0, -1).join(' ')} list`;
