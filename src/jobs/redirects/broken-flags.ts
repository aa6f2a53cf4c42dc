// Flags of docs insights broken.

import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';

/** Also of docs redirects suggest --from-visits. */
export const MIN_FLAG = flag('--min <n>', 'only addresses with at least n visits (default 1)');

export const BROKEN_FLAGS = [
  flag('--from <time>', 'count visits from this time on: 7d ago, or a date (also --since)', {
    default: '30d',
  }),
  MIN_FLAG,
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type BrokenRun = Run<FlagsOf<typeof BROKEN_FLAGS>>;
