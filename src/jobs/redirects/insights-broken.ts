// docs insights broken: addresses that visitors opened and that lead nowhere, with what could be done.
import { listPages } from '../../api/content/pages.ts';
import { aggregateEvents } from '../../api/insights/insights.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';

/** Also of docs redirects suggest --from-visits. */
export const MIN_FLAG = {
  flags: '--min <n>',
  description: 'only addresses with at least n visits (default 1)',
  group: 'Fields:',
} as const satisfies Option;

const OPTIONS = [
  {
    flags: '--from <time>',
    description: 'count visits from this time on: 7d ago, or a date (also --since)',
    default: '30d',
    group: 'Fields:',
  },
  MIN_FLAG,
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type BrokenRun = Run<FlagsOf<typeof OPTIONS>>;

const COLUMNS = ['address', 'visits', 'page', 'match', 'next'] as const;

export const insightsBroken = handmade('broken', {
  summary: 'List addresses that visitors opened and that lead nowhere',
  uses: [getSite, aggregateEvents, listRedirects, getSiteStructure, listPages],
  columns: COLUMNS,
  fields: COLUMNS,
  idField: 'address',
  none: 'broken addresses',
  paged: true,
  options: OPTIONS,
  synonyms: { '--since': '--from' },
  run: async (run) => (await import('./run-broken.ts')).runBroken(run),
  examples: [
    ['What visitors did not find in the last 30 days', 'docs insights broken --site "Tarnpost Docs"'],
    [
      'What at least three visits of this week were for',
      'docs insights broken --from 7d --min 3 --site "Tarnpost Docs"',
    ],
  ],
  notes: `The most visited first, with the page that each most likely means by its name, and the command to run next. Addresses that a
page or a redirect answers by now are left out, and so are pages that exist for other visitors only. It only reads. To redirect
all of them at once, use docs redirects suggest --from-visits.`,
});
