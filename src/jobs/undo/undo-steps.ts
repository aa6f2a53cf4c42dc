// Sends what undoes a command, one change after the other where their order counts, and says what came of each.

import type { Client } from '../../client/client.ts';
import { mapPool } from '../../client/pool.ts';
import type { Ran } from '../../domain/journal/journal-commands.ts';
import type { Entry } from '../../domain/journal/journal-entries.ts';
import { asItem } from '../../domain/reversals/reversal.ts';
import { nameOfChange, thingOf, titleOfRan } from '../../engine/journal/record-change.ts';
import { forgetNames } from '../../engine/references/references.ts';
import { throwUnfinished, verdictOn } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, viewOf } from '../../engine/run/view.ts';
import { AuthError, DocsError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { type ListWriter, listWriter } from '../../output/render.ts';
import { areIndependent, type Refused, type Step, type Targets } from './settle.ts';
import { hintOfRefused } from './undo-text.ts';
import { outermost, type Plan } from './undoing.ts';

const AT_ONCE = 8;

/** Throws PartialError (exit 7) when something of it could not be undone; the error itself when it was the only change. */
export async function undoSteps(
  run: Run,
  { ran, plan: { steps, refused, notes }, targets }: { ran: Ran; plan: Plan; targets: Targets },
): Promise<void> {
  const { io } = run.context;
  const marks = marksOf(steps, refused);
  run.undoes = marks.undoes;
  const client = await run.client();
  const report = await openReport(run);
  const failed = refused.map((one): Failed => {
    const { entry, error } = one;
    return { ...about(entry, targets.get(one)), entry, error, refused: one };
  });
  for (const one of failed) await report.page([failure(one)]);
  const results = await mapPool(
    steps,
    areIndependent(steps) ? AT_ONCE : 1,
    async (step) => {
      marks.begin(step);
      const result = await send(client, step);
      marks.done(step);
      await report.page([{ ...about(step.entry, targets.get(step)), ...rowOf(step, result) }]);
    },
    { onRateLimit: client.onRateLimit, stop: (result) => run.context.signal.aborted || isFinal(result) },
  );
  for (const result of results) {
    if (result.ok) continue;
    const { entry } = result.item;
    const one = { ...about(entry, targets.get(result.item)), entry, error: result.error };
    failed.push(one);
    await report.page([failure(one)]);
  }
  await report.end();
  await forgetNames(run);
  await summarize(run, ran, {
    failed,
    good: results.filter(({ ok }) => ok).length,
    total: steps.length + refused.length,
  });
  for (const text of new Set(notes)) note(io, text);
}

/** Which request undoes a change, or a part of it: of several the last one undoes it, once all others are as before. */
function marksOf(steps: readonly Step[], refused: Plan['refused']) {
  const open = new Map<string, number>();
  const count = ({ id }: Entry, more: number) => open.set(id, (open.get(id) ?? 0) + more);
  for (const { entry } of [...steps, ...refused]) count(entry, 1);
  const undoes = new Map<object, { entry: string; isPart: boolean }>();
  return {
    undoes,
    begin({ entry: { id }, undo }: Step): void {
      for (const part of undo.first ?? []) undoes.set(part, { entry: id, isPart: true });
      undoes.set(undo.input, { entry: id, isPart: open.get(id) !== 1 });
    },
    done({ entry }: Step): void {
      count(entry, -1);
    },
  };
}

const isFinal = (result: { ok: boolean; error?: unknown }) => !result.ok && result.error instanceof AuthError;

async function send(client: Client, { undo: { operation, input, first = [] } }: Step): Promise<unknown> {
  for (const part of first) await client.call(operation, part);
  const { result } = await client.callWithStatus(operation, input);
  // Publishing anew may want the plan to be paid first.
  const failure = verdictOn(result);
  if (failure) throw failure;
  return result;
}

/** A row a change, in the order they were undone; on a terminal the lines before the question say it all. */
export async function openReport(run: Run): Promise<ListWriter> {
  const { io } = run.context;
  if (chosenFormat(run) === undefined && io.outTty) return { page: async () => {}, end: async () => {} };
  const writer = await listWriter(io, viewOf(run));
  const isQuiet = chosenFormat(run) === 'id';
  return {
    page: (items) => writer.page(isQuiet ? items.filter((item) => asItem(item).ok === true) : items),
    end: () => writer.end(),
  };
}

/** As it was called before the question, else as the history calls it. */
function about(entry: Entry, target?: string) {
  const thing = thingOf(entry);
  return { target: target ?? nameOfChange(entry), id: thing.id ?? null };
}

const rowOf = ({ entry, changes }: Step, result: unknown) => ({
  ok: true,
  outcome: 'undone',
  change: entry.id,
  changed: changes,
  ...(result !== undefined && { result }),
});

interface Failed extends ReturnType<typeof about> {
  entry: Entry;
  error: unknown;
  /** It was known before anything was sent. */
  refused?: Refused;
}

function failure({ target, id, entry, error }: Failed) {
  if (!(error instanceof DocsError)) throw error;
  const { code, message, hint, retryable, outcome } = error;
  return {
    target,
    id,
    ok: false,
    outcome,
    change: entry.id,
    error: { code, message, ...(hint !== undefined && { hint }), retryable },
  };
}

interface Came {
  failed: readonly Failed[];
  good: number;
  total: number;
}

const MOST_HINTED = 3;

/** What does the rest: commands that come nearest to what cannot be undone, and the undo once more for what can be. */
async function hintOfRest(run: Run, { id }: Ran, failed: readonly Failed[]): Promise<string> {
  const refused = failed.flatMap(({ refused: one }) => one ?? []);
  const known = new Set<string>();
  for (const one of outermost(refused)) {
    const isChanged = one.error.code === 'CHANGED_SINCE';
    const hint = isChanged ? shell`docs undo ${id} --force` : await hintOfRefused(run, one);
    if (hint?.startsWith('docs ')) known.add(hint);
  }
  // What waits for a person, and what failed on its way, can be undone later.
  const isLeft = failed.some(({ refused: one }) => one === undefined || one.waits !== undefined);
  const nearest = [...known].slice(0, MOST_HINTED);
  if (isLeft) return [...nearest, shell`docs undo ${id}`].join(', then ');
  return nearest.length > 0 ? nearest.join(', then ') : shell`docs history ${id}`;
}

async function summarize(run: Run, ran: Ran, { failed, good, total }: Came): Promise<void> {
  const { io } = run.context;
  const isWhole = good === total;
  if (good > 0)
    done(io, `${isWhole ? 'undid' : `undid ${good} of ${plural(total, 'change')} of`} ${titleOfRan(ran)}`);
  if (isWhole) return;
  const [only, second] = failed;
  if (total === 1 && only && !second) throw only.error;
  throwUnfinished({
    what: 'change',
    done: good,
    total,
    failures: failed.map(({ target, error }) => ({ name: target, error })),
    hint: await hintOfRest(run, ran, failed),
  });
}
