// docs apply: does what a plan says.

import { arg, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONFIRM_FLAGS, CONTEXT_FLAGS, MANY_FLAGS, WRITE_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';

const APPLY_FLAGS = [
  flag('--skip-stale', 'skip rows whose target has changed since the plan', {
    reach: 'machine',
    group: 'Plans:',
  }),
  flag('--rehearse', 'apply it to a clone of its host, made by docs sandbox clone', {
    reach: 'machine',
    group: 'Plans:',
  }),
  flag('--expect-hash <hash>', 'refuse any plan but the reviewed one', { reach: 'machine', group: 'Plans:' }),
  flag('--max-changes <n>', 'refuse to change more than n, or n% of all', { group: 'Plans:' }),
  ...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : []),
  ...WRITE_FLAGS,
  ...CONFIRM_FLAGS,
  ...MANY_FLAGS.filter(({ flags }) => flags !== '--resume'),
] as const satisfies readonly Option[];

type ApplyRun = Run<FlagsOf<typeof APPLY_FLAGS>>;

export default handmade('apply', {
  summary: 'Apply a plan made with --plan-out',
  args: [arg('plan')],
  options: APPLY_FLAGS,
  columns: ['target', 'id', 'outcome', 'error.message'],
  fields: ['target', 'id', 'ok', 'outcome', 'result', 'error'],
  danger: 'moderate',
  done: 'applied',
  stakes: { follows: 'docs undo --plan undoes what can be undone' },
  check: 'docs history',
  exits: [5, 6, 7],
  examples: [
    ['Apply without a question', 'docs apply plan.json --yes'],
    ['Check that nothing has changed since', 'docs apply plan.json --dry-run'],
    ['Try it on a copy of the organization', 'docs apply plan.json --rehearse --profile rehearsal --yes'],
  ],
  notes: `Every row is compared with the live state before the first is sent: if a target changed since, nothing is sent
(exit 6). Interrupted? Run the same command again: each change is made once. docs help plans explains plans.`,
  run: async (run: ApplyRun) => {
    const { skipStale, expectHash, rehearse } = run.flags;
    const { openPlan } = await import('../../engine/plan/open-plan.ts');
    const { applyPlan } = await import('../../engine/plan/apply-plan.ts');
    const open = await openPlan(run, run.args.plan ?? '', { expectHash, rehearse: rehearse === true });
    await applyPlan(open, { skipStale: skipStale === true });
  },
});
