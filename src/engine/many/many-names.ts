// Titles of many targets at once: each list is read once, not once a target.
import { DocsError } from '../../errors.ts';
import { KINDS, type ReferenceKind } from '../references/reference-kinds.ts';
import { candidates, placeOf } from '../references/references.ts';
import { ambiguous, twinsOf } from '../references/twins.ts';
import { organizationInHand } from '../run/in-hand.ts';
import type { Input } from '../run/input.ts';
import type { Run } from '../run/run.ts';
import { findByTitle } from '../run/scope.ts';
import type { Job, Task } from './many-task.ts';

/** Turns titles into ids, in every task. A title that fits several things fails its task alone. */
export async function resolveNames(job: Job): Promise<void> {
  const groups = new Map<string, Task[]>();
  for (const task of job.tasks) {
    const key = JSON.stringify(aroundTarget(task.run, job.field));
    const group = groups.get(key);
    if (group) group.push(task);
    else groups.set(key, [task]);
  }
  for (const tasks of groups.values()) {
    const place = await resolvePlace(tasks[0]?.run, job.field);
    for (const task of tasks) task.run.input = { ...task.run.input, ...place };
    await resolveTargets(tasks, job.field);
  }
}

/** Everything of the input but the target itself: the same for most tasks. */
const aroundTarget = ({ input }: Run, field: string): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name !== field));

async function resolvePlace(run: Run | undefined, field: string): Promise<Input> {
  if (!run) return {};
  const input = aroundTarget(run, field);
  const found = await whereOffered(() => findByTitle({ ...run, input }, run.operation, run.command.refs));
  return found ?? input;
}

async function resolveTargets(tasks: readonly Task[], field: string): Promise<void> {
  const kind = KINDS[field];
  const [first] = tasks;
  // One target is tried as an id first, as ever.
  if (!kind || !first || tasks.length === 1) return;
  const items = await whereOffered(() => listOf(kind, first.run));
  if (!items) return;
  const find = finder(kind, items);
  for (const task of tasks) {
    const text = String(task.run.input[field]);
    const fits = find(text);
    if (fits.length > 1) task.failure = await severalFit(first.run, kind, text, fits);
    else if (fits[0]) task.run.input = { ...task.run.input, [field]: fits[0][kind.key ?? 'id'] };
  }
}

/** Finds the items of a name; what is an id is no name. */
function finder({ key = 'id', names }: ReferenceKind, items: readonly Record<string, unknown>[]) {
  const ids = new Set(items.map((item) => item[key]));
  const byName = new Map<unknown, Record<string, unknown>[]>();
  for (const item of items) {
    for (const name of new Set(names(item))) byName.set(name, [...(byName.get(name) ?? []), item]);
  }
  return (text: string) => (ids.has(text) ? [] : (byName.get(text) ?? []));
}

async function listOf(kind: ReferenceKind, run: Run): Promise<Record<string, unknown>[]> {
  const { input } = run;
  const client = await run.client();
  const list = await kind.list(input.changeRequestId !== undefined);
  const organization = () => organizationInHand(run);
  const place = await placeOf(client, list, { input, organization });
  const items: Record<string, unknown>[] = [];
  if (place) for await (const item of candidates(client, list, kind, place)) items.push(item);
  return items;
}

/** A list that one may not read, or that a host does not offer, leaves every text what it is: an id. */
async function whereOffered<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DocsError && [403, 404, 501].includes(error.http?.status ?? 0)) return undefined;
    throw error;
  }
}

async function severalFit(run: Run, kind: ReferenceKind, text: string, items: Record<string, unknown>[]) {
  const organizationId = run.input.organizationId ?? (await organizationInHand(run));
  return ambiguous(kind.noun, text, await twinsOf(await run.client(), kind, items, organizationId));
}
