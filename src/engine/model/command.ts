// What a command is: data over an operation, or its own `run`.
import type { ItemOf, Operation, ResultOf } from '../../api/operation.ts';
import { operation as describe, NoParams } from '../../api/schema.ts';
import type { Choice } from '../../context.ts';
import type { Run } from '../run/run.ts';
import type { ColumnOf, FieldOf, Own, Row, RowOf } from './columns.ts';

/**
 * mild: no question. moderate: asks on a terminal, needs --yes elsewhere. severe: the name must be typed,
 * or given with --confirm.
 */
export type Danger = 'mild' | 'moderate' | 'severe';

type DangerOf = (run: Run) => Danger | Promise<Danger>;

/** What a question says beside what it is about and where. */
export interface Stakes {
  /** What it is about, where that is not the target: `space "Handbook"`. */
  what?: string;
  /** From what to what, right after it: `from share-link to public`, `from team "Writers"`. */
  change?: string;
  /** What follows, as a clause: `its 9 spaces stay`. */
  follows?: string;
}

type TextOf = (run: Run) => string | Promise<string>;

type StakesOf = Stakes | ((run: Run) => Stakes | Promise<Stakes>);

export interface Arg {
  /** Input field it fills. */
  field: string;
  /** What usage calls it: `space`, `cr`, `url`. */
  label: string;
  required: boolean;
  variadic?: boolean;
  /** What it may be, for a person who left it out. */
  choices?: (run: Run) => Promise<readonly Choice[]>;
}

/** An option of a hand-written command, in commander's notation. */
export interface Option {
  flags: string;
  description: string;
  choices?: readonly string[];
  default?: string | boolean;
  group?: string;
  /** The command cannot do without it. */
  required?: boolean;
}

/** A line to be typed, and what it does where that is worth a word. */
export type Example = readonly [does: string, line: string];

export interface Command {
  readonly verb: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly operation?: Operation;
  /** The same on a change request, chosen by --cr. */
  readonly cr?: Operation;
  /** Other operations that it may call: for the coverage test and the reference. */
  readonly uses?: readonly Operation[];
  readonly args: readonly Arg[];
  readonly options: readonly Option[];
  /** Other names of its flags, for those who know them from elsewhere: `{ '--all': '--all-spaces' }`. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Flags of which one must be given: `['--before', '--after']`. */
  readonly oneOf?: readonly string[];
  /** Required fields that need no flag: the context supplies them. */
  readonly supplied?: readonly string[];
  readonly columns: readonly string[];
  /** Columns of a table on a terminal, where they are not these with the ids last. */
  readonly table?: readonly string[];
  /** What a table on a terminal calls a column, where it is not the usual word. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Columns that hold ids of other things, and the parameter each one is like: people see names there. */
  readonly names?: Readonly<Record<string, string>>;
  /** Says that the list is empty: a noun, or a sentence with `{}` for the place. */
  readonly none?: string;
  /** Fields of what a hand-written command shows, beside its columns. */
  readonly fields?: readonly string[];
  /** The field of the answer that holds the rows, where it is not a paged list. */
  readonly rows?: string;
  /** What -q prints of an item, where it is not its `id`. */
  readonly idField?: string;
  readonly danger: Danger;
  /** When it asks, where the danger depends on the input (a site that is public, a forced export). */
  readonly dangerOf?: DangerOf;
  /** What its question says of what is at stake. */
  readonly stakes?: StakesOf;
  /** The read that shows what a dangerous command is about to touch. */
  readonly target?: Operation;
  /** When the target is worth a request, where it can be dangerous with some flags only. */
  readonly targetIf?: (run: Run) => boolean;
  /** The same on a change request. */
  readonly crTarget?: Operation;
  /** Where a row of that read holds the target itself, by dotted path. */
  readonly targetAt?: string;
  /** What is said of its target when there is nothing to delete: `is not in the group`. */
  readonly without?: string;
  /** Its target may be new: the command makes it, or joins what is not visible before. */
  readonly mayBeNew?: boolean;
  /** Finds its target where no list shows it. Throws NotFoundError. */
  readonly find?: (run: Run) => Promise<void>;
  /** Turns ids into further fields, once every name has become one. */
  readonly settled?: (run: Run) => Promise<void>;
  /** The command that takes it back, printed after it; `{}` stands for the target's id. */
  readonly undo?: string;
  /** Past participle for the line on stderr: `restored`. */
  readonly done?: string;
  /** Where it was done, behind the thing or the number of things: `from team "Writers"`. */
  readonly where?: TextOf;
  /** The whole line of success for one target, where participle, thing and place do not say it. */
  readonly success?: (run: Run, result: unknown) => string | Promise<string>;
  /**
   * The command that shows whether a write took effect, `{param}` for an input or argument, `--dry-run` for the same
   * command with that flag. Left out: the get of the same thing, or the list of its group.
   */
  readonly check?: string;
  readonly examples: readonly string[];
  /** Notes under the help text. */
  readonly notes?: string;
  /** Fields that get no flag of their own. */
  readonly hidden: readonly string[];
  /** Everything from the flags to the output, in place of the usual steps. */
  readonly run?: (run: Run) => Promise<void>;
  /** Takes the run over where its flags ask for another job; undefined: the usual steps. */
  readonly instead?: (run: Run) => Promise<void> | undefined;
  /** Sends what has to be sent before its request, once consent is given. */
  readonly before?: (run: Run) => Promise<void>;
  /** Sends and shows in its own way; input, context, --dry-run and consent are done by then. */
  readonly send?: (run: Run) => Promise<void>;
  /** One item as a table or a row shows it; JSON keeps the platform's own. */
  readonly present?: (item: unknown) => unknown;
  /** The line after a list, from what its last page held beside the items. */
  readonly footer?: (rest: Readonly<Record<string, unknown>>) => string | undefined;
  /** What follows the answer: reads `result`, waits, warns. */
  readonly after?: (run: Run, result: unknown) => Promise<void>;
  /** Says that the target is already as the command would leave it: `already merged`. Nothing is asked or sent then. */
  readonly already?: (run: Run) => string | undefined;
  /** Throws when an answer of success tells a failure: conflicts, a checkout. Nothing is called done then. */
  readonly verify?: (run: Run, result: unknown) => void | Promise<void>;
  /** Fields of the body or query that name other things: `{ members: 'userId', 'source.space': 'spaceId' }`. */
  readonly refs?: Readonly<Record<string, string>>;
  /** Turns flags of its own into input fields, before the input is checked. */
  readonly prepare?: (run: Run) => Promise<void>;
  /** Fields that a person is asked for on a terminal, though the platform does without them. */
  readonly askFor?: readonly string[];
  /** What its target may be, where that is not the list of its kind: `id` and `title` of each. */
  readonly offers?: (run: Run) => Promise<readonly Record<string, unknown>[]>;
  /** Takes one target only, where several would be meant otherwise. */
  readonly single?: boolean;
  /** A read whose output may be long, where no operation says so. */
  readonly paged?: boolean;
  /** Changes what is kept on this machine: settings, profiles, a sandbox, a folder. */
  readonly changesHere?: boolean;
  /** Needs no profile and no network. */
  readonly local?: boolean;
  /** A local command whose result comes in any format. */
  readonly prints?: boolean;
  /** Exit codes of its own, beside those that follow from its flags and operation. */
  readonly exits?: readonly number[];
}

