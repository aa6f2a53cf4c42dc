// docs cr edit: pages and files of a change request, many edits in one request.
import { dirname, resolve } from 'node:path';
import { listChangeRequestFiles } from '../../../api/content/files.ts';
import { getChangeRequestPage, listChangeRequestPages } from '../../../api/content/pages.ts';
import { getSpace } from '../../../api/content/spaces.ts';
import type { ChangeRequestContentUpdate } from '../../../api/review/change-requests.generated.ts';
import {
  type ChangeRequestContentChange,
  getChangeRequest,
  updateChangeRequestContent,
} from '../../../api/review/change-requests.ts';
import dangers from '../../../domain/dangers/review.ts';
import { command } from '../../../engine/model/command.ts';
import type { FlagsOf } from '../../../engine/model/command-type.ts';
import { flag, type Option } from '../../../engine/model/option.ts';
import { settleOne } from '../../../engine/references/resolve-names.ts';
import { called } from '../../../engine/run/outcome.ts';
import { type Run, readInput } from '../../../engine/run/run.ts';
import { UsageError } from '../../../errors.ts';
import { pageSource, textOfFile, uploadWishes } from '../../../jobs/page-edits/page-source.ts';
import { gitOf, pageNamed, readPages, refIn } from '../../../jobs/page-edits/page-wish.ts';
import { localPaths, pictureAt } from '../../../jobs/page-edits/resolve-targets.ts';
import { plural } from '../../../output/format.ts';

const EDIT_FLAGS = [
  flag('--page <page>', 'page to write: ID, title or path'),
  flag('--file <file>', 'Markdown file that becomes its content and settings, or - for stdin'),
  flag('--title <text>', 'its new title', { reach: 'platform' }),
  flag('--delete-page <page>', 'page to delete, with its subpages'),
  flag('--revert-page <page>', 'page to revert to what it is in main'),
  flag('--revision <revision>', 'with --revert-page: revert to this earlier revision', { reach: 'platform' }),
] as const satisfies readonly Option[];

type EditRun = Run<FlagsOf<typeof EDIT_FLAGS>>;
type Change = Readonly<Record<string, unknown>>;

export const editChangeRequest = command('edit', updateChangeRequestContent, {
  args: ['changeRequestId'],
  columns: ['changes', 'insertedFiles'],
  present: (answer) => ('changes' in answer && 'changeRequest' in answer ? madeEdits(answer) : answer),
  hidden: ['compat'],
  options: EDIT_FLAGS,
  oneOf: ['--changes', '--page', '--delete-page', '--revert-page'],
  uses: [listChangeRequestPages, getChangeRequestPage, listChangeRequestFiles, getSpace],
  target: getChangeRequest,
  foresee: async (run) =>
    (await import('../../../jobs/merge-ready/foreseen.ts')).foreseenClosed(run, 'edited'),
  prepare: readEdits,
  settled: settleEdits,
  run: (run: EditRun, usualSteps) =>
    run.flags.file === undefined ? usualSteps() : withPictures(run, usualSteps),
  ...dangers['changeRequestContent.update'],
  done: 'edited',
  success: async (run) =>
    `made ${plural(edits(run.input.changes).length, 'edit')} to ${await called(run, 'changeRequestId', getChangeRequest)}`,
  check: 'docs cr diff {changeRequestId} --space {spaceId}',
  examples: [
    [
      'Replace a page with a Markdown file',
      'docs cr edit 1 --space Guides --page webhooks --file install.md',
    ],
    ['Make several edits from a file', 'docs cr edit 1 --space Guides --changes @edits.json'],
    [
      'Put a page back as it was in an earlier revision',
      'docs cr edit 1 --space Guides --revert-page webhooks --revision mmPPY5YLNpc3PvV8nfpL --yes',
    ],
    [
      'See what deleting a page would send',
      'docs cr edit 1 --space Guides --delete-page webhooks --yes --dry-run',
    ],
  ],
  notes: `--changes takes a JSON list of up to 50 edits: update_page, insert_page, delete_page, revert_page and insert_files.
Pages in them may be named by ID, title or path, or by the "ref" of an inserted page. Either all edits are made or none.
Pictures in the folder of --file, or below it, are uploaded first.`,
});

/** A word for each edit and file, in place of objects. */
const madeEdits = ({ changes, insertedFiles, ...rest }: ChangeRequestContentUpdate) => ({
  ...rest,
  changes: changes.map(({ object, page }) => `${object} ${typeof page === 'string' ? page : page.id}`),
  ...(insertedFiles && { insertedFiles: insertedFiles.map(({ id }) => id) }),
});

const isChange = (value: unknown): value is Change => typeof value === 'object' && value !== null;
const edits = (changes: unknown): Change[] => (Array.isArray(changes) ? changes.filter(isChange) : []);

/** Throws UsageError where one of these flags is of no use without another. */
function checkEditFlags({ path, flags: { page, file, title, revertPage, revision } }: EditRun): void {
  if (revision !== undefined && revertPage === undefined)
    throw new UsageError('--revision needs --revert-page', {
      hint: `${path} <cr> --revert-page <page> --revision <revision>`,
    });
  const hint = `${path} <cr> --page <page> --file <file>`;
  if (page === undefined && (file !== undefined || title !== undefined))
    throw new UsageError('--page is required', { hint });
  if (page !== undefined && file === undefined && title === undefined)
    throw new UsageError('--page needs --file or --title', { hint });
}

