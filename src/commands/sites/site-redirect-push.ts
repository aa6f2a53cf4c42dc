// docs redirects push: many redirects from a file, 500 a request, each row with its own outcome.
import {
  listRedirects,
  MOST_REDIRECTS,
  pushRedirects,
  RedirectChange,
  type RedirectResult,
} from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { confirmDanger } from '../../engine/ask/confirm.ts';
import { command } from '../../engine/model/command.ts';
import type { Flags } from '../../engine/model/flag-types.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import { type Fault, faultOf, refuseFaults } from '../../engine/rows/row-faults.ts';
import { readRows } from '../../engine/rows/rows-file.ts';
import { sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { viewOf } from '../../engine/run/view.ts';
import { ConflictError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { done } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { isPending, resolveDestination } from '../../workflows/redirect-destination.ts';
import { changeOf, pruned } from '../../workflows/redirect-rows.ts';

type PushRun = Run<Flags<'--draft' | '--prune'>>;

export const redirectPush = command('push', pushRedirects, {
  args: ['redirects'],
  options: [
    { flags: '--draft', reach: 'platform', description: 'push every row as a draft', group: 'Fields:' },
    {
      flags: '--prune',
      reach: 'platform',
      description: 'delete live redirects that the file does not name',
      group: 'Fields:',
    },
  ],
  columns: ['status', 'source', 'draft', 'id', 'error'],
  dangerOf: ({ input }) => (deletedIn(input).length > 0 ? 'moderate' : 'mild'),
  stakes: ({ input }) => ({
    what: `${changesIn(input).length} redirects`,
    follows: `${plural(deletedIn(input).length, 'redirect')} ${deletedIn(input).length === 1 ? 'is' : 'are'} deleted`,
  }),
  uses: [getSiteStructure, listRedirects],
  exits: [7],
  run: push,
  single: true,
  examples: [
    ['Create and update what the file holds', 'docs redirects push redirects.csv --site "Tarnpost Docs"'],
    [
      'See what deleting the others would change',
      'docs redirects push redirects.csv --prune --site "Tarnpost Docs" --dry-run',
    ],
  ],
  notes:
    'The file is CSV, TSV, NDJSON or a JSON array with the columns source, destination, permanent, captureWildcard and intent (live, draft, publish or delete). Rows the platform refuses do not stop the rest.',
});

// Safe: put there by `push`, from rows that were checked.
const changesIn = (input: Run['input']) => (input.redirects ?? []) as RedirectChange[];
const deletedIn = (input: Run['input']) =>
  changesIn(input).filter((row) => 'destination' in row && row.destination === null);

async function push(run: PushRun): Promise<void> {
  const rows = await readChanges(run);
  run.input = { redirects: rows };
  await fillContext(run);
  await settle(run);
  run.input = { ...run.input, redirects: await completed(run, rows) };
  const slices = slicesOf(run);
  if (run.flags.planOut !== undefined) {
    const { makePlan } = await import('../../engine/plan/make-plan.ts');
    return makePlan(
      run,
      slices.map((slice) => ({ run: slice })),
    );
  }
  if (run.flags.dryRun) {
    const { printRequest } = await import('../../engine/run/dry-run.ts');
    for (const slice of slices) await printRequest(slice);
    return;
  }
  await confirmDanger(run);
  await send(run, slices);
}

/** Every row as the platform takes it. Throws UsageError with all that is wrong with them. */
async function readChanges(run: PushRun): Promise<RedirectChange[]> {
  const { source, rows, faults: unread } = await readRows(run.context, String(run.input.redirects), '<file>');
  const faults: Fault[] = [...unread];
  const { check } = await import('../../api/check.ts');
  const seen = new Set<string>();
  const changes = rows.flatMap(({ cells, where }): RedirectChange[] => {
    try {
      const change = changeOf(cells, { draft: run.flags.draft === true });
      const [publish, redirect] = RedirectChange.anyOf;
      const [problem] = check(change.intent === 'publish' ? publish : redirect, change);
      const key = `${change.intent === 'draft'} ${change.source}`;
      if (problem) {
        const value = problem.value === undefined ? '' : `, not "${problem.value}"`;
        faults.push({ where, message: `${problem.path} ${problem.message}${value}`.trim() });
      } else if (seen.has(key)) faults.push({ where, message: `source "${change.source}" appears twice` });
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
  for await (const { items } of client.pages(listRedirects, site)) gone.push(...pruned(rows, items));
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

async function send(run: PushRun, slices: readonly Run[]): Promise<void> {
  const client = await run.client();
  const writer = await listWriter(run.context.io, viewOf(run));
  const results: RedirectResult[] = [];
  try {
    for (const { input } of slices) {
      const answer = await client.call(pushRedirects, { ...siteIn(input), redirects: changesIn(input) });
      results.push(...answer.results);
      await writer.page(answer.results);
    }
  } finally {
    await writer.end();
  }
  const failures = results.flatMap((one) =>
    one.status === 'error' ? [{ name: one.source, error: new ConflictError(one.error) }] : [],
  );
  const total = changesIn(run.input).length;
  if (failures.length > 0)
    throwUnfinished({
      what: 'redirect',
      done: results.length - failures.length,
      total,
      failures,
      hint: sameCommand(run),
    });
  done(run.context.io, summaryOf(results));
}

function summaryOf(results: readonly RedirectResult[]): string {
  const states = (['created', 'updated', 'published', 'deleted'] as const).flatMap((status) => {
    const count = results.filter((one) => one.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
  return `pushed ${plural(results.length, 'redirect')}: ${states.join(', ')}`;
}
