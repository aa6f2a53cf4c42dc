// What a command says about itself, and what it knows while it runs. Each type names the other, so one file holds both.
// A command is typed by its operation where it is written; the engine takes any.

import type { InputOf, ItemOf, Operation, ResultOf } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import type { NameCache } from '../../config/name-cache.ts';
import type { Resolved } from '../../config/resolve.ts';
import type { Choice, Context } from '../../context.ts';
import type { Danger } from '../../domain/dangers/danger.ts';
import type { DocsError } from '../../errors.ts';
import type { Input } from '../run/input.ts';
import type { Made } from '../run/reads.ts';
import type { GlobalFlags } from './globals.ts';
import type { KeyIn, Option, Reach, ValueIn } from './option.ts';

/** What a target is where nothing more is known of it. */
type Thing = Record<string, unknown>;

/**
 * One run of one command, and what it found out on the way. `Own`: the flags of its own options, by FlagsOf;
 * `Target`: what its target is read as.
 */
export interface Run<Own = unknown, Target extends Thing = Thing> {
  readonly context: Context;
  readonly command: Command;
  /** All commands there are, for those that speak of them. */
  readonly catalog: Catalog;
  /** `docs spaces restore`: how this command is called. */
  readonly path: string;
  readonly flags: RunFlags & Own;
  /** Positional arguments by label, for commands with their own `run`. */
  args: Readonly<Record<string, string>>;
  /** The operation in hand: with --cr the one on the change request; `prepare` may choose another. */
  operation: Operation;
  input: Input;
  /** What a dangerous command is about to touch, as read before the question. */
  target?: Target;
  /** The entry of the history that a request undoes, by the input of the request. */
  undoes?: ReadonlyMap<object, { entry: string; isPart: boolean }>;
  /** Inputs that are not sent where everything is so already: `SameError` is thrown in their place. */
  readonly unlessSame: WeakSet<object>;
  /** The hash of the plan that is applied. */
  plan?: string;
  /** The command that undoes all of this one, where docs undo cannot. */
  wayBack?: string;
  /** The entry of the history that its last change was written to. */
  entry?: string;
  /** One of many side by side: nothing may be asked in the middle of them. */
  readonly many: boolean;
  /** What it has changed so far: shared by the runs of many targets. */
  readonly made: Made;
  /** Warnings that were given and need not be given again. */
  readonly warned: Set<string>;
  config(): Resolved;
  /** Names of minutes ago; undefined where none are kept: only a profile has a place for them. */
  names(): Promise<NameCache | undefined>;
  client(): Promise<Client>;
  /** What was read so far is asked for again from here on: others may have changed it. */
  forgetReads: () => void;
  /** What was read so far and is in memory: answers, or promises of them, and lists. */
  shownSoFar: () => readonly unknown[];
  /** A list has shown a thing as its own read would: the state before a change that follows soon. */
  noteRead: (operation: Operation, input: Input, result: unknown) => void;
  /** What was read until now is the state before all that is sent from now on. */
  keepReads: () => void;
}

export interface Sent {
  /** `same`: nothing was sent, as everything is so already; its result is what is there. */
  outcome: 'done' | 'deleted' | 'absent' | 'same';
  result: unknown;
  /** What an answer of success says went wrong: conflicts, a checkout. Thrown once the answer is shown; nothing is called done. */
  failure?: DocsError | undefined;
}

/** What a question says beside what it is about and where. */
export interface Stakes {
  /** What it is about, where that is not the target: `space "Handbook"`. */
  what?: string;
  /** From what to what, right after it: `from share-link to public`, `from team "Writers"`. */
  change?: string;
  /** What follows, as a clause: `its 9 spaces stay`. */
  follows?: string;
}

/** What a command without anything to do says: `already merged` in a row, and the line for a person. */
export interface Already {
  outcome: string;
  line: string;
  /** As it is, in the shape of the answer that the command would have printed. */
  thing?: object | undefined;
}

interface Variant {
  operation: Operation;
  /** What is read in place of the target of the command. */
  target?: Operation | undefined;
}

export interface Arg<Own = unknown> {
  /** Input field it fills. */
  field: string;
  reach: Reach;
  /** What usage calls it: `space`, `cr`, `url`. */
  label: string;
  required: boolean;
  variadic?: boolean;
  /** What it may be, for a person who left it out. */
  choices?: (run: Run<Own>) => Promise<readonly Choice[]>;
}

