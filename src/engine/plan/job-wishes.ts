// What a job wants done: requests with what they are about, before anything says whether they are needed.
import type { Operation } from '../../api/operation.ts';
import type { Danger } from '../../domain/dangers/danger.ts';
import type { InFile } from './check-rows.ts';
import type { Plan, PlanRow, PlanTarget } from './plan.ts';
import { afterOf, type Live, relevant } from './row-state.ts';

/** One request that a job would send. */
export interface Wish {
  operation: Operation;
  /** Every name is an ID; `{row 2}.id` stands for the ID of what the second wish creates. */
  input: Record<string, unknown>;
  /** Numbers of wishes (from 1) that must be done first; those that the input names count anyway. */
  needs?: readonly number[];
  /** What is there now, where the job has read it: the whole thing, or null where there is none. Else it is read. */
  live?: Live;
  /** At least that of the command which makes such changes, whatever is said here. */
  danger?: Danger;
  /** What follows, as a question says it: `their 3 spaces stay`. */
  follows?: string;
  /** The file of a folder that it comes from. */
  file?: string;
  /** Line of the file that it comes from. */
  line?: number;
}

/** What a job asks for whatever it finds: sent together with the read of what it is about. */
export interface Ahead {
  /** Reads under the path of that, with their queries. */
  reads?: readonly (readonly [operation: Operation, query: Readonly<Record<string, unknown>>])[];
  /** The first of its changes, where there are always several: whether the host offers them is known by then. */
  first?: Operation;
}

/** All that a job wants. */
export interface Wishes {
  rows: readonly Wish[];
  /** Things that are as they should be, and have no wish. */
  unchanged?: number;
  /** What the report of a plan file says of those: `not ready`. Else that they are up to date. */
  unchangedAs?: string;
  /** How many there are in all, for `--max-changes 5%`; else wishes and what is unchanged. */
  total?: number;
  /** What a person could type instead, where that was asked for: it is printed, and nothing is done. */
  commands?: readonly string[];
  /** What --dry-run shows people in place of a line a row: a diff. Ends with a line end. */
  preview?: string;
  /** Pages of it that no row names: they go with the one above them. */
  alongside?: number;
  /** What the whole is about, where that is one thing: each of its names confirms, the first is asked for. */
  names?: readonly string[];
  /** What docs undo could not undo is said before. */
  tellsUndo?: true;
  /** Where people wrote what is sent, for what the platform would refuse of it. */
  inFile?: InFile;
  /**
   * Called with the plan before it is sent or written, or once it is shown where it is only shown: throws for what must
   * not be sent.
   */
  judge?: (plan: Plan, isShown: boolean) => void;
  /** Called after consent, before the first is sent. */
  begin?: () => void;
  /** Called once all of it is applied, or shown or written instead: throws for what could not be wished. */
  end?: (isApplied: boolean) => void;
}

// A wish as people read it, without making a plan of it: what is so now, and what is wanted.

/** The row that a plan would have for a wish of which the state is known. Reads nothing. */
export async function rowOfWish({
  operation,
  input,
  target,
  live,
  line,
}: Wish & { target: PlanTarget }): Promise<PlanRow> {
  const before = await relevant(operation, input, live);
  return {
    operation: operation.id,
    input,
    target,
    ...(before !== undefined && { before }),
    after: afterOf(operation, input, before),
    danger: 'mild',
    ...(line !== undefined && { line }),
  };
}
