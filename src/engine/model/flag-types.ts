// The flags of a run by the table of its options: `--sync-first` is `syncFirst`, and nothing else is a flag.
import type { Operation } from '../../api/operation.ts';
import type { FieldOf } from './columns.ts';
import type { Option } from './command-type.ts';
import type { GlobalFlags } from './globals.ts';

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
/** `-o, --output <format>` to `output`. */
type NameIn<Flags extends string> = Flags extends `${string}--${infer Long}`
  ? Long extends `${infer Name} ${string}`
    ? Name
    : Long
  : never;
type KeyIn<Flags extends string> =
  NameIn<Flags> extends `no-${infer Name}` ? Camel<Name> : Camel<NameIn<Flags>>;
type ValueIn<Flags extends string> = Flags extends `${string}<${string}...>`
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
export type FieldFlags<O extends Operation> = { readonly [Field in FieldOf<O>]: unknown };