export interface Group {
  readonly name?: string;
  readonly summary: string;
  readonly commands: readonly (Command | NamedGroup)[];
  /** What people come to it for. */
  readonly examples?: readonly Example[];
  /** Notes under the help of the group. */
  readonly notes?: string;
  /** What the group does by itself, without a verb. */
  readonly own?: Command;
}

export interface NamedGroup extends Group {
  readonly name: string;
}

/** A first word after `docs`: what it is for, the heading it stands under in help, and where it is written. */
export interface Entry {
  summary: string;
  section: string;
  load(): Promise<{ default: Group | Command }>;
}

/** All first words, in the order of help. */
export type Catalog = Readonly<Record<string, Entry>>;

export interface Spec<O extends Operation> {
  summary?: string;
  aliases?: readonly string[];
  /** Input fields given by position; `organizationId?` may be left to the context, `spaces...` takes the rest. */
  args?: readonly (FieldOf<O> | `${FieldOf<O>}?` | `${FieldOf<O>}...` | `${FieldOf<O>}?...`)[];
  /** What lies deeper than a field of a field is compared with the schema by a test. */
  columns?: readonly (ColumnOf<ItemOf<O>> | ColumnOf<RowOf<ResultOf<O>>> | `${string}.${string}.${string}`)[];
  table?: readonly string[];
  labels?: Readonly<Record<string, string>>;
  names?: Readonly<Record<string, string>>;
  none?: string;
  fields?: readonly string[];
  rows?: Own<ResultOf<O>>;
  idField?: ColumnOf<ItemOf<O>>;
  cr?: Operation;
  uses?: readonly Operation[];
  danger?: Danger;
  dangerOf?: DangerOf;
  stakes?: StakesOf;
  target?: Operation;
  targetIf?: (run: Run) => boolean;
  crTarget?: Operation;
  targetAt?: string;
  without?: string;
  mayBeNew?: boolean;
  find?: (run: Run) => Promise<void>;
  settled?: (run: Run) => Promise<void>;
  undo?: string;
  done?: string;
  where?: TextOf;
  success?: (run: Run, result: ResultOf<O>) => string | Promise<string>;
  check?: string;
  examples: readonly [string, ...string[]];
  notes?: string;
  hidden?: readonly FieldOf<O>[];
  options?: readonly Option[];
  oneOf?: readonly string[];
  supplied?: readonly FieldOf<O>[];
  refs?: Readonly<Record<string, string>>;
  askFor?: readonly FieldOf<O>[];
  offers?: (run: Run) => Promise<readonly Record<string, unknown>[]>;
  single?: boolean;
  prepare?: (run: Run) => Promise<void>;
  after?: (run: Run, result: ResultOf<O>) => Promise<void>;
  verify?: (run: Run, result: ResultOf<O>) => void | Promise<void>;
  run?: (run: Run) => Promise<void>;
  instead?: (run: Run) => Promise<void> | undefined;
  before?: (run: Run) => Promise<void>;
  already?: (run: Run) => string | undefined;
  send?: (run: Run) => Promise<void>;
  // A method, so that a function may take the one kind of row that its command shows.
  present?(item: Row<O>): unknown;
  footer?: (rest: Readonly<Record<string, unknown>>) => string | undefined;
}

