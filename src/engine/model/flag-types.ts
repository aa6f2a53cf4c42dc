// The flags of a run by the table of its options: nothing else is a flag.
import type { Operation } from '../../api/operation.ts';
import type { FieldOf } from './columns.ts';
import type { GlobalFlags } from './globals.ts';
import type { KeyIn, Option, ValueIn } from './option.ts';

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
export type FieldFlags<O extends Operation> = { readonly [Field in FieldOf<O>]: unknown };
