// A plan in hand, and its rows on their way.
import type { Operation } from '../../api/operation.ts';
import type { Task } from '../many/many-report.ts';
import type { Run } from '../model/command-type.ts';
import type { Plan, PlanRow, Rows } from './plan.ts';
import type { Live } from './row-state.ts';

/** A plan that is about to be compared or applied here. */
export interface OpenPlan<R extends Rows = Rows> {
  run: Run;
  plan: Plan<R>;
  /** The file, as it was typed; empty where the plan was never written. */
  file: string;
  /** The command that makes it again, where no file holds it. */
  again?: string;
  /** What the whole is about, where that is one thing. */
  names?: readonly string[];
  operations: ReadonlyMap<string, Operation>;
  /** What is there now, a row each, where the plan has just been made. */
  lives?: readonly Live[];
  /** As in `Wishes`. */
  begin?: () => void;
}

/** A row on its way. A result or failure is there from the start where nothing is left to be sent. */
export interface PlanTask extends Task {
  row: PlanRow;
  /** From 1. */
  number: number;
  /** What is there now, where it was read. */
  live?: Live;
  /** What somebody changed since the plan was made. */
  stale?: string;
  /** It was sent with no answer, and is done: nothing has written that down yet. */
  isFound?: boolean;
}