/** A column of the answer. What lies deeper than a field of a field is compared with the schema by a test. */
type ColumnName<O extends Operation> = Operation extends O
  ? string
  : ColumnOf<ItemOf<O>> | ColumnOf<RowOf<ResultOf<O>>> | `${string}.${string}.${string}`;

type FieldName<O extends Operation> = Operation extends O ? string : FieldOf<O>;

/** `Own` are the flags of its options, `Target` is what its target is read as: the engine knows neither. */
export interface Command<O extends Operation = Operation, Own = unknown, Target extends Thing = Thing> {
  readonly verb: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly operation?: O;
  /** The same on a change request, chosen by --cr. */
  readonly cr?: Operation;
  /** Another operation in place of its own, chosen by its flags: the same on a collection or on a site. */
  readonly variant?: (flags: RunFlags & Own) => Variant | undefined;
  /** Other operations that it may call: for the coverage test and the reference. */
  readonly uses?: readonly Operation[];
  readonly args: readonly Arg<Own>[];
  readonly options: readonly Option[];
  /** Other names of its flags, for those who know them from elsewhere: `{ '--all': '--all-spaces' }`. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Flags of which one must be given: `['--before', '--after']`. */
  readonly oneOf?: readonly string[];
  /** Required fields that need no flag: the context supplies them. */
  readonly supplied?: readonly (FieldName<O> | `${FieldName<O>}.${string}`)[];
  readonly columns: readonly ColumnName<O>[];
  /** Columns of a table on a terminal, where they are not these with the ids last. */
  readonly table?: readonly string[];
  /** Those of one run, where its answer has fewer; undefined for the usual ones. */
  tableOf?(run: Pick<Run, 'flags'>): readonly string[] | undefined;
  /** What a table on a terminal calls a column, where it is not the usual word. */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * Columns that hold ids of other things, and the parameter each one is like: people see names there. `section:` and
   * the like are before an ID where the column may be about several kinds.
   */
  readonly names?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  /** Rows before those of the first page. */
  readonly before?: (run: Run<Own, Target>) => Promise<readonly object[]>;
  /** Says that the list is empty: a noun, or a sentence with `{}` for the place. */
  readonly none?: string;
  /** The columns of a --rows of its own, each with a cell as an example. */
  readonly ownRows?: Readonly<Record<string, string>>;
  /** Fields of what a hand-written command shows, beside its columns. */
  readonly fields?: readonly string[];
  /** The field of the answer that holds the rows, where it is not a paged list; `.` where the answer is the list. */
  readonly rows?: Operation extends O
    ? string
    : ResultOf<O> extends readonly unknown[]
      ? '.'
      : OwnKey<ResultOf<O>>;
  /** What -q prints of an item, where it is not its `id`. */
  readonly idField?: Operation extends O ? string : ColumnOf<ItemOf<O>> | ColumnOf<RowOf<ResultOf<O>>>;
  /** What it is at least. That of an operation is with the operation, in `src/domain/dangers`. */
  readonly danger: Danger;
  /** When it asks, where that depends on what it is about to do, as the rest of `Asks first if ...`. */
  readonly asksIf?: string;
  /** What it may come to at most, where that depends and is more than moderate. */
  readonly worst?: Danger;
  /** What its question says of what is at stake. */
  readonly stakes?: Stakes | ((run: Run<Own, Target>) => Stakes | Promise<Stakes>);
  /** The read that shows what a dangerous command is about to touch. */
  readonly target?: Operation;
  /** When the target is worth a request, where it can be dangerous with some flags only. */
  readonly targetIf?: (run: Run<Own, Target>) => boolean;
  /** The same on a change request. */
  readonly crTarget?: Operation;
  /** Where a row of that read holds the target itself, by dotted path. */
  readonly targetAt?: string;
  /** What is said of its target when there is nothing to delete: `is not in the group`. */
  readonly without?: string | ((run: Run<Own, Target>) => Promise<string>);
  /** The command that leads on from there. */
  readonly withoutHint?: (run: Run<Own, Target>) => string;
  /** Twice is the same as once, though the client never repeats it by itself: --resume sends it again. */
  readonly repeatable?: boolean;
  /** Its target may be new: the command makes it, or joins what is not visible before. */
  readonly mayBeNew?: boolean;
  /** Finds its target where no list shows it. Throws NotFoundError. */
  readonly find?: (run: Run<Own, Target>) => Promise<void>;
  /** Turns ids into further fields, once every name has become one. */
  readonly settled?: (run: Run<Own, Target>) => Promise<void>;
  /** The command that undoes it, printed after it; `{}` stands for the target's id. */
  readonly undo?: string;
  /** Past participle for the line on stderr: `restored`. */
  readonly done?: string;
  /** Where it was done, behind the thing or the number of things: `from team "Writers"`. */
  readonly where?: (run: Run<Own, Target>) => string | Promise<string>;
  /** The whole line of success for one target, where participle, thing and place do not say it. */
  readonly success?: (run: Run<Own, Target>, result: ResultOf<O>) => string | Promise<string>;
  /**
   * The command that shows whether a write took effect, `{param}` for an input or argument, `--dry-run` for the same
   * command with that flag, `again` for the same command where a second time does no harm and nothing reads what it
   * makes. Left out: the get of the same thing, or the list of its group.
   */
  readonly check?: string;
  /** What the platform would refuse, as far as reading tells: what a dry run ends with. */
  readonly foresee?: (run: Run<Own, Target>) => Promise<DocsError | undefined>;
  /** What follows that its row does not show, as lines of a dry run. */
  readonly foretell?: (run: Run<Own, Target>) => Promise<string[]>;
  readonly examples: readonly string[];
  /** What each example does, where there are several: the summary says it of the only one. */
  readonly comments: readonly string[];
  /** Notes under the help text. */
  readonly notes?: string;
  /** Fields that get no flag of their own. */
  readonly hidden: readonly FieldName<O>[];
  /** Everything from the flags to the output, in place of the usual steps, which it may still take. */
  readonly run?: (run: Run<Own, Target>, usualSteps: () => Promise<void>) => Promise<void>;
  /**
   * Sends in its own way; input, context, --dry-run and consent are done by then. `request` sends the request of the
   * run. What it returns is shown as usual; it returns nothing where it has shown the answer itself.
   */
  readonly send?: (
    run: Run<Own, Target>,
    request: () => Promise<Sent>,
  ) => Promise<Sent | undefined> | Promise<void>;
  /** One item as a table or a row shows it; JSON keeps the platform's own. A method: it may take one kind of row alone. */
  present?(item: Row<O>, run: Run): unknown;
  /** The line after a list, from what its last page held beside the items. */
  readonly footer?: (rest: Readonly<Record<string, unknown>>) => string | undefined;
  /** With --wait: reads until what the answer began has ended; returns how it ended, in the form of the answer. */
  readonly follow?: (run: Run<Own, Target>, result: ResultOf<O>) => Promise<unknown>;
  /** What follows the answer: reads `result`, waits, warns. */
  readonly after?: (run: Run<Own, Target>, result: ResultOf<O>) => Promise<void>;
  /** Says that everything is already as the command would leave it: nothing is asked or sent then. May leave out the part of the input that is so. */
  readonly already?: (run: Run<Own, Target>) => Already | undefined | Promise<Already | undefined>;
  /** Fields of the body or query that name other things: `{ members: 'userId', 'source.space': 'spaceId' }`. */
  readonly refs?: Readonly<Record<string, string>>;
  /** Turns flags of its own into input fields, before the input is checked. */
  readonly prepare?: (run: Run<Own, Target>) => Promise<void>;
  /** Fields that a person is asked for on a terminal, though the platform does without them. */
  readonly askFor?: readonly FieldName<O>[];
  /** What its target may be, where that is not the list of its kind: `id` and `title` of each. */
  readonly offers?: (run: Run<Own, Target>) => Promise<readonly Record<string, unknown>[]>;
  /** Works out several changes by itself, as rows of one plan. */
  readonly isJob?: boolean;
  /** Takes one target only, where several would be meant otherwise. */
  readonly single?: boolean;
  /** It follows what happens until it is stopped. */
  readonly endless?: boolean;
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

type TargetOf<T extends Operation, At> = Operation extends T
  ? Thing
  : [At] extends [never]
    ? ItemOf<T> extends infer Item extends Thing
      ? Item
      : Thing
    : Thing;

/** A line to be typed, and what it does where that is worth a word. */
export type Example = readonly [does: string, line: string];

/** The examples of a command as they are written. */
export type Examples = readonly [string | Example, ...(string | Example)[]];

/** A command as it is written: its arguments by name, and only what differs from the usual. */
export type Written<
  O extends Operation,
  Options extends readonly Option[],
  Target extends Operation,
  At extends string,
> = Partial<
  Omit<
    Command<O, FlagsOf<NoInfer<Options>> & FieldFlags<O>, TargetOf<NoInfer<Target>, NoInfer<At>>>,
    'verb' | 'operation' | 'args' | 'examples' | 'comments' | 'options' | 'target' | 'targetAt'
  >
> & {
  /** Input fields given by position; `organizationId?` may be left to the context, `spaces...` takes the rest. */
  args?: readonly (FieldOf<O> | `${FieldOf<O>}?` | `${FieldOf<O>}...` | `${FieldOf<O>}?...`)[];
  options?: Options;
  target?: Target;
  targetAt?: At;
  examples: Examples;
};

/** A command that loads when somebody names it: its operations are of another resource than its group. */
export interface LateCommand {
  readonly verb: string;
  /** The one of the command: the help of its group lists it without loading it. */
  readonly summary: string;
  readonly aliases: readonly string[];
  load(): Promise<Command>;
}

/** A group as its file writes it. */
export interface WrittenGroup {
  readonly name?: string;
  readonly summary: string;
  readonly commands: readonly (Command | NamedGroup | LateCommand)[];
  /** What people come to it for. */
  readonly examples?: readonly Example[];
  /** Notes under the help of the group. */
  readonly notes?: string;
  /** What the group does by itself, without a verb. */
  readonly own?: Command;
}

/** A group whose commands are loaded. */
export interface Group extends WrittenGroup {
  readonly commands: readonly (Command | NamedGroup)[];
}

export interface NamedGroup extends Group {
  readonly name: string;
}

/** A first word after `docs`: what it is for, the heading it is under in help, and where it is written. */
export interface Entry {
  summary: string;
  section: string;
  load(): Promise<{ default: WrittenGroup | Command }>;
}

/** All first words, in the order of help. */
export type Catalog = Readonly<Record<string, Entry>>;

// Columns of a table by the type of an answer: a name that is not a field of it does not compile.

type Leaf = string | number | boolean | null | undefined;
type OwnKey<T> = T extends object ? keyof T & string : never;
type Member<T, K extends string> = T extends object ? (K extends keyof T ? T[K] : never) : never;
type Dotted<T, K extends string> =
  NonNullable<Member<T, K>> extends Leaf | readonly unknown[]
    ? K
    : K | `${K}.${OwnKey<NonNullable<Member<T, K>>>}`;
/** Rows of an answer that is not a paged list: the items of any list that it must have, or that is all it may have. */
type RowOf<R> = R extends readonly unknown[]
  ? never
  : R extends object
    ? {
        [K in keyof R]-?: (object extends R ? NonNullable<R[K]> : R[K]) extends readonly (infer I)[]
          ? I
          : never;
      }[keyof R]
    : never;
/** Fields of T, and fields of its object fields with a dot between: `gitSync.repoName`. */
type ColumnOf<T> = { [K in OwnKey<T>]: Dotted<T, K> }[OwnKey<T>];

export type FieldOf<O extends Operation> = OwnKey<InputOf<O>>;
/** One row of what a command shows. */
type Row<O extends Operation> = [RowOf<ResultOf<O>>] extends [never]
  ? ItemOf<O>
  : ItemOf<O> | RowOf<ResultOf<O>>;

// The flags of a run by the table of its options: nothing else is a flag.

export type RunFlags = GlobalFlags;

/** The flag of a name that is only known at run time. */
export const flagNamed = (flags: RunFlags, name: string): unknown => {
  const all: Readonly<Record<string, unknown>> = flags;
  return all[name];
};

/** Flags by their notation, each with its value or undefined: `Flags<'--force' | '--save <file>'>`. */
export type Flags<Notation extends string> = {
  readonly [One in Notation as string extends One ? never : Exclude<KeyIn<One>, keyof GlobalFlags>]:
    | ValueIn<One>
    | undefined;
};

/** What a command of these options finds in `run.flags` beside those of all. */
export type FlagsOf<Options extends readonly Option[]> = {
  readonly [One in Options[number] as string extends One['flags']
    ? never
    : Exclude<KeyIn<One['flags']>, keyof GlobalFlags>]: ValueIn<One['flags']> | undefined;
};

/** The flags of the fields of its request, for what reads them before they are input. */
type FieldFlags<O extends Operation> = { readonly [Field in FieldOf<O>]: unknown };
