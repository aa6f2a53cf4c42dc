// docs analytics: how a site is doing, compared with the time before.

import { listPages } from '../../api/content/pages.ts';
import { aggregateEvents } from '../../api/insights/insights.ts';
import { getQuestionStats, listQuestions } from '../../api/insights/questions.ts';
import { searchOrganization } from '../../api/people/organizations.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { handmade } from '../../engine/model/command.ts';
import { ANALYTICS_FLAGS, MOST_SEARCHES } from './analytics-flags.ts';

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
  options: ANALYTICS_FLAGS,
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
