// Flags of docs audit.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { ORGANIZATION_FLAG } from '../access/access-scope.ts';
import { BASELINE_FLAGS } from '../report/baseline.ts';
import { EXIT_CODE_FLAG, FORMAT_FLAG } from '../report/finding-flags.ts';
import { FRESH_FLAG } from '../report/kept-answers.ts';
import { SEVERITIES } from './rule.ts';

export const CHOICE_FLAGS = [
  {
    flags: '--only <rules>',
    description: 'only these rules or topics, such as sso,people/single-admin',
    group: 'Fields:',
  },
  { flags: '--skip <rules>', description: 'not these rules or topics', group: 'Fields:' },
] as const satisfies readonly Option[];

export const AUDIT_FLAGS = [
  ...CHOICE_FLAGS,
  {
    flags: '--also <rules>',
    description: 'these rules or topics, too, such as links,pages',
    group: 'Fields:',
  },
  { ...FORMAT_FLAG, choices: [...FORMAT_FLAG.choices, 'html'] },
  {
    flags: '--fail-on <severity>',
    reach: 'platform',
    description: 'exit 6 if there are findings of this severity or a higher one',
    choices: SEVERITIES,
    group: 'Output:',
  },
  EXIT_CODE_FLAG,
  ...BASELINE_FLAGS,
  {
    flags: '--owners <file>',
    description: 'file that maps page paths to their owners (default owners.yaml)',
    group: 'Fields:',
  },
  FRESH_FLAG,
  ...ORGANIZATION_FLAG,
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type AuditRun = Run<FlagsOf<typeof AUDIT_FLAGS>>;

export type ChoiceRun = Run<FlagsOf<typeof CHOICE_FLAGS>>;
