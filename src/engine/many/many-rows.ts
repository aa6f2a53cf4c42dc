// An object on standard input: which target it names, where that is, and the fields that it gives this target alone.
import { UsageError } from '../../errors.ts';
import { flagFields } from '../model/fields.ts';
import { parseAddress } from '../references/pasted.ts';
import { KINDS } from '../references/reference-kinds.ts';
import type { Input } from '../run/input.ts';
import type { Run } from '../run/run.ts';

export interface Row {
  text: string;
  input: Input;
  /** The fields that it gives: an earlier and a later row of one target must not differ in them. */
  fields: Input;
}

/** What places are called in a list, by path parameter. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  organizationId: ['organization', 'org'],
  siteId: ['site'],
  spaceId: ['space'],
  changeRequestId: ['changeRequest', 'cr'],
};
/** Where it is. */
const ADDRESSES = ['urls', 'urls.location'];
/** What a thing is known by, beside its id: never a change where the command takes no such field. */
const NAMES = ['object', 'title', 'subject', 'name', 'label', 'slug', 'number', 'email', 'user', 'path'];

/**
 * Takes an object and `where` it is (`line 3`). Its fields are those of the command; a command that takes none reads the
 * reference alone. Throws UsageError for one without an id, and for a field that would be passed over in silence.
 */
export function readRow(run: Run, field: string, item: unknown, where: string): Row {
  const record: Record<string, unknown> = { ...asObject(item) };
  const key = KINDS[field]?.key ?? 'id';
  const text = record[key] ?? record.id;
  if (typeof text !== 'string' || text.trim() === '')
    throw new UsageError(`${where} of standard input has no id`, {
      hint: `${listOf(run)} -q | ${run.path} -`,
    });
  const place: Input = Object.fromEntries(
    Object.entries(addressOf(record)).filter(([name]) => name in run.operation.params.properties),
  );
  const known = fieldNames(run);
  const fields: Input = {};
  const others = Object.entries(record).filter(([name]) => ![key, 'id', ...ADDRESSES].includes(name));
  for (const [name, value] of others) {
    const param = paramOf(run, field, name, value);
    if (known.has(name)) fields[name] = value;
    else if (param !== undefined) place[param] ??= value;
    else if (known.size > 0 || !isHarmless(record, name)) throw strange(run, name, where, known);
  }
  return { text, input: { ...place, ...fields, [field]: place[field] ?? text }, fields };
}

const asObject = (item: unknown): object => (typeof item === 'object' && item !== null ? item : {});

/** An object of the platform says by its address where it is. */
function addressOf(record: Record<string, unknown>): Input {
  const urls: Record<string, unknown> = { ...asObject(record.urls) };
  const location = urls.location ?? record['urls.location'];
  return typeof location === 'string' ? { ...parseAddress(location) } : {};
}

const fieldNames = ({ command, operation }: Run): Set<string> =>
  new Set(operation.method === 'GET' ? [] : flagFields(command, operation).map(({ path }) => path[0] ?? ''));

/** `space` of a change request is where it is. An object there, as some lists print it, is not read. */
function paramOf({ operation }: Run, field: string, name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [param] = Object.entries(PLACES).find(([, names]) => names.includes(name)) ?? [];
  return param !== undefined && param !== field && param in operation.params.properties ? param : undefined;
}

/** For a command without fields: all of what the platform sent, and what a list prints to tell rows apart. */
const isHarmless = (record: Record<string, unknown>, name: string): boolean =>
  typeof record.object === 'string' || NAMES.includes(name);

function strange(run: Run, name: string, where: string, known: ReadonlySet<string>): UsageError {
  const [first] = known;
  const hint =
    first === undefined
      ? `${listOf(run)} -q | ${run.path} -`
      : `use -q, or choose with --fields, as in: ${listOf(run)} --fields id,${first} -o ndjson`;
  return new UsageError(`"${name}" on ${where} of standard input is not a field of ${run.path}`, {
    hint,
    details: { field: name, where, fields: [...known] },
  });
}

/** `docs members remove` takes what `docs members list` prints. */
const listOf = ({ path }: Run): string => `${path.split(' ').slice(0, -1).join(' ')} list`;
