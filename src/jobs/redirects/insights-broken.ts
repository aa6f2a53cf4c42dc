// docs insights broken: addresses that visitors opened and that lead nowhere, with what could be done.
import { listPages } from '../../api/content/pages.ts';
import { aggregateEvents } from '../../api/insights/insights.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { handmade } from '../../engine/model/command.ts';
import { BROKEN_FLAGS } from './broken-flags.ts';

const COLUMNS = ['address', 'visits', 'page', 'match', 'next'] as const;

export const insightsBroken = handmade('broken', {
  summary: 'List addresses that visitors opened and that lead nowhere',
  uses: [getSite, aggregateEvents, listRedirects, getSiteStructure, listPages],
  columns: COLUMNS,
  idField: 'address',
  none: 'broken addresses',
  paged: true,
  options: BROKEN_FLAGS,
  synonyms: { '--since': '--from' },
  run: async (run) => (await import('./broken-visits.ts')).runBroken(run),
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
