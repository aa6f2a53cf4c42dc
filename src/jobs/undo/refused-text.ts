// What docs undo says of changes that it cannot undo: what each is about, why, and the command that comes nearest.
import { nameOfChange, thingOf } from '../../engine/journal/record-change.ts';
import { textOfTarget } from '../../engine/plan/plan.ts';
import { rowTargets } from '../../engine/plan/row-target.ts';
import { inThisContext } from '../../engine/run/next-command.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Refused } from './settle.ts';

/** What it is about. What waits for somebody who is gone is called by their name, which no host tells any more. */
export async function textOfRefused(run: Run, { entry, waits }: Refused): Promise<string> {
  if (!waits || entry.called !== undefined) return nameOfChange(entry);
  const { organizationId } = waits.removal.input;
  const targets = rowTargets({ run, organizationId: String(organizationId), made: () => undefined });
  const { title } = waits.isTheirs ? thingOf(waits.removal) : {};
  return textOfTarget({ ...(title !== undefined && { title }), ...(await targets.of(waits.undo)) });
}

/** Several requests about one thing may be refused for one reason: it is said once. */
export const saidOnce = (refused: readonly Refused[]): Refused[] => [
  ...new Map(refused.map((one) => [`${nameOfChange(one.entry)} ${one.error.message}`, one])).values(),
];

/** The hint as it can be typed: for what waits, that of what it waits for. */
export const hintOfRefused = async (run: Run, { entry, waits, error: { hint } }: Refused) =>
  hint && (await inThisContext(run, hint, (waits?.removal ?? entry).input));
