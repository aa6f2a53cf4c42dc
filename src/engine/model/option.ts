// A flag as it is written down, and what follows from its notation: `--sync-first` is `syncFirst`.
import type { Reach, Valued } from './reach.ts';

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
