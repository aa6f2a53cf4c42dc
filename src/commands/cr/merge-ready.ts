// docs cr merge: --sync-first for one, --all-ready for all that nothing keeps from being merged.
import { getChangeRequest, syncChangeRequest } from '../../api/change-requests.ts';
import type { Option } from '../../engine/model/command.ts';
import { parseAge } from '../../engine/run/age.ts';
import { canAsk } from '../../engine/run/can-ask.ts';
import { concurrencyOf } from '../../engine/run/concurrency.ts';
import { place } from '../../engine/run/confirm.ts';
import type { Run } from '../../engine/run/run.ts';
import { sameCommand, throwUnfinished } from '../../engine/run/unfinished.ts';
import { viewOf } from '../../engine/run/view.ts';
import { InteractionError, PartialError, UsageError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { type Bar, startBar } from '../../output/progress-bar.ts';
import { type ListWriter, listWriter } from '../../output/render.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Judged, MergeOutcome, ReadyRules } from '../../workflows/ready-merges.ts';
import { ALL_SPACES_FLAG, changeRequestScope } from './change-request-scope.ts';

const READY = 'Ready ones:';
const COLUMNS = ['space.title', 'number', 'subject', 'result', 'why'];
const MOST_NAMED = 10;

export const MERGE_FLAGS: readonly Option[] = [
  { flags: '--sync-first', description: 'take main in first, where it is outdated', group: 'Fields:' },
  { flags: '--all-ready', description: 'all that are ready, in place of named ones', group: READY },
  { ...ALL_SPACES_FLAG, group: READY },
  { flags: '--allow-comments', description: 'also with open comments', group: READY },
  { flags: '--no-broken-links', description: 'not those that break links', group: READY },
  {
    flags: '--older-than <time>',
    description: 'only those untouched for so long: 12h, 3d, 2w',
    group: READY,
  },
];

/** The job of --all-ready; undefined without it. */
export const mergeAllReady = (run: Run): Promise<void> | undefined =>
  run.flags.allReady === true ? mergeReadyOnes(run) : undefined;

/** Of named change requests. Throws UsageError for flags that go with --all-ready alone. */
export async function checkMergeFlags({ flags, input, path, context }: Run): Promise<void> {
  const { allReady, allSpaces, allowComments, brokenLinks, olderThan } = flags;
  if (allReady === true)
    throw new UsageError('--all-ready takes no change requests: it finds them', { hint: `${path} --help` });
  const stray = [
    ['--all-spaces', allSpaces],
    ['--allow-comments', allowComments],
    ['--no-broken-links', brokenLinks === false || undefined],
    ['--older-than', olderThan],
  ].find(([, value]) => value !== undefined);
  if (stray) throw new UsageError(`${stray[0]} goes with --all-ready`, { hint: `${path} --help` });
  if (input.changeRequestId === undefined)
    throw new UsageError('no change request given', { hint: `${path} 42, or ${path} --all-ready` });
  if (flags.dryRun === true && flags.syncFirst === true)
    note(context.io, 'where it is outdated, it would be synced first');
}

/** --sync-first of a change request, once it was agreed upon. Throws PartialError CONFLICTS (exit 7). */
export async function syncOutdated(
  run: Run,
  sayConflicts: (run: Run, result: string) => Promise<void>,
): Promise<void> {
  if (run.flags.syncFirst !== true || !run.target) return;
  const client = await run.client();
  const ref = { spaceId: String(run.target.space), changeRequestId: String(run.target.id) };
  // Read anew: the merge of another one may have made it outdated since the question.
  const { outdated, number, subject } = await client.call(getChangeRequest, ref);
  if (!outdated) return;
  const { result } = await client.call(syncChangeRequest, ref);
  await sayConflicts(run, result);
  done(run.context.io, `synced change request #${number} "${subject}"`);
}

async function mergeReadyOnes(run: Run): Promise<void> {
  const { io } = run.context;
  requireScope(run);
  const rules = rulesOf(run);
  const concurrency = concurrencyOf(run);
  const { judgeAll, mergeReady } = await import('../../workflows/ready-merges.ts');
  const client = await run.client();
  const judged = await withBar(run, async (onProgress) =>
    judgeAll(client, await changeRequestScope(run, client), rules, { concurrency, onProgress }),
  );
  const ready = judged.filter(({ problems }) => problems.length === 0);
  const report = await openReport(run);
  await report.page(judged.filter(({ problems }) => problems.length > 0).map(notReady));
  if (run.flags.dryRun === true) await report.page(ready.map((item) => planned(item)));
  if (ready.length === 0 || run.flags.dryRun === true) {
    await report.end();
    note(io, `${plural(ready.length, 'change request')} ready of ${judged.length} open`);
    return;
  }
  await agree(run, ready);
  const outcomes = await mergeThem(run, mergeReady(client, ready, rules, { concurrency }), { ready, report });
  conclude(run, ready, outcomes);
}

/** What is changed has to be spelled out: the context never decides what is merged. */
function requireScope({ flags, input, path }: Run): void {
  if (input.changeRequestId !== undefined)
    throw new UsageError('--all-ready takes no change requests: it finds them', { hint: `${path} --help` });
  for (const [flag, given] of Object.entries({ '--max-errors': flags.maxErrors, '--resume': flags.resume })) {
    if (given !== undefined)
      throw new UsageError(`${flag} goes with named change requests`, { hint: `${path} --help` });
  }
  if (flags.space !== undefined || flags.allSpaces === true) return;
  throw new UsageError('--all-ready needs to be told where: --space or --all-spaces', {
    hint: `${path} --all-ready --space <space> --dry-run`,
  });
}

function rulesOf({ flags, context }: Run): ReadyRules {
  return {
    syncFirst: flags.syncFirst === true,
    allowComments: flags.allowComments === true,
    noBrokenLinks: flags.brokenLinks === false,
    ...(flags.olderThan !== undefined && { olderThanMs: parseAge(flags.olderThan, '--older-than') }),
    now: context.now(),
  };
}

async function withBar<T>(
  { context: { io } }: Run,
  work: (onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  let bar: Bar | undefined;
  try {
    return await work((_, total) => {
      bar ??= startBar(io, 'looking at change requests', total);
      bar.step(true);
    });
  } finally {
    bar?.stop();
  }
}

/** Throws InteractionError (exit 3) when nobody agrees. */
async function agree(run: Run, ready: readonly Judged[]): Promise<void> {
  if (run.flags.yes === true) return;
  const named = ready
    .slice(0, MOST_NAMED)
    .map(({ space, changeRequest }) => `${space.title}#${changeRequest.number}`);
  const more = ready.length > MOST_NAMED ? ` and ${ready.length - MOST_NAMED} more` : '';
  const what = `merge ${plural(ready.length, 'change request')} (${named.join(', ')}${more})${place(run)}`;
  if (!canAsk(run))
    throw new InteractionError(`refusing to ${what} without --yes`, { hint: `${sameCommand(run)} --yes` });
  const prompts = await run.context.prompts();
  if (await prompts.confirm(`M${safeLine(what).slice(1)}?`)) return;
  throw new InteractionError('not done: you said no', { code: 'DECLINED' });
}

async function mergeThem(
  run: Run,
  merges: AsyncIterable<MergeOutcome>,
  { ready, report }: { ready: readonly Judged[]; report: ListWriter },
): Promise<MergeOutcome[]> {
  const outcomes: MergeOutcome[] = [];
  const bar: Bar = startBar(run.context.io, 'merging change requests', ready.length);
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
async function openReport(run: Run): Promise<ListWriter> {
  const writer = await listWriter(
    run.context.io,
    viewOf({ ...run, command: { ...run.command, fields: FIELDS } }, COLUMNS),
  );
  if (run.flags.output === 'ndjson') return writer;
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
  result: item.changeRequest.outdated ? 'would be synced and merged' : 'would be merged',
});

function outcomeRow({ item, result, why, revision }: MergeOutcome) {
  return {
    ...rowOf(item),
    result,
    ...(why !== undefined && { why }),
    ...(revision !== undefined && { revision }),
  };
}

const isGood = ({ result }: MergeOutcome): boolean => result !== 'failed' && result !== 'conflicts';
const isMerged = ({ result }: MergeOutcome): boolean => result === 'merged' || result === 'synced and merged';

/** Throws PartialError (exit 7) when some could not be merged, or what ended the work early. */
function conclude(run: Run, ready: readonly Judged[], outcomes: readonly MergeOutcome[]): void {
  const merged = outcomes.filter(isMerged).length;
  const failures = outcomes.filter((outcome) => !isGood(outcome));
  if (failures.length > 0 || outcomes.length < ready.length) {
    const [only] = failures;
    if (ready.length === 1 && only?.error !== undefined) throw only.error;
    throwUnfinished({
      what: 'change request',
      done: outcomes.length - failures.length,
      total: ready.length,
      failures: failures.map(({ item, why, error }) => ({
        name: `${item.space.title}#${item.changeRequest.number}`,
        error: error ?? new PartialError(why ?? 'conflicts'),
      })),
      hint: sameCommand(run),
    });
  }
  done(run.context.io, `merged ${plural(merged, 'change request')}`);
}
