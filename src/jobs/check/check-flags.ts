// Flags of docs check.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import type { Run } from '../../engine/run/run.ts';
import { BASELINE_FLAGS } from '../report/baseline.ts';
import { EXTERNAL_FLAGS } from '../report/external-flags.ts';
import { EXIT_CODE_FLAG, FORMAT_FLAG } from '../report/finding-flags.ts';
import { LEVELS } from './rules.ts';

export const CHOICE_FLAGS = [
  {
    flags: '--rule <rules>',
    description: 'only these rules or topics, such as nav,link/anchor',
    group: 'Fields:',
  },
  { flags: '--skip-rule <rules>', description: 'not these rules or topics', group: 'Fields:' },
] as const satisfies readonly Option[];

export const CHECK_FLAGS = [
  ...CHOICE_FLAGS,
  {
    flags: '--base <ref>',
    reach: 'machine',
    description: 'only what this branch adds, compared with where it left this branch, tag or commit',
    group: 'Fields:',
  },
  {
    flags: '--fix',
    reach: 'machine',
    description: 'show what can be corrected mechanically as a diff; with --yes, correct it',
    group: 'Fields:',
  },
  {
    flags: '--online',
    reach: 'platform',
    description: 'check links to other spaces by the pages that the host lists',
    group: 'Fields:',
  },
  {
    flags: '--fresh',
    reach: 'machine',
    description: 'read every page again, not only those that changed since the last run',
    group: 'Fields:',
  },
  ...EXTERNAL_FLAGS,
  ...BASELINE_FLAGS,
  FORMAT_FLAG,
  {
    flags: '--fail-on <level>',
    reach: 'platform',
    description: 'exit 6 if there are findings of this level or a higher one',
    choices: LEVELS,
    group: 'Output:',
  },
  EXIT_CODE_FLAG,
] as const satisfies readonly Option[];

export type CheckRun = Run<FlagsOf<typeof CHECK_FLAGS>>;

export type ChoiceRun = Run<FlagsOf<typeof CHOICE_FLAGS>>;
