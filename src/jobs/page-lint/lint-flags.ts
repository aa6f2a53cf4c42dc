// Flags of docs pages lint.

import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { SCOPE_FLAGS } from '../links/links-scope.ts';
import { EXIT_CODE_FLAG, FORMAT_FLAG } from '../report/finding-flags.ts';

export const LINT_FLAGS = [
  flag('--new-only', 'with --cr: only what is not on main', { reach: 'platform' }),
  flag('--only <rules>', 'only these rules, separated by commas'),
  FORMAT_FLAG,
  EXIT_CODE_FLAG,
  ...SCOPE_FLAGS,
] as const satisfies readonly Option[];

export type PagesLintRun = Run<FlagsOf<typeof LINT_FLAGS>>;