/** The edits that flags say, behind those of --changes. */
async function readEdits(run: EditRun): Promise<void> {
  checkEditFlags(run);
  const { page, file, title, deletePage, revertPage, revision } = run.flags;
  const flagged: Change[] = [];
  if (page !== undefined) {
    const text = file === undefined ? undefined : await textOfFile(run, file);
    flagged.push({
      operation: 'update_page',
      page,
      ...(title !== undefined && { title }),
      ...(text !== undefined && { document: { markdown: text } }),
    });
  }
  if (deletePage !== undefined) flagged.push({ operation: 'delete_page', page: deletePage });
  if (revertPage !== undefined)
    flagged.push({
      operation: 'revert_page',
      page: revertPage,
      ...(revision !== undefined && { revision }),
    });
  if (flagged.length === 0 || ADDED.has(run.input)) return;
  const { changes } = run.input;
  run.input = { ...run.input, changes: [...(Array.isArray(changes) ? changes : []), ...flagged] };
  ADDED.add(run.input);
}

/** Pictures of the file are uploaded before its text, which names them: with these it takes several requests. */
async function withPictures(run: EditRun, usualSteps: () => Promise<void>): Promise<void> {
  const { file = '' } = run.flags;
  const paths = file === '-' ? [] : await localPaths(await textOfFile(run, file));
  const folder = dirname(resolve(run.context.cwd, file));
  if (!paths.some((path) => pictureAt(folder, path))) return usualSteps();
  await readInput(run);
  const { runJob } = await import('../../../engine/plan/job-plan.ts');
  const { changes } = run.input;
  await runJob(run, getChangeRequest, async (about) => {
    const own: EditRun = { ...about, flags: run.flags, input: { ...about.input, changes } };
    const uploads = await nameEdits(own);
    const edit = {
      operation: updateChangeRequestContent,
      input: { ...refIn(own), changes: own.input.changes },
      ...(own.target && { live: own.target }),
    };
    return { rows: [...uploadWishes(own, uploads), edit] };
  });
}

/** One request alone: pictures that it needs were not uploaded. */
async function settleEdits(run: EditRun): Promise<void> {
  const uploads = await nameEdits(run);
  if (uploads.length > 0)
    throw new UsageError('--file shows pictures, which are uploaded to one change request at a time', {
      hint: 'docs pages edit --help',
    });
}

/** The edit of --file: front matter as settings, under what other flags say, and the text with its links resolved. */
async function written(
  run: EditRun,
  change: Change,
): Promise<{ change: Change; uploads: ChangeRequestContentChange[] }> {
  const { document } = change;
  if (run.flags.file === undefined || !isChange(document)) return { change, uploads: [] };
  const pages = await readPages(run);
  const { page, path } = await pageNamed(run, String(change.page), pages);
  const ref = refIn(run);
  const shown = await (await run.client()).call(getChangeRequestPage, {
    ...ref,
    pageId: page.id,
    format: 'markdown',
  });
  const before = ('markdown' in shown && shown.markdown) || '';
  const source = await pageSource(run, {
    file: run.flags.file,
    text: String(document.markdown),
    pages,
    page: { id: page.id, title: page.title, path, ...gitOf(page), before },
    ref,
  });
  return { change: { ...source.settings, ...change, document: source.document }, uploads: source.uploads };
}

/** Inputs that hold what the flags say: it is read again after a question. */
const ADDED = new WeakSet<object>();

/** Names of pages become ids, but for those that the request itself gives. Returns what must be uploaded before. */
async function nameEdits(run: EditRun): Promise<ChangeRequestContentChange[]> {
  const all = edits(run.input.changes);
  const refs = new Set(all.map(({ ref }) => ref).filter((ref) => ref !== undefined));
  const idOf = async (name: unknown) =>
    typeof name === 'string' && !refs.has(name) ? settleOne(run, 'pageId', name) : name;
  const { file, page: wanted } = run.flags;
  // That of the flags is behind those of --changes.
  const fromFile = all.findLast(
    ({ page, document }) => file !== undefined && page === wanted && document !== undefined,
  );
  const changes: Change[] = [];
  const uploads: ChangeRequestContentChange[] = [];
  for (const change of all) {
    // A page that was deleted here is known by its ID alone.
    const { page, into } = change;
    const own = change === fromFile ? await written(run, change) : { change, uploads: [] };
    uploads.push(...own.uploads);
    changes.push({
      ...own.change,
      ...(page !== undefined && {
        page: change.operation === 'revert_page' ? await known(page) : await idOf(page),
      }),
      ...(typeof into === 'string' && { into: await idOf(into) }),
    });
  }
  run.input = { ...run.input, changes };
  return uploads;

  async function known(name: unknown): Promise<unknown> {
    return typeof name === 'string' && /^[\w-]{15,}$/.test(name) ? name : idOf(name);
  }
}
