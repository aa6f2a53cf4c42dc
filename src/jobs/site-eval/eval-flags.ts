// Flags of docs sites eval.

import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { exitCodeFlag, FORMAT_FLAG } from '../report/finding-flags.ts';

export const EVAL_FLAGS = [
  flag('--search', 'use the search of the site, which costs no AI credits (default)', { reach: 'platform' }),
  flag('--ask', 'ask the questions and judge the answers and their sources, which uses AI credits', {
    reach: 'platform',
  }),
  flag('--baseline <file>', 'what --json printed in an earlier run: exit 6 if it is worse now'),
  flag('--total', 'print one row with the measures of all questions', {
    reach: 'platform',
    group: 'Output:',
  }),
  FORMAT_FLAG,
  exitCodeFlag('an expectation failed'),
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type EvalRun = Run<FlagsOf<typeof EVAL_FLAGS>>;
