// docs pages edit and create: the text of a page of a change request.
import { listChangeRequestFiles } from '../../api/content/files.ts';
import { getChangeRequestPage } from '../../api/content/pages.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import { differences } from '../../domain/content/content-change.ts';
import { childrenOf } from '../../domain/content/page-place.ts';
import { arg } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, seeHelp } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { slugify } from '../../markdown/heading-anchor.ts';
import { refuseAll } from '../push/local-pages.ts';
import { PLACE_FLAGS, placeOf, sayIfTaken, siblingsIn } from './move-page.ts';
import { SETTINGS, type SettingFault, settingFault } from './page-file.ts';
import {
  type FromFile,
  keepingText,
  pageSource,
  textFromEditor,
  textOfFile,
  uploadWishes,
} from './page-source.ts';
import {
  EDIT_OPERATIONS,
  editOf,
  gitOf,
  PAGES_AHEAD,
  pageNamed,
  previewOf,
  readPages,
  refIn,
} from './page-wish.ts';

const TEXT_FLAGS = [
  flag('--file <file>', 'Markdown file, or - for stdin (default: your editor)'),
  flag('--description <text>', 'description below the title', { reach: 'platform' }),
  flag('--slug <slug>', 'last part of its path'),
] as const;
const TITLE_FLAG = flag('--title <text>', 'new title', { reach: 'platform' });
const EDIT_FLAGS = [...TEXT_FLAGS, TITLE_FLAG] as const;
const CREATE_FLAGS = [...TEXT_FLAGS, ...PLACE_FLAGS] as const;

type EditRun = Run<FlagsOf<typeof EDIT_FLAGS>>;
type CreateRun = Run<FlagsOf<typeof CREATE_FLAGS>>;

export const editPage = keepingText(
  job('edit', getChangeRequest, {
    summary: 'Edit a page of a change request',
    args: [arg('page')],
    options: EDIT_FLAGS,
    uses: [...EDIT_OPERATIONS, getChangeRequestPage, listChangeRequestFiles],
    danger: 'mild',
    examples: [
      ['Replace the text of a page', 'docs pages edit webhooks --space Guides --cr 1 --file install.md'],
      [
        'See the difference first',
        'docs pages edit webhooks --space Guides --cr 1 --file install.md --dry-run',
      ],
      ['Rename a page', 'docs pages edit webhooks --space Guides --cr 1 --title Events'],
    ],
    notes: `Front matter of the file is settings, never text: title, slug, description, emoji, icon, hidden, and what an export notes;
other keys are left out and named. Paths of pages and files become references to them; a path that leads nowhere is refused
with its line. Pictures in the folder of the file, or below it, are uploaded. Without --file or another field, opens the text in
VISUAL or EDITOR. If it is not changed, nothing is sent; if it cannot be sent, it is kept in a file. main stays as it is until
the change request is merged.`,
    ahead: PAGES_AHEAD,
    wishes: editWishes,
  }),
);

/** A line end at the end of a text is nothing that anybody wrote. */
const isSameText = (a: string, b: string) => a.trimEnd() === b.trimEnd();

async function editWishes(run: EditRun): Promise<Wishes> {
  const { file, title, slug, description } = run.flags;
  const pages = await readPages(run);
  const { page, path, siblings } = await pageNamed(run, run.args.page ?? '', pages);
  const flags = { title, slug, description };
  const isText = file !== undefined || Object.values(flags).every((value) => value === undefined);
  const before = await textOf(run, page.id, isText);
  if (isText && page.type !== 'document')
    throw new ConflictError(`page "${page.title}" is of type ${page.type}: it has no text to edit`, {
      hint: shell`${run.path.split(' ')} ${page.id} --help`,
    });
  const written = isText
    ? await writtenText(run, file, { name: nameOf(path), text: before.markdown })
    : undefined;
  const { name, settings, markdown, document, uploads, faults } =
    written === undefined || written.text === before.markdown
      ? plainText(before.markdown)
      : await pageSource(run, {
          ...written,
          pages,
          page: { id: page.id, title: page.title, path, ...gitOf(page), before: before.markdown },
          ref: refIn(run),
        });
  const changed = changedIn({ ...settings, ...given(flags) }, before.page);
  refuseWrong(run, { name, faults }, Object.fromEntries(changed));
  const isChanged = isText && !isSameText(before.markdown, markdown);
  if (!isChanged && changed.length === 0) return { rows: [], unchanged: 1 };
  const change = {
    operation: 'update_page' as const,
    page: page.id,
    ...Object.fromEntries(changed),
    ...(isChanged && { document }),
  };
  const shown = Object.fromEntries(changed);
  sayIfTaken(run, siblings, shown.slug, page.id);
  const newTitle = typeof shown.title === 'string' ? shown.title : page.title;
  const preview = {
    id: page.id,
    path,
    title: newTitle,
    before: before.markdown,
    after: markdown,
    attributes: differences(
      Object.fromEntries(changed.map(([name]) => [name, Reflect.get(before.page, name)])),
      shown,
    ),
  };
  return {
    rows: [...uploadWishes(run, uploads), editOf(run, change)],
    preview: await previewOf(run, [preview]),
  };
}

