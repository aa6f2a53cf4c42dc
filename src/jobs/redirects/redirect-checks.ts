// Commands that check redirects: what is wrong with them, where each leads, and which addresses lack one.
import { listPages } from '../../api/content/pages.ts';
import { aggregateEvents } from '../../api/insights/insights.ts';
import { listRedirects, testRedirect } from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { handmade } from '../../engine/model/command.ts';
import { BROKEN_FLAGS, LINT_FLAGS, VERIFY_FLAGS } from './check-flags.ts';

const COLUMNS = ['outcome', 'url', 'target', 'status', 'message'] as const;

export const redirectVerify = handmade('verify', {
  summary: 'Verify that old addresses still lead to a page',
  uses: [getSite, listRedirects],
  columns: COLUMNS,
  idField: 'url',
  paged: true,
  options: VERIFY_FLAGS,
  run: async (run) => (await import('./check-runs.ts')).runVerify(run),
  examples: [
    ['Visit each redirect of a site', 'docs redirects verify --site "Tarnpost Docs"'],
    [
      'Fail in CI if a known address is broken',
      'docs redirects verify --urls known.txt --site "Tarnpost Docs" --exit-code',
    ],
  ],
  notes: `Visits the published site as a stranger: without a token or cookie, four addresses at a time, on that host only. Outcomes:
ok, redirected (to a page), leaves (for another host, which is not asked), broken, unsure (401, 403, 429, 5xx or no response, which
do not count as broken). Wildcard redirects and drafts are visited only if --urls names an address for them.`,
});

const LINT_COLUMNS = ['problem', 'source', 'message', 'id'] as const;

export const redirectLint = handmade('lint', {
  summary: 'Find redirects that loop, chain, lead nowhere or never apply',
  uses: [getSite, listRedirects, getSiteStructure, listPages, testRedirect],
  columns: LINT_COLUMNS,
  idField: 'id',
  fields: [...LINT_COLUMNS, 'route'],
  paged: true,
  options: LINT_FLAGS,
  run: async (run) => (await import('./check-runs.ts')).runLint(run),
  examples: [
    ['Check the redirects of a site', 'docs redirects lint --site "Tarnpost Docs"'],
    [
      'Fail in CI, with a report in Markdown',
      'docs redirects lint --site "Tarnpost Docs" --format markdown --exit-code',
    ],
  ],
  notes: `Problems: self and loop (readers never arrive), dead (the destination no longer exists on the site), chain (more than
one redirect to the destination), shadowed (a page is at the path), twin (sources that differ only in case, a slash or encoding).
It only reads. Drafts and the pages of other sites are not checked.`,
});

const BROKEN_COLUMNS = ['address', 'visits', 'page', 'match', 'next'] as const;

export const insightsBroken = handmade('broken', {
  summary: 'List addresses that visitors opened and that lead nowhere',
  uses: [getSite, aggregateEvents, listRedirects, getSiteStructure, listPages],
  columns: BROKEN_COLUMNS,
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
