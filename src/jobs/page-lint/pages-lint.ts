// docs pages lint: the page rules on a space, a change request, a site or the organization.

import { getChangeRequestPage, getPage, listChangeRequestPages, listPages } from '../../api/content/pages.ts';
import { listChangeRequestChanges } from '../../api/review/change-requests.ts';
import { handmade } from '../../engine/model/command.ts';
import { SCOPE_OPERATIONS } from '../links/links-scope.ts';
import { LINT_FLAGS } from './lint-flags.ts';

const COLUMNS = ['space.title', 'page.path', 'problem', 'message'];

export const pagesLint = handmade('lint', {
  summary: 'Find pages that are empty, old or hard to find and read',
  uses: [
    ...SCOPE_OPERATIONS,
    listPages,
    getPage,
    listChangeRequestPages,
    getChangeRequestPage,
    listChangeRequestChanges,
  ],
  columns: COLUMNS,
  idField: 'page.id',
  fields: [...COLUMNS, 'space.id', 'page.id', 'page.title', 'key', 'file'],
  paged: true,
  options: LINT_FLAGS,
  run: async (run) => (await import('./pages-lint-run.ts')).runPagesLint(run),
  exits: [7],
  examples: [
    ['Check the pages of a space', 'docs pages lint --space Guides'],
    ['Fail when a change request adds problems', 'docs pages lint --cr "Guides#4" --new-only --exit-code'],
    ['Find pages not changed for a year', 'docs pages lint --all-spaces --only stale'],
    ['Report on a site in Markdown', 'docs pages lint --site "Tarnpost Docs" --format markdown'],
  ],
  notes: `Rules: empty, heading-skip (a level is left out), image-text (an image has no alternative text),
no-description, duplicate-title (in the same space), stale (not changed for a year).
Without --space, --site, --cr or --all-spaces, uses the space of the context, or else the whole organization.`,
});
