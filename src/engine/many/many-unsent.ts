// A command on several targets that sends nothing: its plan (--plan-out), or its requests (--dry-run).
import { mapPool } from '../../client/pool.ts';
import { done, note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { place } from '../ask/question.ts';
import { concurrencyOf } from '../run/concurrency.ts';
import type { ShownRequest } from '../run/dry-run.ts';
import type { Run } from '../run/run.ts';
import { chosenFormat, viewOf } from '../run/view.ts';
import { consentFlag } from './many-consent.ts';
import { failedResult, reportMissing } from './many-report.ts';
import type { Picked } from './many-targets.ts';
import { type Job, lineOf, type Task } from './many-task.ts';

/**
 * A plan, and a dry run, read their targets from the list of these; what is sent at once does where --where has just
 * read it. `expect` is to be called once they are known by their IDs.
 */
export async function fromLists(
  run: Run,
  field: string,
  picked: Picked | undefined,
): Promise<{ run: Run; expect: (tasks: readonly Task[]) => Promise<void> }> {
  const isSent = run.flags.planOut === undefined && run.flags.dryRun !== true;
  if (isSent && !picked) return { run, expect: async () => {} };
  const lists = await (await import('../plan/listed-reads.ts')).listedReads(run);
  return {
    run: { ...run, client: async () => lists.client },
    async expect(tasks) {
      for (const task of tasks) if (!task.failure) await lists.expect(field, task.run.input, picked);
    },
  };
}

/** Says why there is nothing to do; a plan of it is written all the same: the next command reads it. */
export async function nothingToDo(run: Run, why: string): Promise<void> {
  note(run.context.io, `nothing to do: ${why}`);
  if (run.flags.planOut !== undefined) await (await import('../plan/make-plan.ts')).makePlan(run, []);
}

/** Writes a plan for the targets that are there. Throws when one is not: a plan is whole or it is not made. */
export async function planTargets(job: Job): Promise<void> {
  const { run, tasks, field } = job;
  reportMissing(job, 0);
  const { makePlan } = await import('../plan/make-plan.ts');
  const open = tasks.filter(({ result }) => result === undefined);
  const planned = open.map(({ run: own, target: { text, where, line = lineIn(where) } }) => ({
    run: own,
    ...(text !== where && { text }),
    ...(line !== undefined && { line }),
  }));
  await makePlan(run, planned, { unchanged: tasks.length - open.length, field });
}

/** 3 of `line 3`. */
const lineIn = (where = ''): number | undefined => Number(/\d+$/.exec(where)?.[0]) || undefined;

/** The requests of the targets that are there; what is not there fails as it would without --dry-run. */
export async function printRequests(job: Job): Promise<void> {
  const { run, tasks, field } = job;
  const { io } = run.context;
  for (const task of tasks) if (task.failure) task.result = failedResult(task, field, task.failure);
  const open = tasks.filter(({ result }) => result === undefined);
  const format = chosenFormat(run);
  // Requests have no ID yet; the exit code says that they would be sent.
  const shown = format === 'id' ? [] : await shownRequests(run, open);
  for (const [at, { problem }] of shown.entries()) {
    const task = open[at];
    if (problem && task)
      Object.assign(task, { failure: problem, result: failedResult(task, field, problem) });
  }
  if (format !== undefined && format !== 'table' && format !== 'id') {
    const writer = await listWriter(io, viewOf(run, ['method', 'url']));
    await writer.page(shown.map(({ facts }) => facts));
    await writer.end();
  } else if (shown.length > 0) {
    const { safeText } = await import('../../output/safe-text.ts');
    const { amountOfShown, textOfShown } = await import('../run/dry-run.ts');
    await io.out(`${safeText(await textOfShown(run, shown), { multiline: true })}\n`);
    done(io, `dry run: ${await amountOfShown(shown)}${await place(run)}; nothing was sent`);
  }
  const consent = await consentFlag(job);
  if (consent !== undefined) note(io, `to run it without a terminal, add ${consent}`);
  reportMissing(job, open.length);
}

/** The present values are read side by side. */
async function shownRequests(run: Run, open: readonly Task[]): Promise<ShownRequest[]> {
  const { shownRequest } = await import('../run/dry-run.ts');
  const show = async (task: Task) => {
    const { facts, ...shown } = await shownRequest(task.run);
    return { ...shown, facts: { ...facts, ...lineOf(task) } };
  };
  const results = await mapPool(open, concurrencyOf(run), show, { stop: ({ ok }) => !ok });
  return results.map((result) => {
    if (!result.ok) throw result.error;
    return result.value;
  });
}