/** Stands in `Run.operation` for a hand-written command: takes nothing, answers nothing. */
export const NO_OPERATION: Operation = describe('none', {
  method: 'GET',
  path: '/',
  summary: 'No operation',
  params: NoParams,
  source: 'none',
});

const VERB_ALIASES: Record<string, readonly string[]> = { list: ['ls'], delete: ['rm'], get: ['view'] };
const LABELS: Record<string, string> = {
  organizationId: 'org',
  changeRequestId: 'cr',
  siteSectionId: 'section',
  sectionId: 'section',
  siteSectionGroupId: 'group',
  integrationName: 'integration',
  specSlug: 'slug',
  samlProviderId: 'provider',
  add: 'user',
  jsonSchema: 'file',
  body: 'file',
  commentReplyId: 'reply',
  addedReactions: 'emoji',
};

/** A command over an operation. A wrong column, argument or result is a compile error. */
export function command<O extends Operation>(verb: string, operation: O, spec: Spec<NoInfer<O>>): Command {
  const { args = [], after, verify, present, success, ...rest } = spec;
  return {
    aliases: VERB_ALIASES[verb] ?? [],
    summary: operation.summary,
    options: [],
    columns: [],
    danger: 'mild',
    hidden: [],
    ...rest,
    verb,
    operation,
    args: args.map((field) => toArg(field)),
    // Safe: `success`, `after` and `verify` are only ever given the result of this very operation.
    ...(success && { success: success as NonNullable<Command['success']> }),
    ...(verify && { verify: verify as NonNullable<Command['verify']> }),
    ...(after && { after: after as (run: Run, result: unknown) => Promise<void> }),
    // Safe: and `present` only items of it.
    ...(present && { present: present as (item: unknown) => unknown }),
  };
}

/** A command written by hand: it has its own `run`. */
export function handmade(
  verb: string,
  spec: Partial<Command> & {
    summary: string;
    run: (run: Run) => Promise<void>;
    examples: readonly [string, ...string[]];
  },
): Command {
  return { aliases: [], args: [], options: [], columns: [], danger: 'mild', hidden: [], ...spec, verb };
}

export function group(
  summary: string,
  commands: readonly (Command | NamedGroup)[],
  examples: readonly Example[] = [],
): Group {
  return { summary, commands, examples };
}

/** A group within a group: `docs comments replies list`. */
export function subgroup(
  name: string,
  summary: string,
  commands: readonly (Command | NamedGroup)[],
  examples: readonly Example[] = [],
): NamedGroup {
  return { name, summary, commands, examples };
}

export const isGroup = (entry: Command | NamedGroup): entry is NamedGroup => 'commands' in entry;

/** `spaceId` to `<space>`, `organizationId?` to `[org]`. */
function toArg(name: string): Arg {
  const field = name.replace(/[?]?([.]{3})?$/, '');
  const label = LABELS[field] ?? field.replace(/(?<=.)Id$/, '');
  return { field, label, required: !name.includes('?'), ...(name.endsWith('...') && { variadic: true }) };
}

/** An argument of a hand-written command: `arg('file')`, `arg('member', false)`. */
export const arg = (label: string, required = true, choices?: Arg['choices']): Arg => ({
  field: label,
  label,
  required,
  ...(choices && { choices }),
});
