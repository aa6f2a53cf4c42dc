// docs plan: what a plan file would change, whether it still fits, and smaller plans made of it.
import { arg, group, handmade } from '../../engine/model/command.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { PLAN_COLUMNS } from '../../engine/plan/plan-lines.ts';
import type { Run } from '../../engine/run/run.ts';

const show = handmade('show', {
  summary: 'Show what a plan would change',
  args: [arg('plan')],
  options: [
    {
      flags: '--markdown',
      description: 'as Markdown, for a pull request or a job summary',
      group: 'Output:',
    },
  ],
  columns: PLAN_COLUMNS,
  fields: PLAN_COLUMNS,
  examples: ['docs plan show plan.json', 'docs plan show plan.json --markdown'],
  notes: '-q prints the hash of the plan, for docs apply --expect-hash.',
  local: true,
  prints: true,
  paged: true,
  run: async (run: Run) => (await import('../../engine/plan/show-plan.ts')).showPlan(run),
});

const check = handmade('check', {
  summary: 'Check whether a plan still fits',
  args: [arg('plan')],
  options: [...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : [])],
  columns: ['row', 'target', 'state', 'why'],
  fields: ['row', 'target', 'state', 'why'],
  examples: ['docs plan check plan.json'],
  notes:
    'Reads only. Exit 0: it still fits; 6: a row is stale; 3: expired, or made for another host or organization.',
  exits: [3, 6],
  run: async (run: Run) => (await import('../../engine/plan/check-plan.ts')).checkPlanFile(run),
});

const split = handmade('split', {
  summary: 'Split a plan into smaller ones',
  args: [arg('plan')],
  options: [
    {
      flags: '--by <what>',
      description: 'danger, kind, or at most so many rows each',
      required: true,
      group: 'Plans:',
    },
  ],
  columns: ['plan', 'rows', 'danger', 'hash'],
  fields: ['plan', 'rows', 'danger', 'hash'],
  examples: ['docs plan split plan.json --by danger', 'docs plan split plan.json --by 100'],
  notes: 'Writes plan-1.json, plan-2.json and so on beside it. Rows that need each other stay together.',
  local: true,
  prints: true,
  run: async (run: Run) => (await import('../../engine/plan/split-plan.ts')).splitPlan(run),
});

export default group(
  'Review and check plans',
  [show, check, split],
  [
    ['See what a plan would change', 'docs plan show plan.json'],
    ['Check that nobody changed its targets since', 'docs plan check plan.json'],
  ],
);
