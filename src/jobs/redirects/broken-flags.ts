// Flags of docs insights broken.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';

/** Also of docs redirects suggest --from-visits. */
export const MIN_FLAG = {
  flags: '--min <n>',
  description: 'only addresses with at least n visits (default 1)',
} as const satisfies Option;

export const BROKEN_FLAGS = [
  {
    flags: '--from <time>',
    description: 'count visits from this time on: 7d ago, or a date (also --since)',
    default: '30d',
  },
  MIN_FLAG,
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type BrokenRun = Run<FlagsOf<typeof BROKEN_FLAGS>>;
