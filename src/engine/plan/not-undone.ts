// Which changes of a plan docs undo could not undo, and why: said before any of them is sent.
import { whyNotOnceMade } from '../../domain/journal/why-not.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import type { PlanRow } from './plan.ts';
import type { OpenPlan } from './plan-task.ts';
import { isOnNew, textsIn } from './row-state.ts';

/** One line: how many of the changes, and why. Nothing where all of them can be undone. */
export async function sayNotUndone(open: OpenPlan<readonly PlanRow[]>): Promise<void> {
  const { run, plan } = open;
  const reasons = await reasonsIn(open);
  const count = [...reasons.values()].reduce((sum, one) => sum + one, 0);
  if (count === 0) return;
  const [only, second] = reasons.keys();
  const why =
    second === undefined
      ? only
      : [...reasons]
          .sort(([, a], [, b]) => b - a)
          .map(([reason, times]) => `${reason} (${times})`)
          .join(', ');
  const all = plural(plan.rows.length, 'change');
  note(
    run.context.io,
    `${count === plan.rows.length ? '' : `${count} of `}${all} could not be undone by docs undo: ${why}`,
  );
}

async function reasonsIn({
  plan,
  operations,
  lives = [],
}: OpenPlan<readonly PlanRow[]>): Promise<Map<string, number>> {
  const reasons = new Map<string, number>();
  const gone = new Set<unknown>();
  const left: PlanRow[] = [];
  const count = (why: string) => reasons.set(why, (reasons.get(why) ?? 0) + 1);
  for (const [at, row] of plan.rows.entries()) {
    const { operation: id, input } = row;
    const operation = operations.get(id);
    // What is there before a change to what another row creates is known once that is done.
    const isOpen = operation !== undefined && isOnNew(operation, input);
    const before = isOpen ? undefined : (lives[at] ?? null);
    const why = await whyNotOnceMade(id, { input: { ...input }, ...(before !== undefined && { before }) });
    if (why === undefined) left.push(row);
    else {
      count(why);
      if (row.after === null) gone.add(row.target.id);
    }
  }
  for (const { before } of left)
    if (textsIn(before).some((text) => gone.has(text))) count('what it had before is deleted, too');
  return reasons;
}
