// What a command knows while it runs: what was typed, where it acts, and what it found out on the way.
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import type { NameCache } from '../../config/name-cache.ts';
import type { Resolved } from '../../config/resolve.ts';
import type { Context } from '../../context.ts';
import type { Input } from '../run/input.ts';
import type { Made } from '../run/made-changes.ts';
import type { Catalog, Command } from './command.ts';
import type { GlobalFlags } from './globals.ts';

export type RunFlags = GlobalFlags;

/** The flag of a name that is only known at run time. */
export const flagNamed = (flags: RunFlags, name: string): unknown => {
  const all: Readonly<Record<string, unknown>> = flags;
  return all[name];
};

/** What a target is where nothing more is known of it. */
export type Thing = Record<string, unknown>;

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
  undoes?: ReadonlyMap<object, string>;
  /** The hash of the plan that is applied. */
  plan?: string;
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
  /** A list has shown a thing as its own read would: the state before a change that follows soon. */
  noteRead: (operation: Operation, input: Input, result: unknown) => void;
  /** What was read until now is the state before all that is sent from now on. */
  keepReads: () => void;
}
