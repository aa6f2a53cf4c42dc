// A wish as people read it, without making a plan of it: what is so now, and what is wanted.
import type { Wish } from './job-wishes.ts';
import type { PlanRow, PlanTarget } from './plan.ts';
import { afterOf, relevant } from './row-state.ts';

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
