// A command on several targets that sends nothing: its plan (--plan-out), or its requests (--dry-run).
import { note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import type { Run } from '../run/run.ts';
import { chosenFormat, viewOf } from '../run/view.ts';
import { consentFlag } from './many-consent.ts';
import { failedResult, reportMissing } from './many-report.ts';
import type { Picked } from './many-targets.ts';
import { type Job, lineOf, type Task } from './many-task.ts';

/** A plan reads its targets from their list. `expect` is to be called once they are known by their IDs. */
export async function forPlans(
  run: Run,
  field: string,
  picked: Picked | undefined,
): Promise<{ run: Run; expect: (tasks: readonly Task[]) => Promise<void> }> {
  if (run.flags.planOut === undefined) return { run, expect: async () => {} };
  const lists = await (await import('../plan/listed-reads.ts')).listedReads(run);
  return {
    run: { ...run, client: async () => lists.client },
    async expect(tasks) {
      for (const task of tasks) if (!task.failure) await lists.expect(field, task.run.input, picked);
    },
  };
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
  const { linesOf, plannedRequest } = await import('../run/dry-run.ts');
  const requests = [];
  for (const task of tasks) {
    if (task.failure) task.result = failedResult(task, field, task.failure);
    else if (!task.result) requests.push({ ...(await plannedRequest(task.run)), ...lineOf(task) });
  }
  const format = chosenFormat(run);
  const { io } = run.context;
  if (format !== undefined && format !== 'table' && format !== 'id') {
    const writer = await listWriter(io, viewOf(run, ['method', 'url']));
    await writer.page(requests);
    await writer.end();
  } else if (requests.length > 0 && format !== 'id') {
    const { safeText } = await import('../../output/safe-text.ts');
    await io.out(`${safeText(requests.map(linesOf).join('\n'), { multiline: true })}\n`);
  }
  const consent = await consentFlag(job);
  if (consent !== undefined) note(io, `to run it without a terminal, add ${consent}`);
  reportMissing(job, requests.length);
}
