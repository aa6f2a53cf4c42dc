// The columns that rows of a command may have: its arguments and flags, under every name that people know them by.
import type { Operation } from '../../api/operation.ts';
import { type Arg, type Command, NO_OPERATION, type Option } from '../model/command.ts';
import { attribute, type Field, flagFields, kebab } from '../model/fields.ts';
import { targetArg } from '../model/flags.ts';
import { CONTEXT_FLAGS, GLOBAL_FLAGS } from '../model/globals.ts';
import { type Reach, reachOf } from '../model/option.ts';
import { KINDS } from '../references/reference-kinds.ts';

/** What a cell of a column becomes. */
export type Column = { name: string; others: readonly string[]; reach: Reach | undefined } & (
  | { kind: 'argument'; arg: Arg }
  | { kind: 'field'; field: Field }
  /** A whole object of the body, as JSON. */
  | { kind: 'object'; field: string }
  /** `--clear-parent`: true or false. */
  | { kind: 'clear'; flag: string }
  | { kind: 'option'; option: Option; attribute: string }
  /** Where it is: a parameter of the path that no argument gives. */
  | { kind: 'place'; param: string }
);

/** What places are called in a list, by path parameter. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  organizationId: ['org', 'organization'],
  siteId: ['site'],
  spaceId: ['space'],
  changeRequestId: ['cr', 'changeRequest'],
};

/** What lists call a thing beside its ID, by path parameter. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  userId: ['email', 'user.id', 'user.email'],
  teamId: ['team.id'],
  changeRequestId: ['number'],
};

/** Every column, each once; the name that comes first is the one of help. */
export function columnsOf(command: Command): Column[] {
  const { operation = NO_OPERATION, cr, options, args, run } = command;
  const given = new Set(args.map(({ field }) => field));
  const fields = flagFields(command, operation).filter(({ path }) => !given.has(path.join('.')));
  return [
    ...args.map((arg) => argumentColumn(arg, command)),
    ...fields.flatMap(fieldColumns),
    ...objectColumns(fields),
    ...options.filter(run ? isField : isOwn).map(optionColumn),
    ...placeColumns(operation, cr, args),
  ];
}

/** By every name; a name that several have is that of the first. */
export function byName(
  columns: readonly Column[],
  written: (name: string) => string = (name) => name,
): Map<string, Column> {
  const found = new Map<string, Column>();
  const take = (text: string, column: Column) => {
    const name = written(text);
    if (!found.has(name)) found.set(name, column);
  };
  for (const column of columns) take(column.name, column);
  for (const column of columns) for (const name of column.others) take(name, column);
  return found;
}

function argumentColumn(arg: Arg, command: Command): Column {
  const isTarget = arg === targetArg(command);
  // People keep lists of people by email.
  const own = isTarget ? [KINDS[arg.field]?.key ?? 'id', 'id', ...(LISTED[arg.field] ?? [])] : [];
  return {
    name: arg.label,
    others: [arg.field, kebab(arg.label), ...own],
    reach: arg.reach,
    kind: 'argument',
    arg,
  };
}

function fieldColumns(field: Field): Column[] {
  const { flag, path, nullable } = field;
  const column: Column = {
    name: flag,
    others: [attribute(flag), path.join('.')],
    reach: 'platform',
    kind: 'field',
    field,
  };
  if (!nullable) return [column];
  return [
    column,
    { name: `clear-${flag}`, others: [], reach: 'platform', kind: 'clear', flag: attribute(`clear-${flag}`) },
  ];
}

/** `gitInfo` beside `git-info-provider`. */
function objectColumns(fields: readonly Field[]): Column[] {
  const names = new Set(fields.flatMap(({ path: [first = '', ...rest] }) => (rest.length > 0 ? first : [])));
  return [...names].map((name) => ({ name, others: [], reach: 'platform', kind: 'object', field: name }));
}

/** Of a job only what says the fields of its request. */
const isField = ({ group }: Option): boolean => group === undefined;

/** How the whole command works is no matter of a row. */
const isOwn = (option: Option): boolean =>
  option === CONTEXT_FLAGS.changeRequestId ||
  !(GLOBAL_FLAGS.includes(option) || option.flags.startsWith('--wait'));

function optionColumn(option: Option): Column {
  const long = /--(?:no-)?([\w-]+)/.exec(option.flags)?.[1] ?? option.flags;
  const key = attribute(long);
  return { name: long, others: [key], reach: reachOf(option), kind: 'option', option, attribute: key };
}

function placeColumns(operation: Operation, cr: Operation | undefined, args: readonly Arg[]): Column[] {
  const given = new Set(args.map(({ field }) => field));
  const params = Object.keys({ ...operation.params.properties, ...cr?.params.properties });
  return params
    .filter((param) => param in CONTEXT_FLAGS && !given.has(param))
    .map((param) => {
      const [name = param, ...others] = PLACES[param] ?? [];
      return { name, others: [...others, param], reach: 'platform', kind: 'place', param };
    });
}
