// Plan files of somebody who means harm: what is shown of them, what is offered to be pasted, and work without end.
import type { Defect } from './defect.ts';

const file = 'test/unit/engine/plan/hostile-plan.test.ts';

export const planDefects: readonly Defect[] = [
  {
    id: 'plan-command-trusted',
    what: 'an expired plan offers any command of its file to be pasted',
    patches: [
      {
        file: 'src/engine/plan/open-plan.ts',
        find: "code: 'EXPIRED_PLAN',\n    hint: shell`docs plan show ${file}`,",
        replace: "code: 'EXPIRED_PLAN',\n    hint: made.command,",
      },
    ],
    tests: [{ file, name: 'an expired plan offers no command' }],
  },
  {
    id: 'plan-rows-forged',
    what: 'the title of a target looks like more rows of the plan',
    patches: [
      {
        file: 'src/engine/plan/plan-lines.ts',
        find: 'safeLine(textOfTarget(row.target))',
        replace: 'textOfTarget(row.target)',
      },
      // It is made safe where it is printed, too.
      { file: 'src/engine/plan/plan-lines.ts', find: 'safeLine(line)', replace: 'line' },
    ],
    tests: [{ file, name: 'shows a row as one line' }],
  },
  {
    id: 'plan-families-copied',
    what: 'docs plan split copies its list once a row, and takes minutes',
    patches: [
      {
        file: 'src/engine/plan/split-plan.ts',
        find: 'parts.set(key, append(parts.get(key) ?? [], family));',
        replace: 'parts.set(key, [...(parts.get(key) ?? []), ...family]);',
      },
    ],
    tests: [{ file, name: 'as many rows as there may be' }],
    hangs: true,
  },
  {
    id: 'plan-split-over-files',
    what: 'docs plan split replaces files of somebody else',
    patches: [
      {
        file: 'src/engine/plan/split-plan.ts',
        find: 'if (!overwrite) refuseOther',
        replace: 'if (overwrite) refuseOther',
      },
    ],
    tests: [{ file, name: 'leaves every file alone' }],
  },
  {
    id: 'plan-split-deaf',
    what: 'docs plan split hears no signal before it is done',
    patches: [
      {
        file: 'src/engine/run/wait.ts',
        find: '  await new Promise(setImmediate);\n  signal.throwIfAborted();',
        replace: '  void signal;',
      },
    ],
    tests: [{ file, name: 'ends with the signal' }],
  },
  {
    id: 'plan-over-files',
    what: '--plan-out replaces any file',
    patches: [
      {
        file: 'src/engine/plan/make-plan.ts',
        find: '  refuseOtherThanPlan(run.context, String(run.flags.planOut));\n',
        replace: '',
      },
    ],
    tests: [
      { file, name: 'replaces an earlier plan' },
      { file: 'test/contract/foreign-files.test.ts', name: 'every command' },
    ],
  },
  {
    id: 'plan-list-once-a-row',
    what: 'whether something is there already is read once a row',
    patches: [{ file: 'src/engine/plan/find-created.ts', find: '    lists.set(key, read);\n', replace: '' }],
    tests: [{ file: 'test/unit/engine/plan/created-rows.test.ts' }],
  },
  {
    id: 'plan-team-as-organization',
    what: 'the plan of a new team renames the organization',
    patches: [
      {
        file: 'src/engine/plan/row-state.ts',
        find: "path.endsWith('s')) || /\\.(create|add)$/.test(id);",
        replace: "path.endsWith('s'));",
      },
    ],
    tests: [{ file: 'test/unit/engine/plan/created-rows.test.ts' }],
  },
];
