// Flags of docs analytics.

import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';

export const ANALYTICS_FLAGS = [
  flag(
    '--from <time>',
    'the period begins at this time, or so long ago, such as 7d or 2026-01-31 (also --since)',
    { default: '30d' },
  ),
  flag('--to <time>', 'the period ends at this time (default now; also --until)'),
  flag('--format <format>', 'Markdown for a newsletter, or one page with plots, instead of rows', {
    reach: 'platform',
    choices: ['markdown', 'html'],
    group: 'Output:',
  }),
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type AnalyticsRun = Run<FlagsOf<typeof ANALYTICS_FLAGS>>;

/** Searches of a period that are looked up. */
export const MOST_SEARCHES = 50;
