// docs redirects: where readers of old paths go.
import { getPageByPath, getRevision, listPages, listRevisionPages } from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { aggregateEvents } from '../../api/insights/insights.ts';
import type { SiteRedirectDestination } from '../../api/sites/site-redirects.generated.ts';
import * as api from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import dangers from '../../domain/dangers/sites.ts';
import { A_PAGE, readDestination, told } from '../../domain/redirect-destination.ts';
import { command, group, handmade } from '../../engine/model/command.ts';
import { type FlagsOf, flagNamed } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { callNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { isForPeople, printRows } from '../../engine/run/view.ts';
import { ConflictError, NotFoundError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { MIN_FLAG } from '../../jobs/redirects/check-flags.ts';
import { redirectLint, redirectVerify } from '../../jobs/redirects/redirect-checks.ts';
import { redirectPush } from '../../jobs/redirects/redirect-push.ts';
import { sourceOf } from '../../jobs/redirects/redirect-rows.ts';
import type { Suggestions } from '../../jobs/redirects/suggest.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { whenRefused } from '../sending.ts';
import { lackingPage, sameRedirect, settleDestination, settlePage, takenPath } from './redirect-place.ts';
import { whereTo } from './site-consent.ts';

// docs redirects suggest: rows for docs redirects push, for pages that moved or were renamed.

const SUGGEST_FLAGS = [
  flag('--since <revision|folder>', 'revision ID, time such as 7d, or export folder with the old paths', {
    reach: 'machine',
  }),
  flag(
    '--from-visits [time]',
    'addresses that visitors did not find since this time, such as 7d or a date (default 30d)',
  ),
  MIN_FLAG,
  READ_CONCURRENCY_FLAG,
  ...['spaceId', 'siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
] as const satisfies readonly Option[];

type SuggestRun = Run<FlagsOf<typeof SUGGEST_FLAGS>>;

const COLUMNS = ['source', 'destination', 'id'] as const;

const redirectSuggest = handmade('suggest', {
  summary: 'Suggest redirects for pages that moved, or that visitors did not find',
  uses: [
    ...[getSite, getSpace, aggregateEvents, getSiteStructure],
    ...[getRevision, listRevisionPages, listPages, api.listRedirects],
  ],
  columns: COLUMNS,
  idField: 'id',
  fields: [...COLUMNS, 'visits', 'match'],
  paged: true,
  options: SUGGEST_FLAGS,
  run: suggest,
  examples: [
    [
      'See what moved since a revision',
      'docs redirects suggest --since mmPPY5YLNpc3PvV8nfpL --space Guides --site "Tarnpost Docs"',
    ],
    [
      'Write the redirects for it, ready to be pushed',
      'docs redirects suggest --since mmPPY5YLNpc3PvV8nfpL --space Guides --site "Tarnpost Docs" -o csv',
    ],
    [
      'What visitors did not find at least three times',
      'docs redirects suggest --from-visits --min 3 --site "Tarnpost Docs"',
    ],
  ],
  notes: `Pages are compared by ID: the revision with the space as it is. Old paths that have a redirect or another page are left
out, and pages that no longer exist are only counted. It only reads. docs pages history lists the revisions in which a page changed; the folder of docs export says the revision it holds.
With --from-visits: addresses that lead nowhere, the most visited first, with the page that each most likely means: one that moved
since --since, if that is given, too, else one of the same or a similar name. Look at the similar ones before you push them.`,
});

async function suggest(run: SuggestRun): Promise<void> {
  const { fromVisits } = run.flags;
  if (fromVisits === undefined || fromVisits === false) {
    const found = await movedSince(run);
    await printRows(run, found.rows);
    return note(run.context.io, summaryOf(found));
  }
  const moved = run.flags.since === undefined ? [] : (await movedSince(run)).rows;
  const { suggestFromVisits } = await import('../../jobs/redirects/broken-visits.ts');
  await suggestFromVisits(run, { from: fromVisits, moved });
}

async function movedSince(run: SuggestRun): Promise<Suggestions> {
  const { since } = run.flags;
  if (since === undefined)
    throw new UsageError('--since is missing: the revision or export that had the old paths', {
      hint: 'docs redirects suggest --help',
    });
  const { readSite } = await import('../../jobs/release/release-steps.ts');
  const { readingClient } = await import('../../client/reading-client.ts');
  const { revisionNamed } = await import('../../jobs/page-history/revisions-back.ts');
  const { suggestRedirects } = await import('../../jobs/redirects/suggest.ts');
  const client = readingClient(await run.client());
  const { site, place } = await readSite(run, client);
  const space = await callNamed({ ...run }, getSpace, client);
  const { organizationId } = place;
  const revisionId =
    (await revisionInExport(run, since, { space, host: client.origin })) ??
    (await revisionNamed(run, space.id, since, '--since'));
  return suggestRedirects(client, { organizationId, site, space, revisionId });
}

/** The revision that an export holds; undefined for what is not a folder. Throws NotFoundError for another space or host. */
async function revisionInExport(
  { context }: SuggestRun,
  since: string,
  { space, host }: { space: { id: string; title: string }; host: string },
): Promise<string | undefined> {
  const { statsAt } = await import('../../files/io-error.ts');
  const { resolve } = await import('node:path');
  const path = resolve(context.cwd, since);
  if (!statsAt(path, { shown: since, behind: true })?.isDirectory()) {
    if (!/[/\\.]/.test(since)) return undefined;
    throw new NotFoundError(`folder "${since}" does not exist`, {
      code: 'NO_EXPORT',
      hint: 'docs export --help',
    });
  }
  const { openExportFolder } = await import('../../jobs/export/folder.ts');
  const { MANIFEST, parseManifest } = await import('../../folder/manifest.ts');
  const folder = await openExportFolder(path, { readOnly: true });
  try {
    const text = await folder.read(MANIFEST);
    const manifest = text && parseManifest(text);
    const entry = manifest?.spaces.find(({ id }) => id === space.id);
    if (manifest && entry && manifest.host === host && entry.revision !== null) return entry.revision;
    throw new NotFoundError(
      `"${since}" does not have a whole export of space "${space.title}" from this host`,
      {
        code: 'NO_EXPORT',
        hint: shell`docs export verify ${since}`,
      },
    );
  } finally {
    await folder.close({ finished: false });
  }
}

function summaryOf({ rows, moved, redirected, taken, deleted }: Suggestions): string {
  const others = [
    ...(redirected > 0 ? [`${redirected} with a redirect already`] : []),
    ...(taken > 0 ? [`${taken} with another page at the old path`] : []),
    ...(deleted > 0 ? [`${plural(deleted, 'page')} deleted`] : []),
  ];
  return `${plural(moved, 'page')} moved: ${[plural(rows.length, 'redirect'), ...others].join(', ')}`;
}

const ROW = ['id', 'source', 'destination', 'permanent', 'captureWildcard', 'draft', 'updatedAt'] as const;
const shown = {
  table: ['source', 'destination', 'permanent', 'captureWildcard', 'draft', 'id'],
  names: { destination: { 'section:': 'siteSectionId', 'space:': 'siteSpaceId', [A_PAGE]: 'siteSpaceId' } },
  present: <R extends object>(redirect: R, run: Run): unknown =>
    // Safe: whatever has a destination is a redirect.
    'destination' in redirect ? { ...redirect, destination: shownPlace(redirect as never, run) } : redirect,
} as const;
const WHERE =
  'A destination is a URL, a path of the site (/guides/install), section:Guides or space:Handbook. A path is resolved to the section, space or page at that path, and follows it when it moves.';

const redirectAway = whereTo('redirect');

export default group(
  'redirects',
  'Manage redirects of a site',
  [
    command('list', api.listRedirects, {
      columns: ROW,
      ...shown,
      examples: [
        ['List all redirects', 'docs redirects list --site "Tarnpost Docs"'],
        ['Drafts that mention a word', 'docs redirects list --site "Tarnpost Docs" --draft --search labels'],
      ],
    }),
    command('create', api.createRedirect, {
      args: ['source', 'destination'],
      columns: ROW,
      ...shown,
      refs: {
        'destination.siteSectionId': 'siteSectionId',
        'destination.siteSpaceId': 'siteSpaceId',
        'destination.spaceId': 'spaceId',
      },
      prepare: takeDestination,
      settled: settleDestination,
      ...dangers['siteRedirects.create'],
      stakes: redirectAway,
      already: sameRedirect,
      foresee: async (run) => (await takenPath(run)) ?? lackingPage(run),
      send: whenRefused(async (run, error) => (error instanceof ConflictError ? takenPath(run) : undefined)),
      uses: [getSiteStructure, getPageByPath, api.listRedirects],
      examples: [
        [
          'Redirect to a page of the site',
          'docs redirects create /start /guides/welcome --site "Tarnpost Docs"',
        ],
        [
          'Redirect everything below a path to another site',
          'docs redirects create "/v1/*" https://archive.tarnpost.example --capture-wildcard --site "Tarnpost Docs" --yes',
        ],
      ],
      notes: WHERE,
    }),
    redirectPush,
    command('update', api.updateRedirect, {
      args: ['siteRedirectId'],
      columns: ROW,
      ...shown,
      hidden: ['destination'],
      options: [flag('--destination <place>', 'where readers go instead', { reach: 'platform' })],
      prepare: async (run) => {
        const { destination } = run.flags;
        if (typeof destination === 'string') run.input = { ...run.input, destination };
        await takeDestination(run);
      },
      settled: async (run) => {
        await settleDestination(run);
        await settlePage(run);
      },
      ...dangers['siteRedirects.update'],
      stakes: redirectAway,
      target: api.listRedirects,
      uses: [getSiteStructure, getPageByPath],
      examples: ['docs redirects update /getting-started --permanent --site "Tarnpost Docs"'],
      notes: WHERE,
    }),
    command('delete', api.deleteRedirect, {
      args: ['siteRedirectId'],
      ...dangers['siteRedirects.delete'],
      target: api.listRedirects,
      examples: ['docs redirects delete /getting-started --site "Tarnpost Docs" --yes'],
    }),
    command('test', api.testRedirect, {
      args: ['source'],
      prepare: takeSource,
      columns: ['redirect.source', 'target', 'redirect.permanent', 'redirect.id'],
      idField: 'redirect.id',
      labels: { 'redirect.source': 'source', 'redirect.permanent': 'permanent' },
      after: async ({ context, input }, { target }) =>
        note(context.io, `readers of ${String(input.source)} are sent to ${target}`),
      examples: ['docs redirects test /getting-started --site "Tarnpost Docs"'],
      notes:
        'Drafts are ignored. The most specific redirect applies: the exact path, or the longest wildcard.',
    }),
    redirectLint,
    redirectSuggest,
    redirectVerify,
  ],
  [
    ['Show where an old path leads', 'test'],
    ['Redirect a path', 'create'],
    ['Create and update many from a file', 'push'],
    ['Find loops, chains and dead ends', 'lint'],
  ],
);

/** The path that was typed; else as it is in a file for `push`, but for people without the IDs of a page. */
function shownPlace(redirect: { destination: SiteRedirectDestination }, run: Run): string {
  const typed = run.args.destination ?? flagNamed(run.flags, 'destination');
  if (typeof typed === 'string' && typed.startsWith('/')) return typed;
  const { destination } = redirect;
  const isPage = destination.kind === 'site-page' && isForPeople(run);
  return isPage ? A_PAGE + destination.siteSpaceId : told(redirect);
}

async function takeDestination(run: Run): Promise<void> {
  await takeSource(run);
  const { destination } = run.input;
  if (typeof destination === 'string')
    run.input = { ...run.input, destination: readDestination(destination) };
}

async function takeSource(run: Run): Promise<void> {
  const { source } = run.input;
  if (typeof source === 'string') run.input = { ...run.input, source: sourceOf(source) };
}
