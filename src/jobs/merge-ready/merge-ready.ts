// docs cr merge: --sync-first for one, --all-ready for all that nothing keeps from being merged.

import { getChangeRequest, mergeChangeRequest, syncChangeRequest } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { MERGED } from '../../domain/dangers/review.ts';
import { refuseLacking } from '../../domain/stand-ins/refuse-lacking.ts';
import { agreeTo, otherConsent } from '../../engine/ask/confirm.ts';
import { concurrencyOf } from '../../engine/model/globals.ts';
import type { Wish } from '../../engine/plan/job-wishes.ts';
import { refuseChanges, refuseTooMany } from '../../engine/plan/max-changes.ts';
import { sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import { chosenFormat, viewOf } from '../../engine/run/view.ts';
import { type DocsError, PartialError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { startBar, withBar } from '../../output/progress-bar.ts';
import { type ListWriter, listWriter } from '../../output/render.ts';
import { changeRequestScope, type MergeRun, requireScope, rulesOf } from './merge-flags.ts';
import type { Judged, MergeOutcome } from './ready-merges.ts';

const COLUMNS = ['space.title', 'number', 'subject', 'result', 'why'];
const MOST_NAMED = 10;

/** The job of --all-ready; without it the usual steps. */
export const mergeAllReady = (run: MergeRun, usualSteps: () => Promise<void>): Promise<void> =>
  run.flags.allReady === true ? mergeReadyOnes(run) : usualSteps();

/** --sync-first of a change request, once it was agreed upon. Throws PartialError CONFLICTS (exit 7). */
export async function syncOutdated(
  run: MergeRun,
  conflictsIn: (result: string) => Promise<DocsError | undefined>,
): Promise<void> {
  if (run.flags.syncFirst !== true || !run.target) return;
  const client = await run.client();
  // Named as the merge names it: a plan of both is about one thing.
  const ref = { spaceId: String(run.target.space), changeRequestId: String(run.input.changeRequestId) };
  // Read anew: the merge of another one may have made it outdated since the question.
  const { outdated, number, subject } = await client.call(getChangeRequest, ref);
  if (!outdated) return;
  const what = `change request "#${number}"`;
  await refuseLacking(client, [
    { operation: syncChangeRequest, what },
    { operation: mergeChangeRequest, what },
  ]);
  const { result } = await client.call(syncChangeRequest, ref);
  const conflicts = await conflictsIn(result);
  if (conflicts) throw conflicts;
  done(run.context.io, `synced change request #${number} "${subject}"`);
}

async function mergeReadyOnes(run: MergeRun): Promise<void> {
  const { io } = run.context;
  requireScope(run);
  const rules = rulesOf(run);
  const concurrency = concurrencyOf(run);
  const { judgeAll, mergeReady } = await import('./ready-merges.ts');
  const client = await run.client();
  const judged = await withBar(io, 'checking change requests', async (onProgress) =>
    judgeAll(client, await changeRequestScope(run, client), rules, { concurrency, onProgress }),
  );
  const ready = judged.filter(({ problems }) => problems.length === 0);
  if (run.flags.planOut !== undefined) return planMerges(run, ready, judged);
  const report = await openReport(run);
  await report.page(judged.filter(({ problems }) => problems.length > 0).map(notReady));
  if (run.flags.dryRun === true) await report.page(ready.map((item) => planned(item)));
  if (ready.length === 0 || run.flags.dryRun === true) {
    await report.end();
    const amount = `${plural(ready.length, 'change request')} ready of ${judged.length} open`;
    if (run.flags.dryRun !== true) return note(io, amount);
    done(io, `dry run: ${amount}; nothing was sent`);
    return refuseChanges(run, ready.length);
  }
  await refuseTooMany(run, ready.length);
  await refuseLackingMerges(client, ready);
  await agree(run, ready);
  const outcomes = await mergeThem(run, mergeReady(client, ready, rules, { concurrency }), { ready, report });
  conclude(run, { judged, ready, outcomes });
}

async function planMerges(run: MergeRun, ready: readonly Judged[], judged: readonly Judged[]): Promise<void> {
  for (const { space, changeRequest, problems } of judged)
    if (problems.length > 0)
      note(run.context.io, `${space.title}#${changeRequest.number} is not ready: ${problems.join(', ')}`);
  const { runJobPlan } = await import('../../engine/plan/job-plan.ts');
  await runJobPlan(run, {
    rows: wishesOf(ready),
    unchanged: judged.length - ready.length,
    unchangedAs: 'not ready',
  });
}

/** A row for each merge, and one before it where main is brought in first. */
function wishesOf(ready: readonly Judged[]): Wish[] {
  const rows: Wish[] = [];
  for (const { space, changeRequest } of ready) {
    const { id, outdated } = changeRequest;
    const input = { spaceId: space.id, changeRequestId: id };
    if (outdated) rows.push({ operation: syncChangeRequest, input });
    const needs = outdated ? { needs: [rows.length] } : {};
    rows.push({
      operation: mergeChangeRequest,
      input,
      danger: 'moderate',
      follows: MERGED,
      ...needs,
    });
  }
  return rows;
}

/** Throws UnsupportedError (exit 5) where the host cannot do all of it. */
const refuseLackingMerges = (client: Client, ready: readonly Judged[]): Promise<void> =>
  refuseLacking(
    client,
    ready.flatMap((item) =>
      wishesOf([item]).map(({ operation }) => ({
        operation,
        what: `change request "${item.space.title}#${item.changeRequest.number}"`,
      })),
    ),
  );

/** Throws InteractionError (exit 3) when nobody agrees. */
async function agree(run: MergeRun, ready: readonly Judged[]): Promise<void> {
  const { confirm } = run.flags;
  const amount = plural(ready.length, 'change request');
  if (confirm !== undefined && confirm !== amount) throw otherConsent(run, amount);
  if (confirm !== undefined) return;
  const named = ready
    .slice(0, MOST_NAMED)
    .map(({ space, changeRequest }) => `${space.title}#${changeRequest.number}`);
  const more = ready.length > MOST_NAMED ? ` and ${ready.length - MOST_NAMED} more` : '';
  await agreeTo(run, { act: `merge ${amount} (${named.join(', ')}${more})`, follows: MERGED });
}

async function mergeThem(
  run: MergeRun,
  merges: AsyncIterable<MergeOutcome>,
  { ready, report }: { ready: readonly Judged[]; report: ListWriter },
): Promise<MergeOutcome[]> {
  const outcomes: MergeOutcome[] = [];
  const bar = startBar(run.context.io, 'merging change requests', ready.length);
  try {
    for await (const outcome of merges) {
      outcomes.push(outcome);
      bar.step(isGood(outcome));
      await report.page([outcomeRow(outcome)]);
    }
  } finally {
    bar.stop();
    await report.end();
  }
  return outcomes;
}

/** NDJSON comes as it happens; every other format once all is done, since a bar may be drawn meanwhile. */
async function openReport(run: MergeRun): Promise<ListWriter> {
  const writer = await listWriter(
    run.context.io,
    viewOf({ ...run, command: { ...run.command, fields: FIELDS } }, COLUMNS),
  );
  if (chosenFormat(run) === 'ndjson') return writer;
  const kept: unknown[] = [];
  return {
    page: async (rows) => {
      kept.push(...rows);
    },
    async end() {
      await writer.page(kept);
      await writer.end();
    },
  };
}

const FIELDS = [...COLUMNS, 'space.id', 'id', 'revision'];

const rowOf = ({ space, changeRequest: { id, number, subject } }: Judged) => ({ space, number, id, subject });
const notReady = (item: Judged) => ({ ...rowOf(item), result: 'not ready', why: item.problems.join(', ') });
const planned = (item: Judged) => ({
  ...rowOf(item),
  ...(item.changeRequest.outdated
    ? { result: 'would be synced and merged', why: 'unless main conflicts with it' }
    : { result: 'would be merged' }),
});

const outcomeRow = ({ item, result, why, revision }: MergeOutcome) => ({
  ...rowOf(item),
  result,
  ...(why !== undefined && { why }),
  ...(revision !== undefined && { revision }),
});

const isGood = ({ result }: MergeOutcome): boolean => !['failed', 'unknown', 'conflicts'].includes(result);

interface Ended {
  judged: readonly Judged[];
  ready: readonly Judged[];
  outcomes: readonly MergeOutcome[];
}

/** Throws PartialError (exit 7) when some could not be merged, or what ended the work early. */
function conclude(run: MergeRun, { judged, ready, outcomes }: Ended): void {
  const count = (...results: MergeOutcome['result'][]) =>
    outcomes.filter(({ result }) => results.includes(result)).length;
  const merged = count('merged', 'synced and merged');
  const already = count('already merged');
  const late = count('not ready');
  const failures = outcomes.filter((outcome) => !isGood(outcome));
  if (failures.length > 0 || outcomes.length < ready.length) {
    const [only] = failures;
    if (ready.length === 1 && only?.error !== undefined) throw only.error;
    throwUnfinished({
      what: 'change request',
      done: merged + already,
      total: ready.length - late,
      failures: failures.map(({ item, why, error }) => ({
        name: `${item.space.title}#${item.changeRequest.number}`,
        error: error ?? new PartialError(why ?? 'conflicts'),
      })),
      hint: sameCommand(run),
    });
  }
  const unready = judged.length - ready.length + late;
  const rest = [
    ...(already > 0 ? [`${already} already merged`] : []),
    ...(unready > 0 ? [`${unready} not ready`] : []),
  ];
  done(run.context.io, [`merged ${plural(merged, 'change request')}`, ...rest].join(', '));
}
