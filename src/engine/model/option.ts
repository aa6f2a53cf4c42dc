// A flag as it is written down, what follows from its notation (`--sync-first` is `syncFirst`), and what it may reach.

interface OptionFacts {
  description: string;
  choices?: readonly string[];
  /** What a shell offers for a value that may be several of these, by commas. */
  offers?: readonly string[];
  default?: string | boolean;
  /** What it is listed under; left out: the fields of what is read or written. */
  group?: string;
  /** The command cannot do without it. */
  required?: boolean;
  /** Text to value. Throws UsageError, or what commander takes for its InvalidArgumentError. */
  parse?: (text: string, before: unknown) => unknown;
  /** Flags of which one must be there, too: without them it means nothing. */
  needs?: readonly string[];
}

/** An option in commander's notation. The kind of its value says what it reaches, or else the option itself. */
export type Option = OptionFacts & ({ flags: Valued; reach?: Reach } | { flags: string; reach: Reach });

type Facts = Omit<OptionFacts, 'description'>;
type Flag<Notation extends string> = OptionFacts & { flags: Notation };

/** A flag with what else is to be said of it: the notation stays its type, and `run.flags` follows from it. */
export function flag<const Notation extends Valued>(
  flags: Notation,
  description: string,
  facts?: Facts & { reach?: Reach },
): Flag<Notation> & { reach?: Reach };
export function flag<const Notation extends string>(
  flags: Notation,
  description: string,
  facts: Facts & { reach: Reach },
): Flag<Notation> & { reach: Reach };
export function flag(flags: string, description: string, facts?: object): object {
  return { flags, description, ...facts };
}

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
/** `-o, --output <format>` to `output`. */
type NameIn<Flags extends string> = Flags extends `${string}--${infer Long}`
  ? Long extends `${infer Name} ${string}`
    ? Name
    : Long
  : never;
export type KeyIn<Flags extends string> =
  NameIn<Flags> extends `no-${infer Name}` ? Camel<Name> : Camel<NameIn<Flags>>;
export type ValueIn<Flags extends string> = Flags extends `${string}<${string}...>`
  ? string[]
  : Flags extends `${string}[${string}]`
    ? string | boolean
    : Flags extends `${string}<${string}>`
      ? string
      : boolean;

/** The flags of a table that every run may have. */
export type FlagsIn<Options extends readonly Option[]> = {
  [One in Options[number] as KeyIn<One['flags']>]?: ValueIn<One['flags']>;
};

// What a flag, an argument or a column of rows may reach. Agents, aliases of a repository and rows are judged by it alone.

/**
 * platform: things and texts of the platform, and which of them are meant. form: how a run shows, waits or plans.
 * machine: a file, folder or program here, or a request that is sent from here. account: another profile or host.
 * person: consent, and what only a person may see.
 */
export type Reach = 'platform' | 'form' | 'machine' | 'account' | 'person';

/** By what usage calls the value: `--space <space>`, `<member>`. A word that may be a path is never of the platform. */
const VALUES = {
  age: 'platform',
  branch: 'platform',
  collection: 'platform',
  columns: 'platform',
  cr: 'platform',
  days: 'platform',
  emoji: 'platform',
  fields: 'platform',
  filters: 'platform',
  group: 'platform',
  'i/n': 'platform',
  integration: 'platform',
  item: 'platform',
  level: 'platform',
  markdown: 'platform',
  measures: 'platform',
  member: 'platform',
  members: 'platform',
  n: 'platform',
  new: 'platform',
  old: 'platform',
  org: 'platform',
  page: 'platform',
  predicate: 'platform',
  rate: 'platform',
  role: 'platform',
  rule: 'platform',
  rules: 'platform',
  seconds: 'platform',
  site: 'platform',
  sites: 'platform',
  slug: 'platform',
  space: 'platform',
  spaces: 'platform',
  status: 'platform',
  team: 'platform',
  thing: 'platform',
  time: 'platform',
  title: 'platform',
  version: 'platform',
  file: 'machine',
  files: 'machine',
  folder: 'machine',
  profile: 'account',
  // What commands about this machine call theirs: a flag or argument of another command says its own reach.
  change: 'machine',
  command: 'machine',
  hostname: 'machine',
  key: 'machine',
  method: 'machine',
  name: 'machine',
  'new-name': 'machine',
  path: 'machine',
  plan: 'machine',
  report: 'machine',
  shell: 'machine',
  text: 'machine',
  value: 'machine',
} as const satisfies Readonly<Record<string, Reach>>;

export type ValueKind = keyof typeof VALUES;
/** The notation of a flag whose value says what it reaches. */
type Valued = `${string}--${string} ${'<' | '['}${ValueKind}${'' | '...'}${'>' | ']'}`;

/** Undefined for what nobody has marked: whoever asks refuses it. */
export const reachOf = ({ flags, reach }: { flags: string; reach?: Reach | undefined }): Reach | undefined =>
  reach ?? reachOfValue(/[<[]([^<>[\]]*?)(?:\.\.\.)?[\]>]$/.exec(flags)?.[1] ?? '');

export const reachOfValue = (kind: string): Reach | undefined =>
  Object.hasOwn(VALUES, kind) ? VALUES[kind as ValueKind] : undefined;

/** Whether whoever is not the person at the terminal may give it. */
export const isHarmless = (reach: Reach | undefined): boolean => reach === 'platform' || reach === 'form';