/** From the file of --file, else from the editor, which begins with this text. */
const writtenText = async (
  run: EditRun | CreateRun,
  file: string | undefined,
  begin: { name: string; text: string },
): Promise<FromFile> =>
  file === undefined ? textFromEditor(run, begin) : { file, text: await textOfFile(run, file) };

const plainText = (markdown: string) =>
  ({ name: '', settings: {}, markdown, document: { markdown }, uploads: [], faults: [] }) as const;

/** Throws UsageError for what no page can have, before a picture is uploaded: by its flag, or its line of the file. */
function refuseWrong(
  { flags, path }: EditRun | CreateRun,
  { name, faults }: { name: string; faults: readonly SettingFault[] },
  sent: Readonly<Record<string, unknown>>,
): void {
  const typed: Readonly<Record<string, unknown>> = flags;
  for (const key of SETTINGS) {
    const fault = key in sent ? settingFault(key, typed[key]) : undefined;
    if (fault !== undefined) throw seeHelp(path, `--${key} ${fault}`);
  }
  const read = faults.filter(({ key }) => key in sent && typed[key] === undefined);
  refuseAll(read.map(({ line, message }) => `${name}:${line}: ${message}`));
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? 'page';

/** Flags that were given: they win over the front matter of a file. */
const given = (flags: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));

/** What the page does not have already; no description and an empty one are the same. */
const changedIn = (wanted: Readonly<Record<string, unknown>>, page: Readonly<Record<string, unknown>>) =>
  Object.entries(wanted).filter(([name, value]) => (value || '') !== (page[name] || ''));

/** What can be edited of a page, as it is in the change request. */
async function textOf(run: Run, pageId: string, isText: boolean) {
  const client = await run.client();
  const page = await client.call(getChangeRequestPage, {
    ...refIn(run),
    pageId,
    ...(isText && { format: 'markdown' }),
  });
  // Safe: fields are compared by their names, whichever kind of page has them.
  return {
    markdown: ('markdown' in page && page.markdown) || '',
    page: page as Readonly<Record<string, unknown>>,
  };
}

export const createPage = keepingText(
  job('create', getChangeRequest, {
    summary: 'Create a page in a change request',
    args: [arg('title')],
    options: CREATE_FLAGS,
    uses: [...EDIT_OPERATIONS, listChangeRequestFiles],
    danger: 'mild',
    examples: [
      ['Create a page from a file', 'docs pages create Refunds --space Guides --cr 1 --file install.md'],
      [
        'Put it below another page',
        'docs pages create Refunds --space Guides --cr 1 --into shipments --file install.md',
      ],
      [
        'Put it after another page',
        'docs pages create Refunds --space Guides --cr 1 --after webhooks --file install.md',
      ],
    ],
    notes:
      'Without --file, opens an empty page in VISUAL or EDITOR. Without a place, it is the last of the top level.',
    ahead: PAGES_AHEAD,
    wishes: createWishes,
  }),
);

async function createWishes(run: CreateRun): Promise<Wishes> {
  const { file, ...flags } = run.flags;
  const title = run.args.title ?? '';
  const pages = await readPages(run);
  const place = await placeOf(run, pages);
  const parent = place?.into == null ? undefined : placedPath(pages, place.into);
  const below = parent === undefined ? [] : [parent];
  const { name, settings, markdown, document, uploads, faults } = await pageSource(run, {
    ...(await writtenText(run, file, { name: title, text: '' })),
    pages,
    path: [...below, title].join('/'),
    title,
    ref: refIn(run),
  });
  if (file === undefined && markdown.trim() === '') return { rows: [] };
  const own = given({ slug: flags.slug, description: flags.description });
  refuseWrong(run, { name, faults }, { ...settings, ...own });
  const change = {
    operation: 'insert_page' as const,
    ...settings,
    ...own,
    title,
    ...(place?.into != null && { into: place.into }),
    ...(place?.at !== undefined && { at: place.at }),
    document,
  };
  // Safe: settings of a page and flags, by their names.
  const { title: _, slug = slugify(title), ...fields } = { ...settings, ...own } as Record<string, unknown>;
  sayIfTaken(run, siblingsIn(pages, place?.into ?? null), slug);
  return {
    rows: [...uploadWishes(run, uploads), editOf(run, change)],
    preview: await previewOf(run, [
      {
        id: '',
        title,
        path: [...below, slug].join('/'),
        before: '',
        after: markdown,
        attributes: differences({}, fields),
        change: 'added',
      },
    ]),
  };
}

function placedPath(pages: Awaited<ReturnType<typeof readPages>>, id: string): string | undefined {
  for (const page of pages) {
    if (page.id === id) return 'path' in page ? page.path : page.title;
    const found = placedPath(childrenOf(page), id);
    if (found !== undefined) return found;
  }
  return undefined;
}
