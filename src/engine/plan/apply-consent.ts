// The one question before a plan is applied: what its rows come to, the worst of them, and where.

import { plural } from '../../output/format.ts';
import { say } from '../../output/note.ts';
import { canAsk } from '../ask/can-ask.ts';
import { otherConsent } from '../ask/other-consent.ts';
import { askName, askYes, place, unconfirmed } from '../ask/question.ts';
import { lineWith } from '../model/typed-again.ts';
import type { OpenPlan } from './compare-rows.ts';
import { dangerOfPlan, type PlanRow, textOfTarget } from './plan.ts';
import { amountOf, linesOf } from './plan-lines.ts';

const MOST_LISTED = 20;
const MOST_TOLD = 3;

/**
 * Throws InteractionError (exit 3) when consent is missing or refused. `rows` are those that would be sent; `names` are
 * those of the one thing that all of it is about, where there is one: they confirm as the number does.
 */
export async function askToApply(
  { run, plan, names = [] }: Pick<OpenPlan, 'run' | 'plan' | 'names'>,
  rows: readonly PlanRow[],
): Promise<void> {
  const danger = dangerOfPlan(rows);
  const isSevere = danger === 'severe';
  const amount = plural(rows.length, 'change');
  const confirms = (typed: string) => typed === amount || names.some((name) => isNamed(typed, name));
  const wanted = names[0] ?? amount;
  const { yes, confirm } = run.flags;
  if (confirm !== undefined && !confirms(confirm))
    throw otherConsent(run, wanted, names.length > 0 ? 'what it is about' : 'what the plan would do');
  if (danger === 'mild' || confirm !== undefined || (yes && !isSevere)) return;
  const flag = isSevere ? '--confirm' : '--yes';
  const given = isSevere ? [flag, wanted] : [flag];
  const where = await place({ ...run, input: { organizationId: plan.organization?.id } });
  const asked = {
    act: `apply ${amountOf({ rows })}${where}`,
    ...followsOf(rows, danger),
  };
  if (!canAsk(run))
    throw unconfirmed(flag, asked, {
      hint: lineWith(run.context.argv, ...given),
      details: { confirm: wanted },
    });
  for (const line of linesOf(rows.slice(0, MOST_LISTED))) say(run.context.io, `  ${line}`);
  if (rows.length > MOST_LISTED) say(run.context.io, `  and ${rows.length - MOST_LISTED} more`);
  if (isSevere) await askName(run, asked, { name: wanted, isRight: confirms });
  else await askYes(run, asked);
}

/** An email is the same in capitals. */
const isNamed = (typed: string, name: string): boolean =>
  typed === name || (name.includes('@') && typed.toLowerCase() === name.toLowerCase());

/** What follows from the worst rows, and whom they are about. */
function followsOf(rows: readonly PlanRow[], danger: PlanRow['danger']): { follows?: string } {
  const worst = rows.filter((row) => row.danger === danger);
  if (worst.length === 0) return {};
  const told = worst
    .slice(0, MOST_TOLD)
    .map(({ target, follows }) => `${textOfTarget(target)}${follows === undefined ? '' : `: ${follows}`}`);
  const more = worst.length - told.length;
  if (rows.length === 1) return { follows: told.join('; ') };
  return {
    follows: `the most dangerous ${worst.length === 1 ? 'is' : 'are'} ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
  };
}
