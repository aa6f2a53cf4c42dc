// docs analytics: how a site is doing, compared with the time before.

import { listPages } from '../../api/content/pages.ts';
import { aggregateEvents } from '../../api/insights/insights.ts';
import { getQuestionStats, listQuestions } from '../../api/insights/questions.ts';
import { searchOrganization } from '../../api/people/organizations.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';

const OPTIONS = [
  {
    flags: '--from <time>',
    description: 'the period begins at this time, or so long ago, such as 7d or 2026-01-31 (also --since)',
    default: '30d',
    group: 'Fields:',
  },
  {
    flags: '--to <time>',
    description: 'the period ends at this time (default now; also --until)',
    group: 'Fields:',
  },
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

export type AnalyticsRun = Run<FlagsOf<typeof OPTIONS>>;

/** Searches of a period that are looked up. */
export const MOST_SEARCHES = 50;

const COLUMNS = ['measure', 'now', 'before', 'change', 'trend'] as const;

const analytics = handmade('analytics', {
  summary: 'Compare how a site is doing with the time before',
  uses: [
    ...[getSite, aggregateEvents, getQuestionStats, listQuestions, searchOrganization],
    ...[listRedirects, getSiteStructure, listPages],
  ],
  columns: COLUMNS,
  fields: [...COLUMNS, 'items', 'series'],
  labels: { change: 'change in %' },
  paged: true,
  options: OPTIONS,
  synonyms: { '--since': '--from', '--until': '--to' },
  run: async (run) => (await import('./run-analytics.ts')).runAnalytics(run),
  examples: [
    ['The last 30 days, and the 30 days before', 'docs analytics --site "Tarnpost Docs"'],
    ['A page with plots', 'docs analytics --site "Tarnpost Docs" --format html > site.html'],
    ['A newsletter', 'docs analytics --site "Tarnpost Docs" --from 7d --format markdown'],
  ],
  notes: `Counts page views, visitors, searches, questions, ratings of pages and addresses that lead nowhere. A search without result
is one whose words no page of the site has now; the ${MOST_SEARCHES} most typed words of each period are looked up. --json has what makes up
each number ("items") and its course ("series"). The page of --format html needs no network and no script.`,
});
export default analytics;
