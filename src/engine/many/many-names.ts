// Titles of many targets at once: each list is read once, not once a target.
import { DocsError, EXIT } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';
import { finder, type Item, listOf, oneOfTwins } from '../references/look-up.ts';
import { absent, fitsNothing, nearestNames } from '../references/not-found.ts';
import { isId, KINDS, type ReferenceKind } from '../references/reference-kinds.ts';
import { listed, requirePlaces, settleNames } from '../references/resolve-names.ts';
import type { Input } from '../run/input.ts';
import { targetArg } from './many-arg.ts';
import type { Job, Task } from './many-task.ts';

/** Turns names into ids, in every task. What fits several things, or nothing, fails its task alone. */
export async function resolveNames(job: Job): Promise<void> {
  const groups = new Map<string, Task[]>();
  for (const task of job.tasks) {
    const key = JSON.stringify(aroundTarget(task, job.field));
    const group = groups.get(key);
    if (group) group.push(task);
    else groups.set(key, [task]);
  }
  for (const tasks of groups.values()) await resolveGroup(job, tasks);
}

/** Tasks that differ in their targets and plain fields only. */
async function resolveGroup({ run, field }: Job, tasks: readonly Task[]): Promise<void> {
  const [first] = tasks;
  const areRows = run.flags.rows !== undefined;
  const place =
    first && (await resolvePlace(first, field).catch((error: unknown) => failRows(tasks, areRows, error)));
  if (!place) return;
  for (const task of tasks) {
    task.run.input = { ...task.run.input, ...place };
    for (const name of Object.keys(place)) listed(task.run, name);
  }
  if (targetArg(run.command)) await resolveTargets(tasks, field);
}

/** A name in a row that fits nothing is a matter of this row. */
function failRows(tasks: readonly Task[], areRows: boolean, error: unknown): undefined {
  if (!areRows || !(error instanceof DocsError) || error.exit !== EXIT.notFound) throw error;
  for (const task of tasks) task.failure = error;
}

/** Everything of the input but the target itself and plain fields of its row: the same for most tasks. */
function aroundTarget({ run, target: { fields = {} } }: Task, field: string): Input {
  const named = new Set([...Object.keys(KINDS), ...Object.keys(run.command.refs ?? {}).map(topOf)]);
  const isPlain = (name: string) => name in fields && !named.has(name);
  const target = targetIn(run, field);
  return Object.fromEntries(Object.entries(run.input).filter(([name]) => name !== target && !isPlain(name)));
}

/** A row of a command without a target has none to leave out. */
const targetIn = ({ command }: Run, field: string): string | undefined =>
  targetArg(command) ? field : undefined;

const topOf = (path: string): string => path.split('.')[0] ?? path;

/** The ids of everything around the targets. Throws NotFoundError where a name fits nothing: no target can be done. */
async function resolvePlace(task: Task, field: string): Promise<Input> {
  const asked: Run = { ...task.run, input: aroundTarget(task, field) };
  await settleNames(asked, targetIn(task.run, field));
  await requirePlaces(asked);
  return asked.input;
}

/** For so many, names that come near are looked for: each is compared with all that there are. */
const MOST_SUGGESTED = 20;

async function resolveTargets(tasks: readonly Task[], field: string): Promise<void> {
  const [first] = tasks;
  const param = first && (first.run.command.refs?.[field] ?? field);
  const kind = param === undefined ? undefined : KINDS[param];
  if (!first || !param || !kind || first.run.command.find) return;
  const text = ({ run }: Task) => String(run.input[field]);
  // Ids alone need no list: what is not there the platform tells.
  if (tasks.every((task) => isId(param, text(task)))) return;
  const items = await listOf(first.run, kind);
  if (!items) return;
  const find = finder(param, items);
  let missing = 0;
  for (const task of tasks) {
    const found = find(text(task));
    if (found === undefined) {
      missing += 1;
      leaveUnlisted(task, { param, kind, items: missing > MOST_SUGGESTED ? [] : items }, text(task));
    } else
      await take(task, field, () =>
        typeof found === 'string' ? found : oneOfTwins(task.run, kind, text(task), found),
      );
  }
}

/** What looks like an id that the list does not show is left to the platform; any other word fails here, at no request. */
function leaveUnlisted(
  task: Task,
  { param, kind, items }: { param: string; kind: ReferenceKind; items: readonly Item[] },
  text: string,
): void {
  if (isId(param, text)) task.near = () => nearestNames(text, kind, items);
  else task.failure = absent(fitsNothing(param, text, kind, items));
}

/** What cannot be settled fails its task alone. */
async function take(task: Task, field: string, find: () => string | Promise<string>): Promise<void> {
  try {
    task.run.input = { ...task.run.input, [field]: await find() };
    listed(task.run, field);
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    task.failure = error;
  }
}
