// docs cr diff: what a change request changes.

import { listChangeRequestFiles, listFiles } from '../../../api/content/files.ts';
import {
  getChangeRequestPage,
  getPage,
  listChangeRequestPages,
  listPages,
} from '../../../api/content/pages.ts';
import { getRevisionPage, listRevisionFiles, listRevisionPages } from '../../../api/content/revisions.ts';
import { type ChangeRequest, getChangeRequest } from '../../../api/review/change-requests.ts';
import { listChangeRequestChanges } from '../../../api/review/changes.ts';
import type { Option } from '../../../engine/model/command.ts';
import { handmade } from '../../../engine/model/command.ts';
import type { FlagsOf } from '../../../engine/model/flag-types.ts';
import { settle } from '../../../engine/references/resolve-names.ts';
import { withReferences } from '../../../engine/references/with-references.ts';
import { type Run, readInput } from '../../../engine/run/run.ts';
import { fillContext } from '../../../engine/run/scope.ts';
import { FindingsError, NotFoundError, UsageError } from '../../../errors.ts';
import { shell } from '../../../files/shell-word.ts';
import { exitCodeFlag } from '../../../jobs/report/finding-flags.ts';
import { note } from '../../../output/note.ts';
import { type Progress, startProgress } from '../../../output/progress.ts';
import { startBar } from '../../../output/progress-bar.ts';
import type { Against, Comparison } from '../../../workflows/change-request-diff.ts';
import type { ContentChange } from '../../../workflows/content-change.ts';
import { conflictSteps } from './conflict-steps.ts';
import type { DiffTotal } from './diff-printer.ts';
import { asTyped } from './merge-conflicts.ts';

const COLUMNS = ['change', 'kind', 'path', 'title', 'added', 'removed', 'id'];

/** What of a diff is shown. */
export const SHOWN_FLAGS = [
  {
    flags: '--stat',
    reach: 'platform',
    description: 'show the number of changed lines per page',
    group: 'Output:',
  },
  {
    flags: '--name-only',
    reach: 'platform',
    description: 'print only page paths and file names',
    group: 'Output:',
  },
] as const satisfies readonly Option[];

const DIFF_FLAGS = [
  ...SHOWN_FLAGS,
  { flags: '--page <page>', description: 'only this page: path, title or ID', group: 'Fields:' },
  {
    flags: '--against <what>',
    reach: 'platform',
    description: 'main as it is now, or the revision it was made from (default: main as of its last sync)',
    choices: ['main', 'initial'],
    group: 'Fields:',
  },
  exitCodeFlag('there are differences'),
] as const satisfies readonly Option[];

export type DiffRun = Run<FlagsOf<typeof DIFF_FLAGS>>;

export const changeRequestDiff = handmade('diff', {
  summary: 'Show the changes in a change request line by line',
  operation: getChangeRequest,
  uses: [
    listChangeRequestChanges,
    getChangeRequestPage,
    getPage,
    getRevisionPage,
    listChangeRequestPages,
    listPages,
    listRevisionPages,
    listChangeRequestFiles,
    listFiles,
    listRevisionFiles,
  ],
  args: [{ field: 'changeRequestId', label: 'cr', reach: 'platform', required: true }],
  columns: COLUMNS,
  fields: [...COLUMNS, 'changedOn', 'fromPath', 'fromTitle', 'attributes', 'hunks'],
  paged: true,
  options: DIFF_FLAGS,
  run: showDiff,
  examples: [
    ['Show every changed line', 'docs cr diff 4 --space Guides'],
    ['Count the changed lines of each page', 'docs cr diff "Guides#4" --stat'],
    ['Compare one page with main', 'docs cr diff 1 --space Guides --against main --page shipments/returns'],
    ['List only the changed pages', 'docs cr diff 4 --space Guides --name-only'],
  ],
  notes: 'Reads only the pages that differ.',
});

