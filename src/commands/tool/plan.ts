// docs plan: what a plan file would change, whether it still fits, and smaller plans made of it.

import { arg, group, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, PLAN_OUTPUT_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { PLAN_COLUMNS } from '../../engine/plan/plan-lines.ts';
import type { Run } from '../../engine/run/run.ts';
import { seeHelp } from '../../errors.ts';

const SHOW_FLAGS = [
  PLAN_OUTPUT_FLAG,
  flag('--markdown', 'as Markdown, for a pull request or a job summary', {
    reach: 'machine',
    group: 'Output:',
  }),
  flag('--full', 'every line of the pages that change, with the lines around them', {
    reach: 'form',
    group: 'Output:',
  }),
] as const satisfies readonly Option[];

const show = handmade('show', {
  summary: 'Show what a plan would change',
  args: [arg('plan')],
  options: SHOW_FLAGS,
  columns: PLAN_COLUMNS,
  examples: [
    ['Show a table', 'docs plan show plan.json'],
    ['Show all that changes in the text of pages', 'docs plan show plan.json --full'],
    ['Write Markdown for a pull request', 'docs plan show plan.json --markdown'],
  ],
  notes:
    'Names and present values are those of the host; where it cannot be asked, targets are shown by ID. -q prints the hash of the plan, for docs apply --expect-hash.',
  prints: true,
  paged: true,
  run: async (run: Run<FlagsOf<typeof SHOW_FLAGS>>) =>
    (await import('../../engine/plan/show-plan.ts')).showPlan(run, {
      asMarkdown: run.flags.markdown === true || String(run.flags.output) === 'markdown',
      isFull: run.flags.full === true,
    }),
});

const check = handmade('check', {
  summary: 'Check whether a plan still fits',
  args: [arg('plan')],
  options: CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : [],
  columns: ['row', 'target', 'state', 'why'],
  idField: 'row',
  examples: ['docs plan check plan.json'],
  notes:
    'Reads only. Exit 0: it still fits. Exit 6: a row is stale. Exit 3: expired, or made for another host or organization.',
  exits: [3, 6],
  run: async (run) => (await import('../../engine/plan/show-plan.ts')).checkPlanFile(run),
});

const SPLIT_FLAGS = [
  flag('--by <what>', 'danger, kind, or at most so many rows each', {
    reach: 'machine',
    required: true,
    group: 'Plans:',
  }),
  flag('--overwrite', 'replace existing files', { reach: 'machine', group: 'Plans:' }),
] as const satisfies readonly Option[];

const split = handmade('split', {
  summary: 'Split a plan into smaller ones',
  args: [arg('plan')],
  options: SPLIT_FLAGS,
  columns: ['plan', 'rows', 'danger', 'hash'],
  idField: 'hash',
  examples: [
    ['One file for each level of danger', 'docs plan split plan.json --by danger'],
    ['Files of 100 changes each', 'docs plan split plan.json --by 100'],
  ],
  notes:
    'Writes plan-1.json, plan-2.json and so on next to it. Rows that depend on each other stay together. Existing files are kept unless --overwrite is given.',
  local: true,
  prints: true,
  run: async (run: Run<FlagsOf<typeof SPLIT_FLAGS>>) => {
    const { by, overwrite } = run.flags;
    if (by === undefined) throw seeHelp(run.path, '--by is required');
    await (await import('../../engine/plan/split-plan.ts')).splitPlan(run, by, { overwrite });
  },
});

const schema = handmade('schema', {
  summary: 'Print the JSON Schema of plans, for policies',
  local: true,
  examples: [
    ['Print the schema of plan files', 'docs plan schema'],
    ['Keep it for your policies', 'docs plan schema > docs-plan.schema.json'],
  ],
  run: async ({ context }) => {
    const { planJsonSchema } = await import('../../engine/plan/plan-schema.ts');
    await context.io.out(`${JSON.stringify(planJsonSchema(), null, 2)}\n`);
  },
});

export default group(
  'plan',
  'Review and check plans',
  [show, check, split, schema],
  [
    ['See what a plan would change', 'show'],
    ['Check that no target changed since', 'check'],
  ],
);
