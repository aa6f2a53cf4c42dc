// What an earlier run sent and got no answer for, or a conflict: whether it took effect, by what the platform shows now.
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { reversalOf } from '../../domain/reversals/of-operations.ts';
import { DocsError, EXIT } from '../../errors.ts';
import { concurrencyOf } from '../model/globals.ts';
import { type CreatedThings, createdThings } from '../plan/find-created.ts';
import { afterOf, isSoAlready, readLive, relevant } from '../plan/row-state.ts';
import { withCheck } from '../run/partial-failure.ts';
import { failedResult, type Job, lineOf, type Result, type Task } from './many-report.ts';

/** Our clock may be ahead of that of the host by so much, or by more where its answers tell that. */
const CLOCKS_DIFFER_MS = 5000;

interface Before {
  /** When the first run began. */
  since: string;
  /** IDs of what rows are known to have created. */
  taken: readonly string[];
  /** Those of the tasks that got a conflict: they are sent again where nothing tells. */
  refused: ReadonlySet<Task>;
}

/** Leaves a result for what took effect, a failure where nothing tells; what did not take effect is left to be sent. */
export async function lookForSent(
  job: Job,
  tasks: readonly Task[],
  { since, taken, refused }: Before,
): Promise<void> {
  const { operations } = await import('../../api/index.ts');
  const client = await job.run.client();
  const now = job.run.context.now();
  const aheadMs = Math.max(CLOCKS_DIFFER_MS, now.getTime() - client.hostTime(now).getTime());
  const began = new Date((Date.parse(since) || aheadMs) - aheadMs).toISOString();
  const created = createdThings(client, operations, { since: began, taken });
  const look = async (task: Task) => {
    const found = await fateOf(task.run, client, created);
    if (typeof found === 'object') task.result = resultOf(task, job.field, found);
    else if (found === 'unknown' && !refused.has(task)) await failUnknown(task, job.field);
  };
  await mapAll({}, tasks, concurrencyOf(job.run), look);
}

interface Found {
  outcome: string;
  id?: unknown;
}

async function fateOf(
  { operation, input, command }: Task['run'],
  client: Client,
  created: CreatedThings,
): Promise<Found | 'not there' | 'unknown'> {
  if (command.repeatable) return 'not there';
  const after = afterOf(operation, input, null) ?? {};
  const found = await created.find({ operation, input, after, sent: true });
  if (found) return { outcome: 'already there', id: found.id };
  if (found === null) return 'not there';
  return fateOfChange(operation, input, client);
}

/** A change tells by the state of its target. */
async function fateOfChange(
  operation: Operation,
  input: Task['run']['input'],
  client: Client,
): Promise<Found | 'not there' | 'unknown'> {
  const live = await readLive(client, operation, input);
  const now = await relevant(operation, input, live);
  const after = afterOf(operation, input, now);
  if (isSoAlready(operation, now, after)) return { outcome: 'already in effect' };
  const isTold = now && after && Object.keys(after).every((name) => name in now);
  return isTold && (await reversalOf(operation.id))?.undo ? 'not there' : 'unknown';
}

const resultOf = (task: Task, field: string, { outcome, id = task.run.input[field] }: Found): Result => ({
  target: task.target.text,
  id: typeof id === 'string' ? id : null,
  ok: true,
  outcome,
  ...lineOf(task),
});

async function failUnknown(task: Task, field: string): Promise<void> {
  task.failure = new DocsError(
    'it was sent before, and nothing shows whether it took effect',
    { code: 'UNKNOWN_OUTCOME', exit: EXIT.failed },
    { outcome: 'unknown' },
  );
  await withCheck(task.run, task.failure);
  task.result = failedResult(task, field, task.failure);
}