async function showDiff(run: DiffRun): Promise<void> {
  const { io } = run.context;
  if (run.flags.stat === true && run.flags.nameOnly === true)
    throw new UsageError('--stat and --name-only cannot be used together', { hint: `${run.path} --help` });
  await readDiffInput(run);
  if (run.flags.dryRun) {
    await settle(run);
    return (await import('../../../engine/run/dry-run.ts')).printRequest(run);
  }
  const { compareChangeRequest, withSides } = await import('../../../workflows/change-request-diff.ts');
  const progress = startProgress(io, 'comparing');
  try {
    const client = await run.client();
    const changeRequest = await withReferences(run, (input) => client.call(getChangeRequest, refOf(input)));
    const against = againstOf(run);
    const comparison = await compareChangeRequest(client, changeRequest, against);
    const wanted = await onlyWanted(run, comparison, changeRequest);
    const changes = against === 'main' ? await withSides(client, changeRequest, wanted) : wanted;
    const total = await showEntries(run, { ...comparison, changes }, progress);
    for (const step of conflictSteps(changes, asTyped(run, changeRequest))) note(io, step);
    await conclude(run, changeRequest, comparison, total);
  } finally {
    progress.stop();
  }
}

/** `--page` is a flag of this command, none of the operation. */
async function readDiffInput(run: DiffRun): Promise<void> {
  await readInput(run);
  await fillContext(run);
}

// Safe: both are there, or fillContext has thrown.
const refOf = ({ spaceId, changeRequestId }: DiffRun['input']) => ({
  spaceId: String(spaceId),
  changeRequestId: String(changeRequestId),
});

const againstOf = ({ flags }: DiffRun): Against =>
  flags.against === 'main' || flags.against === 'initial' ? flags.against : 'held';

/** Throws NotFoundError when the change request has no such page at all. */
async function onlyWanted(
  { flags, path }: DiffRun,
  { changes, after }: Comparison,
  { number, space }: ChangeRequest,
): Promise<ContentChange[]> {
  const wanted = flags.page;
  if (typeof wanted !== 'string') return changes;
  const found = changes.filter((change) => change.kind === 'page' && isCalled(change, wanted));
  if (found.length > 0) return found;
  const { allPages } = await import('../../../workflows/page-list.ts');
  if (allPages(await after.pages()).some((page) => isCalled(page, wanted))) return [];
  throw new NotFoundError(`change request #${number} has no page "${wanted}"`, {
    details: { page: wanted },
    hint: shell`${path.split(' ')} ${number} --space ${space} --name-only, or docs pages list --space ${space} --cr ${number}`,
  });
}

const isCalled = (page: { id: string; title: string; path?: string; fromPath?: string }, name: string) =>
  [page.id, page.path, page.fromPath, page.title, page.path?.split('/').at(-1)].includes(name);

export async function showEntries(
  run: DiffRun,
  comparison: Comparison,
  progress: Progress,
): Promise<DiffTotal> {
  const { io } = run.context;
  const { readDiff } = await import('../../../workflows/change-request-diff.ts');
  const { diffPrinter } = await import('./diff-printer.ts');
  const printer = await diffPrinter(run);
  if (run.flags.nameOnly === true) return printer.names(comparison.changes);
  progress.stop();
  const bar = startBar(io, 'comparing pages', comparison.changes.length);
  try {
    for await (const entry of readDiff(await run.client(), comparison)) {
      // Text on a terminal would be printed into the bar.
      if (printer.streams && io.outTty) bar.stop();
      await printer.entry(entry);
      bar.step(true);
      if (io.outClosed) break;
    }
  } finally {
    bar.stop();
  }
  return printer.end();
}

async function conclude(
  run: DiffRun,
  { number, subject, id }: ChangeRequest,
  { before }: Comparison,
  total: DiffTotal,
): Promise<void> {
  const { io } = run.context;
  const page = typeof run.flags.page === 'string' ? `page ${run.flags.page} of ` : '';
  const what = `${page}change request #${number} "${subject}" (${id})`;
  const changed = total.pages + total.files;
  if (changed === 0) return note(io, `${what} does not differ from ${before.label}`);
  const { totalText } = await import('./diff-printer.ts');
  const summary = `${what}: ${totalText(total)} against ${before.label}`;
  if (run.flags.exitCode === true) throw new FindingsError(summary, { details: { changed } });
  note(io, summary);
}
