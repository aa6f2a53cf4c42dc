// --rows of a command that reads: what each row names is read, and shown with the line of its row.
import { mapPool } from '../../client/pool.ts';
import type { Context } from '../../context.ts';
import { AuthError, DocsError, seeHelp } from '../../errors.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { openMany, resolveNames, targetsOf } from '../many/many-open.ts';
import { type Job, lineOf, reportUnread, type Task, taskRun } from '../many/many-report.ts';
import type { Command } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { concurrencyOf } from '../model/globals.ts';
import { listedReads } from '../plan/find-created.ts';
import { withReferences } from '../references/with-references.ts';
import type { Parsed } from '../run/run.ts';
import { presented, viewOf } from '../run/view.ts';
import { checkSelection, type SelectedList, withList } from '../select/selected-list.ts';
import { checkRows } from './row-check.ts';
import { refuseFaults } from './row-faults.ts';
import type { Target } from './row-targets.ts';

/** Throws UsageError with all faults of the rows before anything is read, PartialError (exit 7) when some failed. */
export async function readRows(context: Context, command: Command, parsed: Parsed): Promise<void> {
  const other = parsed.flags.web ? '--web' : parsed.flags.watch && '--watch';
  if (other) throw seeHelp(parsed.path, `--rows and ${other} cannot be used together`);
  const { run, field, none } = openMany(context, command, parsed);
  const concurrency = concurrencyOf(run);
  await checkSelection(run);
  const { targets, faults } = await targetsOf({ run, field, words: [], none });
  const view = viewOf(run, [...command.columns, 'line']);
  if (targets.length === 0) {
    note(run.context.io, `nothing to do: ${none}`);
    return void (await withList(run, async () => {}, { view }));
  }
  const lists = await listedReads(run);
  const reading: Run = { ...run, client: async () => lists.client };
  const tasks = Array.from({ length: targets.length }, (_, at): Task => {
    // Safe: there are so many.
    const target = targets.at(at) as Target;
    return { target, run: taskRun(reading, target, undefined, run.context.io) };
  });
  const job: Job = { run: reading, field, tasks };
  await checkRows(tasks, faults);
  refuseFaults(run, faults);
  await resolveNames(job);
  for (const task of tasks) if (!task.failure) await lists.expect(field, task.run.input);
  await withList(run, (list) => readAll(job, concurrency, list), {
    view: { ...view, table: command.table },
    show: (items) => shown(run, items),
  });
  reportUnread(job, tasks.filter(({ failure }) => !failure).length);
}

/** In the order of the rows, each as soon as those before it are written. */
async function readAll({ run, tasks }: Job, concurrency: number, list: SelectedList): Promise<void> {
  const progress = startProgress(run.context.io, run.operation.summary);
  let before: Promise<unknown> = Promise.resolve();
  let count = 0;
  const one = async (task: Task) => {
    const items = itemsOf(task);
    const earlier = before;
    const written = (async () => {
      const [read] = await Promise.all([items, earlier]);
      if (read.length > 0 && !list.isFull) await list.page(read);
    })();
    before = written;
    await written;
    count += 1;
    progress.update(`${count} of ${tasks.length}`);
  };
  try {
    const results = await mapPool(tasks, concurrency, one, {
      stop: ({ ok }) => !ok || run.context.signal.aborted || list.isFull,
    });
    for (const result of results) if (!result.ok) throw result.error;
    run.context.signal.throwIfAborted();
  } finally {
    progress.stop();
  }
}

/** None where the row fails: that is left in the task. */
async function itemsOf(task: Task): Promise<unknown[]> {
  if (task.failure) return [];
  try {
    const items = await withReferences(task.run, () => readOne(task.run));
    return items.map((item) => ({ ...Object(item), ...lineOf(task) }));
  } catch (error) {
    if (!isOfOneRow(error)) throw error;
    task.failure = error;
    return [];
  }
}

async function readOne({ client, operation, input, command }: Run): Promise<unknown[]> {
  const opened = await client();
  if (operation.paging === 'pages') {
    const items: unknown[] = [];
    for await (const page of opened.pages(operation, input)) items.push(...page.items);
    return items;
  }
  const result: unknown = await opened.call(operation, input);
  if (command.rows === undefined) return [result];
  const rows: unknown = command.rows === '.' ? result : Object(result)[command.rows];
  return Array.isArray(rows) ? rows : [];
}

/** It keeps one row from being read, and says nothing of the others. */
const isOfOneRow = (error: unknown): error is DocsError => {
  if (!(error instanceof DocsError) || error instanceof AuthError) return false;
  const { status = 0 } = error.http ?? {};
  return status >= 400 && status < 500 && status !== 429;
};

/** As the command shows them, with their lines. */
async function shown(run: Run, items: readonly unknown[]): Promise<readonly unknown[]> {
  const rows = await presented(run, items);
  return rows.map((row, at) => ({ ...Object(row), line: Object(items[at]).line }));
}
