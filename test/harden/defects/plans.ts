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
        find: 'hint: commandAgain(made.command) ?? shell`docs plan show ${file}`,',
        replace: 'hint: made.command,',
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
        find: 'safeLine(textOfTarget(target))',
        replace: 'textOfTarget(target)',
      },
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
  },
];
