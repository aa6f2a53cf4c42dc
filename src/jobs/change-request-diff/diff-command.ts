// docs cr diff: what a change request changes.
import { listChangeRequestFiles, listFiles } from '../../api/content/files.ts';
import * as pagesApi from '../../api/content/pages.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { getChangeRequest, listChangeRequestChanges } from '../../api/review/change-requests.ts';
import { type ContentChange, nameOf } from '../../domain/content/content-change.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { type Run, readInput } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { chosenFormat, viewOf } from '../../engine/run/view.ts';
import { NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { type Progress, startProgress } from '../../output/progress.ts';
import { startBar } from '../../output/progress-bar.ts';
import { listWriter } from '../../output/render.ts';
import { outSafe, safeLine } from '../../output/safe-text.ts';
import { asTyped } from '../merge-ready/merge-conflicts.ts';
import { exitCodeFlag } from '../report/finding-flags.ts';
import { conclude as concludeFindings } from '../report/findings.ts';
import type { Against, Comparison, DiffEntry } from './change-request-diff.ts';
import { conflictSteps, diffText, type StatEntry, statOf, statText } from './diff-text.ts';

const COLUMNS = ['change', 'kind', 'path', 'title', 'added', 'removed', 'id'];

/** What of a diff is shown. */
export const SHOWN_FLAGS = [
  flag('--stat', 'show the number of changed lines per page', { reach: 'platform', group: 'Output:' }),
  flag('--name-only', 'print only page paths and file names', { reach: 'platform', group: 'Output:' }),
] as const satisfies readonly Option[];

const DIFF_FLAGS = [
  ...SHOWN_FLAGS,
  flag('--page <page>', 'only this page: path, title or ID'),
  flag(
    '--against <what>',
    'main as it is now, or the revision it was made from (default: main as of its last sync)',
    { reach: 'platform', choices: ['main', 'initial'] },
  ),
  exitCodeFlag('there are differences'),
] as const satisfies readonly Option[];

export type DiffRun = Run<FlagsOf<typeof DIFF_FLAGS>>;

export const changeRequestDiff = handmade('diff', {
  summary: 'Show the changes in a change request line by line',
  operation: getChangeRequest,
  uses: [
    listChangeRequestChanges,
    pagesApi.getChangeRequestPage,
    pagesApi.getPage,
    pagesApi.getRevisionPage,
    pagesApi.listChangeRequestPages,
    pagesApi.listPages,
    pagesApi.listRevisionPages,
    listChangeRequestFiles,
    listFiles,
    pagesApi.listRevisionFiles,
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
  refuseTogether(run, 'stat', 'nameOnly');
  await readDiffInput(run);
  if (run.flags.dryRun) {
    await settle(run);
    return (await import('../../engine/plan/dry-run.ts')).printRequest(run);
  }
  const { compareChangeRequest, withSides } = await import('./change-request-diff.ts');
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
  const { allPages } = await import('../../domain/content/page-place.ts');
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
  const { readDiff } = await import('./change-request-diff.ts');
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
  const total = await printer.end();
  return io.outClosed ? { pages: total.pages, files: total.files, isCut: true } : total;
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
  const summary = `${what}: ${totalText(total)} against ${before.label}`;
  concludeFindings(run, summary, changed, { changed });
}

// A diff in the format asked for: as text, as figures, or as rows for programs.

interface DiffTotal {
  pages: number;
  files: number;
  /** The reader has gone before all of them were read. */
  isCut?: boolean;
  /** Lines; undefined where none were read. */
  added?: number;
  removed?: number;
}

export interface DiffPrinter {
  /** Whether it prints each entry as it comes. */
  readonly streams: boolean;
  entry(entry: DiffEntry): Promise<void>;
  end(): Promise<DiffTotal>;
  /** Names alone, in place of entries. */
  names(changes: readonly ContentChange[]): Promise<DiffTotal>;
}

/** Text on a terminal and in a pipe, as git does; rows in any format that was asked for. */
export async function diffPrinter(run: DiffRun): Promise<DiffPrinter> {
  const isText = ['table', undefined].includes(chosenFormat(run)) && run.flags.fields === undefined;
  return isText ? textPrinter(run) : rowPrinter(run);
}

function textPrinter({ context: { io }, flags }: DiffRun): DiffPrinter {
  const seen: StatEntry[] = [];
  const isStat = flags.stat === true;
  return {
    streams: !isStat,
    async entry(entry) {
      seen.push(statOf(entry));
      // A blank line between pages, for eyes; a patch has none.
      const gap = io.outTty && seen.length > 1 ? '\n' : '';
      if (!isStat) await io.out(gap + diffText(io, entry));
    },
    async end() {
      if (isStat) await io.out(statText(io, seen));
      return totalOf(seen);
    },
    async names(changes) {
      await io.out(outSafe(io, changes.map((change) => `${safeLine(nameOf(change))}\n`).join('')));
      return countOf(changes);
    },
  };
}

/** Rows come as they are found, but on a terminal, where a bar may be drawn meanwhile. */
async function rowPrinter(run: DiffRun): Promise<DiffPrinter> {
  const { io } = run.context;
  const writer = await listWriter(io, viewOf(run));
  const seen: StatEntry[] = [];
  const kept: unknown[] = [];
  const isStat = run.flags.stat === true;
  return {
    streams: false,
    async entry(entry) {
      seen.push(statOf(entry));
      const row = isStat ? withoutHunks(rowOf(entry)) : rowOf(entry);
      if (io.outTty) kept.push(row);
      else await writer.page([row]);
    },
    async end() {
      await writer.page(kept);
      await writer.end();
      return totalOf(seen);
    },
    async names(changes) {
      await writer.page(changes.map(rowOf));
      await writer.end();
      return countOf(changes);
    },
  };
}

/** Pages and files alike: `path` is what a person calls it. */
function rowOf(change: ContentChange): Record<string, unknown> {
  if (change.kind === 'page') {
    const { kind, change: what, id, path: _, content: _content, ...rest } = change;
    return { kind, change: what, id, path: nameOf(change), ...rest };
  }
  const { name, fromName, ...rest } = change;
  return { ...rest, path: name, ...(fromName !== undefined && { fromPath: fromName }) };
}

const withoutHunks = ({ hunks: _, ...row }: Record<string, unknown>) => row;

function countOf(entries: readonly Pick<ContentChange, 'kind'>[]): { pages: number; files: number } {
  const pages = entries.filter(({ kind }) => kind === 'page').length;
  return { pages, files: entries.length - pages };
}

function totalOf(entries: readonly StatEntry[]): DiffTotal {
  const sum = (field: 'added' | 'removed') => entries.reduce((all, entry) => all + entry[field], 0);
  return { ...countOf(entries), added: sum('added'), removed: sum('removed') };
}

/** `2 pages and 1 file changed: 14 lines added, 3 removed`. */
export function totalText({ pages, files, isCut, added, removed }: DiffTotal): string {
  const parts = [
    ...(pages > 0 || files === 0 ? [plural(pages, 'page')] : []),
    ...(files > 0 ? [plural(files, 'file')] : []),
  ];
  const lines = added === undefined ? '' : `: ${plural(added, 'line')} added, ${removed} removed`;
  return `${isCut ? 'at least ' : ''}${parts.join(' and ')} changed${lines}`;
}
