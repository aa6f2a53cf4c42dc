// The one question before a plan is applied: what its rows come to, the worst of them, and where.

import { plural } from '../../output/format.ts';
import { say } from '../../output/note.ts';
import { canAsk } from '../ask/can-ask.ts';
import { otherConsent } from '../ask/other-consent.ts';
import { askName, askYes, place, unconfirmed } from '../ask/question.ts';
import { lineWith } from '../model/typed-again.ts';
import type { Run } from '../run/run.ts';
import { dangerOfPlan, type Plan, type PlanRow, textOfTarget } from './plan.ts';
import { amountOf, linesOf } from './plan-lines.ts';

const MOST_LISTED = 20;
const MOST_TOLD = 3;

/** Throws InteractionError (exit 3) when consent is missing or refused. `rows` are those that would be sent. */
export async function askToApply(run: Run, plan: Plan, rows: readonly PlanRow[]): Promise<void> {
  const danger = dangerOfPlan(rows);
  const isSevere = danger === 'severe';
  const amount = plural(rows.length, 'change');
  const { yes, confirm } = run.flags;
  if (confirm !== undefined && confirm !== amount) throw otherConsent(run, amount, 'what the plan would do');
  if (danger === 'mild' || confirm !== undefined || (yes && !isSevere)) return;
  const flag = isSevere ? '--confirm' : '--yes';
  const given = isSevere ? [flag, amount] : [flag];
  const where = await place({ ...run, input: { organizationId: plan.organization?.id } });
  const asked = {
    act: `apply ${amountOf({ rows })}${where}`,
    ...followsOf(rows, danger),
  };
  if (!canAsk(run))
    throw unconfirmed(flag, asked, {
      hint: lineWith(run.context.argv, ...given),
      details: { confirm: amount },
    });
  for (const line of linesOf(rows.slice(0, MOST_LISTED))) say(run.context.io, `  ${line}`);
  if (rows.length > MOST_LISTED) say(run.context.io, `  and ${rows.length - MOST_LISTED} more`);
  if (isSevere) await askName(run, asked, { name: amount, isRight: (typed) => typed === amount });
  else await askYes(run, asked);
}

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
