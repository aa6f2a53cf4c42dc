// Flags of docs analytics.
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';

export const ANALYTICS_FLAGS = [
  {
    flags: '--from <time>',
    description: 'the period begins at this time, or so long ago, such as 7d or 2026-01-31 (also --since)',
    default: '30d',
  },
  { flags: '--to <time>', description: 'the period ends at this time (default now; also --until)' },
  {
    flags: '--format <format>',
    reach: 'platform',
    description: 'Markdown for a newsletter, or one page with plots, instead of rows',
    choices: ['markdown', 'html'],
    group: 'Output:',
  },
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type AnalyticsRun = Run<FlagsOf<typeof ANALYTICS_FLAGS>>;

/** Searches of a period that are looked up. */
export const MOST_SEARCHES = 50;
