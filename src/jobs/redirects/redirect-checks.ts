// Commands that check redirects: what is wrong with them, and where each leads.
import { listPages } from '../../api/content/pages.ts';
import { listRedirects, testRedirect } from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { EXIT_CODE_FLAG, exitCodeFlag, FORMAT_FLAG } from '../report/finding-flags.ts';

const VERIFY_FLAGS = [
  {
    flags: '--urls <file>',
    description: 'known URLs or paths of the site, one per line; - for stdin (default: its redirects)',
    group: 'Fields:',
  },
  FORMAT_FLAG,
  exitCodeFlag('an address is broken'),
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
] as const satisfies readonly Option[];

export type VerifyRun = Run<FlagsOf<typeof VERIFY_FLAGS>>;

const COLUMNS = ['outcome', 'url', 'target', 'status', 'message'] as const;

export const redirectVerify = handmade('verify', {
  summary: 'Verify that old addresses still lead to a page',
  uses: [getSite, listRedirects],
  columns: COLUMNS,
  idField: 'url',
  fields: COLUMNS,
  paged: true,
  options: VERIFY_FLAGS,
  run: async (run) => (await import('./redirect-verify-run.ts')).runVerify(run),
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

const LINT_FLAGS = [
  FORMAT_FLAG,
  EXIT_CODE_FLAG,
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type LintRun = Run<FlagsOf<typeof LINT_FLAGS>>;

const LINT_COLUMNS = ['problem', 'source', 'message', 'id'] as const;

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
