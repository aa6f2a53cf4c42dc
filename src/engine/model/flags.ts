// Every flag of one command: its fields, then the global ones that mean something for it; and which take several targets.

import { mutates, type Operation } from '../../api/operation.ts';
import { KINDS, type ReferenceKind } from '../references/reference-kinds.ts';
import { type Arg, type Command, NO_OPERATION, type Option } from './command.ts';
import { type Field, flagFields, kebab } from './fields.ts';
import {
  CONCURRENCY_FLAG,
  CONFIRM_FLAGS,
  CONTEXT_FLAGS,
  DATA_FLAG,
  DELETE_FLAGS,
  GENERAL_FLAGS,
  LIST_FLAGS,
  LOCAL_FLAGS,
  MANY_FLAGS,
  OUTPUT_FLAGS,
  PICK_FLAGS,
  PLAN_FLAGS,
  PROFILE_FLAGS,
  ROWS_FLAGS,
  STRICT_FLAG,
  WATCH_FLAGS,
  WEB_FLAGS,
  WRITE_FLAGS,
  YES_FLAG,
} from './globals.ts';

/** Flags and arguments whose value is a file or a folder, as the help writes them: `--to <folder>`, `<file>`. */
export const TAKES_FILE = /[<[](files?|folder|path|plan)\b/;

export type ParsedOption = Option & {
  /** The flags that may be given in its place, where one of them must be. */
  orElse?: readonly string[];
};

/** What commander takes for its InvalidArgumentError, without loading it: completion needs flags and no parser. */
const invalid = (message: string): Error =>
  Object.assign(new Error(message), { code: 'commander.invalidArgument' });

/** The options of a command, each flag once, in the order help shows them. */
export function optionsOf(command: Command): ParsedOption[] {
  const { operation = NO_OPERATION, supplied = [] } = command;
  const fields = flagFields(command, operation)
    .map((field) => (supplied.includes(field.path.join('.')) ? { ...field, required: false } : field))
    .flatMap((field) => fieldOptions(field, command.refs));
  const rest = [
    ...command.options,
    ...(command.local ? localFlags(command) : globalsOf(command)),
    ...(command.local ? LOCAL_FLAGS : GENERAL_FLAGS),
  ];
  const seen = new Set<string>();
  const all = [...fields, ...rest.filter(({ flags }) => !seen.has(flags) && seen.add(flags))];
  return command.oneOf ? all.map((option) => orElse(option, command.oneOf ?? [])) : all;
}

function orElse(option: ParsedOption, oneOf: readonly string[]): ParsedOption {
  const name = option.flags.replace(/ .*$/, '');
  if (!oneOf.includes(name)) return option;
  return { ...option, required: false, orElse: oneOf.filter((other) => other !== name) };
}

const localFlags = (command: Command): readonly Option[] => [
  ...(command.prints ? OUTPUT_FLAGS : []),
  ...consentFlags(command),
];

function globalsOf(command: Command): Option[] {
  const { operation, cr } = command;
  const list = operation?.paging === 'pages' || command.rows !== undefined;
  return [
    ...(operation?.body ? [DATA_FLAG, STRICT_FLAG] : []),
    ...contextFlags(command),
    ...(cr && CONTEXT_FLAGS.changeRequestId ? [CONTEXT_FLAGS.changeRequestId] : []),
    ...PROFILE_FLAGS,
    ...OUTPUT_FLAGS,
    ...(onlyReads(command) ? WATCH_FLAGS : []),
    ...(list ? LIST_FLAGS : []),
    ...(command.verb === 'get' && hasAddress(operation) ? WEB_FLAGS : []),
    ...(operation ? WRITE_FLAGS : []),
    ...(canPlan(command) ? PLAN_FLAGS : []),
    ...consentFlags(command),
    ...(operation?.method === 'DELETE' ? DELETE_FLAGS : []),
    ...manyFlags(command),
  ];
}

function manyFlags(command: Command): readonly Option[] {
  if (readsRows(command)) return [...ROWS_FLAGS, CONCURRENCY_FLAG];
  return [
    ...(takesRows(command) ? ROWS_FLAGS : []),
    ...(manyArg(command) || takesRows(command) ? MANY_FLAGS : []),
    ...(pickedFrom(command) ? PICK_FLAGS : []),
  ];
}

/** Whatever changes something takes --yes, so that a script may always pass it. */
function consentFlags({
  operation,
  uses = [],
  danger,
  asksIf,
  changesHere = false,
}: Command): readonly Option[] {
  const isWrite = ({ method }: Operation) => method !== 'GET';
  const writes = operation !== undefined && isWrite(operation);
  if (writes && (danger !== 'mild' || asksIf !== undefined)) return CONFIRM_FLAGS;
  return changesHere || writes || uses.some(isWrite) ? [YES_FLAG] : [];
}

/** Whether it shows rows, and changes nothing on the platform or here. */
const onlyReads = (command: Command): boolean =>
  command.columns.length > 0 &&
  !command.endless &&
  [...command.options, ...consentFlags(command)].every(({ flags }) => !flags.includes('--yes'));

/** Whether its changes can be written down instead of sent. */
export const canPlan = ({ operation, local }: Command): boolean =>
  operation !== undefined && mutates(operation) && local !== true;

/** Whether it can be run once for each row of a file. What reads a file of rows of its own, or works in its own way, cannot. */
export const takesRows = (command: Command): boolean =>
  canPlan(command) &&
  (command.run === undefined || manyArg(command) !== undefined) &&
  command.args.every(({ field }) => field !== 'body');

/** Whether what it reads is named by its arguments, so that the rows of a file may name it. */
export const readsRows = ({ operation, run, local, args }: Command): boolean =>
  operation?.method === 'GET' &&
  operation.result !== undefined &&
  run === undefined &&
  local !== true &&
  args.some(({ field }) => field in operation.params.properties);

/** Whether what it reads has a page in the app. */
const hasAddress = ({ result }: Operation = NO_OPERATION): boolean =>
  [result?.anyOf ?? result].flat().some((form) => form?.properties?.urls?.properties?.app !== undefined);

/** What a title is looked up for in an organization that the path does not name. */
const NAMED_IN_ORGANIZATION = ['spaceId', 'collectionId'];

/** A parameter that need not be given by position comes from the context, unless its flag says otherwise. */
function contextFlags({ operation = NO_OPERATION, args, uses = [] }: Command): Option[] {
  const given = new Set(args.filter(({ required }) => required).map(({ field }) => field));
  const params = Object.keys(operation.params.properties).filter((param) => !given.has(param));
  const has = (name: string, of: Operation = operation) => name in of.params.properties;
  // A title is looked up in an organization, so every command that names a space or collection takes --org too, and so
  // does one that looks in a list of an organization first.
  const looks = operation !== NO_OPERATION && uses.some((used) => has('organizationId', used));
  const scope =
    !has('organizationId') && (looks || NAMED_IN_ORGANIZATION.some((name) => has(name)))
      ? ['organizationId']
      : [];
  return [...params, ...scope].flatMap((param) => CONTEXT_FLAGS[param] ?? []);
}

function fieldOptions(field: Field, refs: Command['refs'] = {}): ParsedOption[] {
  const { flag, description, nullable, required } = field;
  const clear: ParsedOption[] = nullable
    ? [{ flags: `--clear-${flag}`, reach: 'platform', description: 'clear this field' }]
    : [];
  if (field.kind === 'boolean') {
    return [
      { flags: `--${flag}`, reach: 'platform', description, required },
      { flags: `--no-${flag}`, reach: 'platform', description: `the opposite of --${flag}` },
      ...clear,
    ];
  }
  const option: ParsedOption = {
    flags: `--${flag} <${valueName(field, refs)}>`,
    reach: 'platform',
    description,
    required,
  };
  if (field.values && (field.kind === 'choice' || field.kind === 'list')) option.choices = field.values;
  const parse = parser(field);
  if (parse) option.parse = parse;
  return [option, ...clear];
}

/** What help calls the value: what it names, or the last word of its flag. */
function valueName({ kind, flag, path }: Field, refs: NonNullable<Command['refs']>): string {
  if (kind === 'json') return 'json';
  if (kind === 'texts') return 'name=text...';
  if (kind === 'integer' || kind === 'number') return 'n';
  const named = refs[path.join('.')]?.replace(/Id$/, '');
  return named && kind === 'text' ? kebab(named) : flag.replace(/^.*-/, '').replace('directory', 'dir');
}

function parser(field: Field): ParsedOption['parse'] {
  if (field.kind === 'integer') return (text) => numberOf(text, /^-?\d{1,15}$/, 'a whole number');
  if (field.kind === 'number') return (text) => numberOf(text, /^-?\d{1,15}(\.\d+)?$/, 'a number');
  if (field.kind === 'choice' && field.values?.includes('true'))
    return (text) => choiceOrBoolean(text, field);
  if (field.kind === 'texts') return (text, before) => ({ ...Object(before), ...textOf(text) });
  if (field.kind !== 'list') return undefined;
  return (text, before) => [...(Array.isArray(before) ? before : []), ...listOf(text, field)];
}

function numberOf(text: string, form: RegExp, what: string): number {
  if (!form.test(text)) throw invalid(`It must be ${what}.`);
  return Number(text);
}

function choiceOrBoolean(text: string, { values = [] }: Field): unknown {
  if (!values.includes(text)) throw invalid(`Allowed choices are ${values.join(', ')}.`);
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** `fr=Notes` as `{ fr: 'Notes' }`. */
function textOf(text: string): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw invalid('It must be a name, an equals sign and a text: fr="Notes".');
  return { [text.slice(0, at)]: text.slice(at + 1) };
}

/** Lists repeat the flag or take commas. */
function listOf(text: string, { values }: Field): string[] {
  const items = text.split(',').map((item) => item.trim());
  const wrong = values && items.find((item) => !values.includes(item));
  if (wrong !== undefined) throw invalid(`Allowed choices are ${values?.join(', ')}.`);
  return items;
}

// Which commands take several targets, and when they are given several.

/** The last positional argument of a command that changes something, where it names what is changed. */
export function manyArg({ args, operation, single, refs = {} }: Command): Arg | undefined {
  const last = args.at(-1);
  if (!last || !operation || operation.method === 'GET' || single || last.variadic) return undefined;
  return last.field in operation.params.properties || last.field in refs ? last : undefined;
}

/** The argument that names what a row is about: what is changed, or what is read. */
export function targetArg(command: Command): Arg | undefined {
  const { args, operation } = command;
  if (operation?.method !== 'GET') return manyArg(command);
  return args.findLast(({ field }) => field in operation.params.properties);
}

/** The kind of its targets, where the list of that kind is a list of its targets: --where picks from it. */
export function pickedFrom(command: Command): ReferenceKind | undefined {
  const { operation, find, mayBeNew } = command;
  const kind = KINDS[manyArg(command)?.field ?? ''];
  if (!kind || !operation || find || mayBeNew) return undefined;
  const resource = (id: string) => id.split('.')[0];
  // What is removed from a team is a member, and yet not any member of the organization.
  return resource(operation.id) === resource(kind.listId) ? kind : undefined;
}

/** True where the words after the fixed arguments are more than one target, or stand for standard input. */
export const isMany = (words: readonly string[]): boolean => words.length > 1 || words[0] === '-';

/** The positional arguments as a person gives them: the last one may be several targets. */
export function argsOf(command: Command): Arg[] {
  const many = manyArg(command);
  return command.args.map((arg) => (arg === many ? { ...arg, variadic: true } : arg));
}

/** `<space>`, `[org]`, `<file...>`. */
export function usageOfArg({ label, required, variadic }: Arg): string {
  const name = variadic ? `${label}...` : label;
  return required ? `<${name}>` : `[${name}]`;
}
