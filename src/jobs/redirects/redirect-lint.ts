// docs redirects lint: loops, chains, dead destinations, and redirects that never apply.

import { listPages } from '../../api/content/pages.ts';
import { listRedirects, testRedirect } from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { EXIT_CODE_FLAG, FORMAT_FLAG } from '../report/finding-flags.ts';

const LINT_FLAGS = [
  FORMAT_FLAG,
  EXIT_CODE_FLAG,
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type LintRun = Run<FlagsOf<typeof LINT_FLAGS>>;

export const LINT_COLUMNS = ['problem', 'source', 'message', 'id'] as const;

export const redirectLint = handmade('lint', {
  summary: 'Find redirects that loop, chain, lead nowhere or never apply',
  uses: [getSite, listRedirects, getSiteStructure, listPages, testRedirect],
  columns: LINT_COLUMNS,
  idField: 'id',
  fields: [...LINT_COLUMNS, 'route'],
  paged: true,
  options: LINT_FLAGS,
  run: async (run) => (await import('./redirect-lint-run.ts')).runLint(run),
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
