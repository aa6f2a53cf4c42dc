// docs redirects push: many redirects from a file, 500 a request, each row with its own outcome.
import type { SiteRedirect } from '../../api/sites/site-redirects.generated.ts';
import {
  listRedirects,
  MOST_REDIRECTS,
  pushRedirects,
  RedirectChange,
  type RedirectResult,
} from '../../api/sites/site-redirects.ts';
import type { SiteStructure } from '../../api/sites/site-structure.generated.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import dangers from '../../domain/dangers/sites.ts';
import { isPending, resolveDestination, spacesOf, writtenAs } from '../../domain/redirect-destination.ts';
import { isSameValue } from '../../domain/reversals/reversal.ts';
import { confirmDanger } from '../../engine/ask/confirm.ts';
import { command } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import {
  changesOf,
  MAX_PRUNED_FLAG,
  refuseChanges,
  refuseMostRemoved,
  refuseTooMany,
} from '../../engine/plan/max-changes.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import { type Fault, faultOf, instead, refuseColumns, refuseFaults } from '../../engine/rows/row-faults.ts';
import { readRows } from '../../engine/rows/rows-file.ts';
import { refuseMissingRight } from '../../engine/run/missing-right.ts';
import { namedIn, refusedIn, throwUnfinished } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { chosenFormat, printItem, printRows, viewOf } from '../../engine/run/view.ts';
import { PartialError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { done, warn } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { showsObjects } from '../../output/view.ts';
import { pagesOfSpace, type SpacePages } from '../site-file/live.ts';
import { changeOf, namedCells, pruned } from './redirect-rows.ts';

// What a push of redirects would come to, row by row: each beside the redirect of the same source that is there.

interface RedirectOutcome {
  status: 'created' | 'updated' | 'published' | 'deleted' | 'unchanged' | 'error';
  source: string;
  draft: boolean;
  id: string | null;
  error: string | null;
}

/** In the order of the rows. Reads the redirects, and the pages of each space that a path leads into. */
async function redirectOutcomes(
  client: Client,
  { site, structure }: { site: { organizationId: string; siteId: string }; structure: SiteStructure },
  changes: readonly RedirectChange[],
): Promise<RedirectOutcome[]> {
  const redirects = await allItems(client.pages(listRedirects, site));
  const there = new Map(redirects.map((one) => [keyOf(one.source, one.draft ?? false), one]));
  const pages = await pagesOf(client, changes);
  return changes.map((change) => outcomeOf(change, { there, structure, pages }));
}

interface Known {
  there: ReadonlyMap<string, SiteRedirect>;
  structure: SiteStructure;
  pages: Pages;
}

function outcomeOf(change: RedirectChange, { there, structure, pages }: Known): RedirectOutcome {
  const draft = change.intent === 'draft';
  const found = there.get(keyOf(change.source, draft || change.intent === 'publish'));
  const about = { source: change.source, draft, id: found?.id ?? null, error: null };
  const live = there.get(keyOf(change.source, false));
  if (change.intent === 'publish')
    return live && !found
      ? { ...about, id: live.id, status: 'unchanged' }
      : { ...about, status: 'published' };
  if (change.destination === null) return { ...about, status: found ? 'deleted' : 'unchanged' };
  const destination = placeOf(change.destination, { structure, pages });
  if (destination === undefined) {
    const path = 'path' in change.destination ? change.destination.path : '';
    return { ...about, status: 'error', error: `page "${path}" not found` };
  }
  if (!found) return { ...about, status: 'created' };
  const { permanent = false, captureWildcard = false } = change;
  const isSame =
    permanent === found.permanent &&
    captureWildcard === found.captureWildcard &&
    isSameValue(destination, found.destination);
  return { ...about, status: isSame ? 'unchanged' : 'updated' };
}

const keyOf = (source: string, draft: boolean): string => `${draft} ${source}`;

type Pages = ReadonlyMap<string, SpacePages>;

/** Of each space that a path is in. */
const pagesOf = (client: Client, changes: readonly RedirectChange[]): Promise<Pages> =>
  pagesOfSpace(
    client,
    changes.flatMap((change) =>
      'destination' in change && change.destination?.kind === 'path' ? [change.destination.spaceId] : [],
    ),
  );

/** As the platform keeps it; undefined for a page that is not there. */
function placeOf(
  destination: NonNullable<Extract<RedirectChange, { destination: unknown }>['destination']>,
  { structure, pages }: { structure: SiteStructure; pages: Pages },
): unknown {
  if (destination.kind !== 'path') return destination;
  const pageId = pages.get(destination.spaceId)?.idOf.get(destination.path.replace(/^\/+|(?<!\/)\/+$/g, ''));
  const shown = spacesOf(structure).find(({ space }) => space.id === destination.spaceId);
  return pageId === undefined || !shown ? undefined : { kind: 'site-page', siteSpaceId: shown.id, pageId };
}

const COLUMNS = ['status', 'source', 'destination', 'draft', 'id', 'error'];

type PushRun = Run<Flags<'--draft' | '--prune' | '--max-remove <n>'>>;

export const redirectPush = command('push', pushRedirects, {
  args: ['redirects'],
  options: [
    flag('--draft', 'push every row as a draft', { reach: 'platform' }),
    flag('--prune', 'delete live redirects that the file does not name', { reach: 'platform' }),
    MAX_PRUNED_FLAG,
  ],
  columns: ['status', 'source', 'draft', 'id', 'error'],
  fields: COLUMNS,
  ...dangers['siteRedirects.push'],
  stakes: ({ input }) => ({ what: `${changesIn(input).length} redirects` }),
  uses: [getSiteStructure, listRedirects],
  exits: [7],
  run: push,
  single: true,
  examples: [
    [
      'Create and update what the file holds',
      'docs redirects push redirects.csv --site "Tarnpost Docs" --yes',
    ],
    [
      'See what deleting the others would change',
      'docs redirects push redirects.csv --prune --max-remove 100% --site "Tarnpost Docs" --dry-run',
    ],
  ],
  notes:
    'The file is CSV, TSV, NDJSON or a JSON array with the columns source, destination, permanent, captureWildcard and intent (live, draft, publish or delete). Rows the platform refuses do not stop the rest; rows that are so already are not sent. A file that would delete half of the live redirects or more is refused unless --max-remove allows it.',
});

/** As many sources as a line has room for. */
const MOST_NAMED = 3;

// Safe: put there by `push`, from rows that were checked.
const changesIn = (input: Run['input']) => (input.redirects ?? []) as RedirectChange[];

async function push(run: PushRun): Promise<void> {
  const rows = await readChanges(run);
  const shown = withDestination(rows);
  run.input = { redirects: rows };
  await fillContext(run);
  await settle(run);
  run.input = { ...run.input, redirects: await completed(run, rows) };
  const outcomes = await judged(run);
  const slices = slicesOf(run);
  if (run.flags.planOut !== undefined) {
    refuseFailed(run, outcomes);
    const { makePlan } = await import('../../engine/plan/make-plan.ts');
    return makePlan(
      run,
      slices.map((slice) => ({ run: slice })),
    );
  }
  if (run.flags.dryRun) return showOutcomes(run, slices, outcomes.map(shown));
  await refuseTooMany(run, changesOf(run));
  await confirmDanger(run);
  await send(run, outcomes, shown);
}

/** Puts beside an outcome where its row leads, as the file has it; null where one is deleted, or published as it is. */
function withDestination(rows: readonly RedirectChange[]) {
  const written = new Map(
    rows.map((row) => [
      keyOf(row.source, row.intent === 'draft'),
      'destination' in row && row.destination !== null ? writtenAs(row.destination) : null,
    ]),
  );
  return <R extends { source: string; draft: boolean }>(one: R) => ({
    ...one,
    destination: written.get(keyOf(one.source, one.draft)) ?? null,
  });
}

/** Rows that are so already are not sent. Throws InteractionError `TOO_MANY_CHANGES` (exit 3). */
async function judged(run: PushRun): Promise<RedirectOutcome[]> {
  const client = await run.client();
  const site = siteIn(run.input);
  const all = changesIn(run.input);
  const structure = await client.call(getSiteStructure, site);
  const outcomes = await redirectOutcomes(client, { site, structure }, all);
  sayAbsent(run, outcomes, all);
  run.input = { ...run.input, redirects: all.filter((_, at) => outcomes[at]?.status !== 'unchanged') };
  return outcomes;
}

/** Rows that delete what is not there: a draft of that source is another redirect. */
function sayAbsent(
  { context: { io } }: PushRun,
  outcomes: readonly RedirectOutcome[],
  changes: readonly RedirectChange[],
): void {
  const absent = changes.filter(
    (change, at) =>
      'destination' in change && change.destination === null && outcomes[at]?.status === 'unchanged',
  );
  if (absent.length === 0) return;
  const named = absent.slice(0, MOST_NAMED).map(({ source }) => source);
  const more = absent.length > MOST_NAMED ? ` and ${absent.length - MOST_NAMED} more` : '';
  warn(
    io,
    `nothing to delete at ${named.join(', ')}${more}: no live redirect is there, and a draft is deleted by docs redirects delete`,
  );
}

/** Deleting what a file does not name may be the fault of the file. */
function refuseTooManyDeleted(
  run: PushRun,
  gone: number,
  { live, left }: { live: number; left: number },
): void {
  refuseMostRemoved(run, {
    ...{ count: gone, total: live, left },
    would: `--prune would delete ${gone} of ${plural(live, 'live redirect')}`,
  });
}

/** --dry-run: what each row would come to for people and tables, the requests for programs. */
async function showOutcomes(
  run: PushRun,
  slices: readonly Run[],
  outcomes: readonly RedirectOutcome[],
): Promise<void> {
  const { io } = run.context;
  if (showsObjects(chosenFormat(run))) {
    const { shownRequest } = await import('../../engine/plan/dry-run.ts');
    for (const slice of slices) await printItem(slice, (await shownRequest(slice)).facts);
  } else {
    await printRows(
      run,
      outcomes.map((one) => ({ ...one, status: unsent(one.status) })),
      viewOf(run, COLUMNS),
    );
  }
  refuseFailed(run, outcomes);
  await refuseMissingRight(run, [run]);
  done(io, `dry run: ${statesOf(outcomes, unsent)}; nothing was sent`);
  refuseChanges(run, outcomes.filter(({ status }) => status !== 'unchanged').length);
}

/** Every row as the platform takes it. Throws UsageError with all that is wrong with them. */
async function readChanges(run: PushRun): Promise<RedirectChange[]> {
  const { source, header, rows, faults: unread } = await readRows(run, String(run.input.redirects), '<file>');
  refuseColumns(run, { source, header }, (column) => void namedCells([[column, '']]));
  const faults: Fault[] = [...unread];
  const { check } = await import('../../api/check.ts');
  const seen = new Set<string>();
  const changes = rows.flatMap(({ cells, where }): RedirectChange[] => {
    try {
      const change = changeOf(cells, { draft: run.flags.draft === true });
      const [publish, redirect] = RedirectChange.anyOf;
      const [problem] = check(change.intent === 'publish' ? publish : redirect, change);
      const key = `${change.intent === 'draft'} ${change.source}`;
      if (problem)
        faults.push({ where, message: `${problem.path} ${problem.message}${instead(problem)}`.trim() });
      else if (seen.has(key)) faults.push({ where, message: `source "${change.source}" appears twice` });
      seen.add(key);
      return [change];
    } catch (error) {
      faults.push(faultOf(error, { where }));
      return [];
    }
  });
  refuseFaults(run, { source, all: faults });
  return changes;
}

/** Places of the site as the platform names them, and with --prune what is to go. */
async function completed(run: PushRun, rows: readonly RedirectChange[]): Promise<RedirectChange[]> {
  const client = await run.client();
  const site = siteIn(run.input);
  const isOpen = rows.some((row) => 'destination' in row && isPending(row.destination));
  const structure = isOpen ? await client.call(getSiteStructure, site) : undefined;
  const found = rows.map((row) =>
    structure && 'destination' in row && row.destination !== null
      ? { ...row, destination: resolveDestination(row.destination, structure) }
      : row,
  );
  if (run.flags.prune !== true) return found;
  const gone: RedirectChange[] = [];
  let live = 0;
  for await (const { items } of client.pages(listRedirects, site)) {
    live += items.filter(({ draft }) => !draft).length;
    gone.push(...pruned(rows, items));
  }
  refuseTooManyDeleted(run, gone.length, { live, left: rows.length });
  return [...found, ...gone];
}

const siteIn = ({ organizationId, siteId }: Run['input']) => ({
  organizationId: String(organizationId),
  siteId: String(siteId),
});

/** A run for each request. */
function slicesOf(run: PushRun): Run[] {
  const all = changesIn(run.input);
  const slices: Run[] = [];
  for (let at = 0; at < all.length; at += MOST_REDIRECTS)
    slices.push({ ...run, input: { ...run.input, redirects: all.slice(at, at + MOST_REDIRECTS) } });
  return slices;
}

async function send(
  run: PushRun,
  judged: readonly RedirectOutcome[],
  shown: ReturnType<typeof withDestination>,
): Promise<void> {
  const client = await run.client();
  const writer = await listWriter(run.context.io, viewOf(run, COLUMNS));
  const same = judged.filter(({ status }) => status === 'unchanged');
  const results: RedirectResult[] = [];
  await writer.page(same.map(shown));
  try {
    for (const { input } of slicesOf(run)) {
      const answer = await client.call(pushRedirects, { ...siteIn(input), redirects: changesIn(input) });
      results.push(...answer.results);
      await writer.page(answer.results.map(shown));
    }
  } finally {
    await writer.end();
  }
  refuseFailed(run, results);
  const all = [...same, ...results];
  done(run.context.io, `pushed ${plural(results.length, 'redirect')}: ${statesOf(all)}`);
}

type Outcome = Pick<RedirectResult | RedirectOutcome, 'source' | 'status'> & { error?: string | null };

/** Throws PartialError (exit 7) for rows that the platform refuses, or would. */
function refuseFailed(run: Run, results: readonly Outcome[]): void {
  const failures = refusedIn(results);
  if (failures.length === 0) return;
  const hint = 'correct these rows of the file, then run it again';
  const total = results.length;
  const { dryRun, planOut } = run.flags;
  if (!dryRun && planOut === undefined)
    throwUnfinished({ what: 'redirect', done: total - failures.length, total, failures, hint });
  throw new PartialError(
    `${dryRun ? 'dry run: ' : ''}${failures.length} of ${plural(total, 'redirect')} would be refused, and nothing was sent: ${namedIn(failures)}`,
    { code: 'SOME_FAILED', hint, outcome: 'not-sent' },
  );
}

/** The state a row would come to. */
const unsent = (status: string): string =>
  status === 'unchanged' || status === 'error' ? status : `would be ${status}`;

function statesOf(results: readonly Outcome[], word = (status: string): string => status): string {
  const states = (['created', 'updated', 'published', 'deleted', 'unchanged'] as const).flatMap((status) => {
    const count = results.filter((one) => one.status === status).length;
    return count === 0 ? [] : [`${count} ${word(status)}`];
  });
  return states.length === 0 ? 'nothing to push' : states.join(', ');
}
