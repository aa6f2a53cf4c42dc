// One space of a folder: its settings, its table of contents with what each entry leads to, its pages, files and redirects.
import { posix } from 'node:path';
import { isError } from '../errors.ts';
import { normalized } from '../files/texts.ts';
import { readFields } from '../markdown/front-matter.ts';
import { slugBook, slugify } from '../markdown/heading-anchor.ts';
import { isUrl } from '../markdown/link-targets.ts';
import type { FolderEntry, FolderPage, FolderRedirect, FolderSpace, Place } from './folder-space.ts';
import { MOST_PAGE_BYTES, type PageText, readText } from './page.ts';
import {
  asPageOfFolder,
  byDepth,
  folderPages,
  inRepository,
  kindOf,
  slugOfPath,
  titleOfPath,
  VARIABLES,
} from './paths.ts';
import {
  keyPlaces,
  looseMap,
  oldPath,
  parseMap,
  type RepoSettings,
  readMap,
  readSettings,
  SETTINGS,
  settingsOf,
} from './settings.ts';
import type { FolderProblem, FolderSource } from './source.ts';
import { readSummary, type SummaryEntry } from './summary.ts';

export interface SpaceOptions {
  /** Folders of pages of other spaces below this one, which are left to them. */
  others: readonly string[];
  /** Paths in the space of what an export wrote as files: a Markdown file among them is no page. Absent where no export wrote it. */
  files?: ReadonlySet<string> | undefined;
  textOf(file: string, text: string): PageText;
  each?: ((page: FolderPage, text: PageText, space: FolderSpace) => void) | undefined;
}

/** The space at `root`, as far as its settings say. Never throws for what is in the file. */
export async function openSpace(source: FolderSource, root: string): Promise<FolderSpace> {
  const problems: FolderProblem[] = [];
  const { directory, structure, settings, redirects } = await settingsIn(source, root, problems);
  return {
    root,
    directory,
    structure,
    summary: undefined,
    settings,
    pages: [],
    entries: [],
    unlisted: [],
    includes: [],
    files: [],
    redirects,
    variables: {},
    problems,
  };
}

/** Reads everything else of it into the space. Never throws for what is in its files. */
export async function readSpace(
  source: FolderSource,
  space: FolderSpace,
  { others, files, textOf, each }: SpaceOptions,
): Promise<void> {
  const { directory } = space;
  const pages = sortFiles(source, space, { others, files });
  if (source.files.has(inRepository(directory, VARIABLES))) {
    const read = await readText(source, inRepository(directory, VARIABLES));
    if ('text' in read) space.variables = parseMap(read.text) ?? {};
  }
  const drafts =
    space.summary === undefined ? byFolders(space, pages) : await bySummary(source, space, pages);
  if (files && space.summary !== undefined) addUnlisted(drafts, pages);
  const listed = await readPages(source, space, drafts, { textOf, each });
  space.unlisted = [...pages.values()].filter((path) => !listed.has(path));
}

/** Puts each file below the space where it belongs; returns the pages by their path in the space. */
function sortFiles(
  source: FolderSource,
  space: FolderSpace,
  { others, files }: Pick<SpaceOptions, 'others' | 'files'>,
): Map<string, string> {
  const pages = new Map<string, string>();
  const pathOf = pathsIn(space, others);
  const kindIn = (path: string) => (files?.has(path) ? 'file' : kindOf(path, space.structure.summary));
  for (const file of source.files.values()) {
    const path = pathOf(file.path);
    const kind = path === undefined ? undefined : kindIn(path);
    if (path === undefined || kind === undefined) continue;
    if (kind === 'summary') space.summary = file.path;
    else if (kind === 'page') pages.set(path, file.path);
    else if (kind === 'include') space.includes.push(file);
    else if (kind === 'file') space.files.push(file);
  }
  return pages;
}

/** The path in the space of a file that belongs to it. */
function pathsIn(
  { directory, root }: FolderSpace,
  others: readonly string[],
): (path: string) => string | undefined {
  const prefix = directory === '' ? '' : `${directory}/`;
  // Where the pages are in a folder of their own, the platform keeps files and reusable content beside the settings.
  const kept = inRepository(root, '.gitbook/');
  const foreign = others.map((one) => `${one}/`);
  return (path) => {
    if (path.startsWith(kept)) return path.slice(root === '' ? 0 : root.length + 1);
    if (!path.startsWith(prefix) || foreign.some((one) => path.startsWith(one))) return undefined;
    return path.slice(prefix.length);
  };
}

interface Settings extends Pick<FolderSpace, 'directory' | 'structure' | 'settings' | 'redirects'> {}

async function settingsIn(source: FolderSource, root: string, problems: FolderProblem[]): Promise<Settings> {
  const file = inRepository(root, SETTINGS);
  const plain: RepoSettings = readSettings(root, undefined);
  const bare = { directory: plain.directory, structure: plain.structure, redirects: [] };
  if (!source.files.has(file)) return { ...bare, settings: undefined };
  const read = await readText(source, file, MOST_SETTINGS);
  if ('problem' in read) {
    problems.push(read.problem);
    return { ...bare, settings: file };
  }
  const fail = (message: string, line = 1, column = 1) =>
    problems.push({ kind: 'yaml', file, line, column, message });
  // Names in it are compared with those of files.
  const text = normalized(read.text, 'NFC');
  const known = readMap(text);
  // A key that stands twice is named by whoever looks at the redirects: the rest still counts.
  const data = 'data' in known ? known.data : known.code === 'duplicate key' ? looseMap(text) : undefined;
  if ('problem' in known) fail(known.problem, known.line, known.column);
  if (!data) return { ...bare, settings: file };
  let settings = plain;
  try {
    settings = settingsOf(root, { ...data, redirects: undefined });
  } catch (error) {
    const key = isError(error) ? (/: (\w+)/.exec(error.message)?.[1] ?? '') : '';
    const at = keyPlaces(text, []).find((one) => one.key === key);
    fail(
      isError(error) ? error.message.replace(`${SETTINGS}: `, '') : 'cannot be followed',
      at?.line,
      at?.column,
    );
  }
  const { directory, structure } = settings;
  const redirects = keyPlaces(text, ['redirects']).map(({ key, value, line, column }): FolderRedirect => {
    const target = typeof value === 'string' ? value : undefined;
    const path = target === undefined ? undefined : posix.normalize(target.replace(/^(?:\.?\/)+/, ''));
    const to = path === undefined || path.startsWith('../') ? undefined : inRepository(directory, path);
    return { file, line, column, source: key, target, from: oldPath(key), to };
  });
  return { directory, structure, settings: file, redirects };
}

const MOST_SETTINGS = 4 * 1024 * 1024;

/** Reads what the drafts name, and makes pages of them in reading order; returns the files that were listed. */
async function readPages(
  source: FolderSource,
  space: FolderSpace,
  drafts: readonly Draft[],
  { textOf, each }: Pick<SpaceOptions, 'textOf' | 'each'>,
): Promise<Set<string>> {
  const listed = new Set<string>();
  const place = async (draft: Draft, parent: FolderPage | undefined): Promise<void> => {
    const text = draft.file === undefined ? undefined : await pageAt(source, space, draft.file, textOf);
    if (draft.file !== undefined) listed.add(draft.file);
    const page = pageFrom(draft, text, space, parent);
    page.order = space.pages.push(page) - 1;
    if (text) each?.(page, text, space);
    for (const child of draft.children) await place(child, page);
  };
  for (const draft of drafts) await place(draft, undefined);
  nameSlugs(space.pages);
  return listed;
}

async function pageAt(
  source: FolderSource,
  space: FolderSpace,
  file: string,
  textOf: SpaceOptions['textOf'],
): Promise<PageText | undefined> {
  const read = await readText(source, file, MOST_PAGE_BYTES);
  if ('problem' in read) {
    space.problems.push(read.problem);
    return undefined;
  }
  const text = textOf(file, read.text);
  space.problems.push(...text.problems);
  return text;
}

/** Title: front matter, heading at the top, table of contents, any heading, file name. */
function pageFrom(
  draft: Draft,
  text: PageText | undefined,
  { directory }: FolderSpace,
  parent: FolderPage | undefined,
): FolderPage {
  const { kind, file, href, entry } = draft;
  const path = file === undefined ? undefined : file.slice(directory === '' ? 0 : directory.length + 1);
  const settings = text?.settings ?? readFields(draft.meta ?? {}).fields;
  const title =
    text?.topTitle ?? (draft.title || text?.title) ?? (path === undefined ? draft.title : titleOfPath(path));
  const slug = settings.slug ?? (path === undefined ? slugify(title) : slugOfPath(path));
  return {
    kind,
    title,
    order: 0,
    parent,
    slug,
    path: slug,
    settings,
    ...(file !== undefined && { file }),
    ...(href !== undefined && { href }),
    ...(entry && { entry }),
    ...computed(draft),
    ...(draft.title !== '' && draft.title !== title && { menuTitle: draft.title }),
    ...(text && { bodyLine: text.bodyLine }),
  };
}

/** Slugs that a file names itself are given out first: others give way. A page comes after the one it is below. */
function nameSlugs(pages: readonly FolderPage[]): void {
  const families = new Map<FolderPage | undefined, FolderPage[]>();
  for (const page of pages) {
    const family = families.get(page.parent);
    if (family) family.push(page);
    else families.set(page.parent, [page]);
  }
  const isNamed = ({ settings }: FolderPage) => Number(settings.slug !== undefined);
  for (const siblings of families.values()) {
    const unique = slugBook();
    for (const page of siblings.toSorted((a, b) => isNamed(b) - isNamed(a))) page.slug = unique(page.slug);
  }
  for (const page of pages) page.path = page.parent ? `${page.parent.path}/${page.slug}` : page.slug;
}

// The pages of a space before their files are read: as SUMMARY.md lists them, or as the folders lie.

/** A page before its file is read. */
interface Draft {
  kind: FolderPage['kind'];
  /** As the table of contents says; empty where it says nothing. */
  title: string;
  file?: string;
  href?: string;
  entry?: Place;
  meta?: Record<string, unknown>;
  isComputed?: true;
  children: Draft[];
}

const computed = ({ isComputed }: { isComputed?: true }) => isComputed && { isComputed };

const byFolders = ({ structure }: FolderSpace, pages: ReadonlyMap<string, string>): Draft[] =>
  folderPages<Draft>([...pages.keys()], {
    pageOf: (path) => ({ kind: 'document', title: '', file: pages.get(path) ?? path, children: [] }),
    groupOf: (name) => ({ kind: 'group', title: titleOfPath(`${name}.md`), children: [] }),
    readme: structure.readme,
  });

/** Deeper than any platform nests pages. */
const DEEPEST = 100;

async function bySummary(
  source: FolderSource,
  space: FolderSpace,
  pages: ReadonlyMap<string, string>,
): Promise<Draft[]> {
  const file = space.summary ?? '';
  const read = await readText(source, file);
  if ('problem' in read) {
    space.problems.push(read.problem);
    return [];
  }
  const { items, faults } = readSummary(read.text);
  for (const { line, column, problem } of faults)
    space.problems.push({ kind: 'summary', file, line, column, message: problem });
  const used = new Set<string>();
  const draftsOf = (entries: readonly SummaryEntry[], level: number): Draft[] => {
    if (level <= DEEPEST) return entries.flatMap((item) => draftsAt(item, level));
    const [{ line = 1, column = 1 } = {}] = entries;
    if (entries.length > 0)
      space.problems.push({
        kind: 'deep',
        file,
        line,
        column,
        message: `is nested deeper than ${DEEPEST} pages`,
      });
    return [];
  };
  const draftsAt = (item: SummaryEntry, level: number): Draft[] => {
    const { title, href, line, column } = item;
    const at = { file, line, column };
    const { leads, page } = leadsTo(item, space, { source, pages, used });
    space.entries.push({ ...at, title, href, leads });
    if (page !== undefined && leads === 'page') used.add(page);
    const children = draftsOf(item.children, level + 1);
    const kind = leads === 'page' ? 'document' : leads === 'group' || leads === 'missing' ? 'group' : 'link';
    // The file is missing: the item is worth a heading for its children, and nothing without them.
    if (leads === 'missing' && children.length === 0) return [];
    return [
      {
        kind,
        title,
        entry: at,
        children,
        ...(leads === 'page' && page !== undefined && { file: page }),
        ...(kind === 'link' && href !== undefined && { href }),
        ...(item.meta && { meta: item.meta }),
        ...computed(item),
      },
    ];
  };
  return draftsOf(items, 1);
}

/** What docs push sends of an export beside what SUMMARY.md lists: last below the page or group of their folder. */
function addUnlisted(drafts: Draft[], pages: ReadonlyMap<string, string>): void {
  const paths = new Map([...pages].map(([path, file]) => [file, path]));
  const parents = new Map<string, Draft>();
  const listed = new Set<string>();
  const note = (draft: Draft, above?: Draft) => {
    const path = paths.get(draft.file ?? '');
    if (path !== undefined) {
      listed.add(path);
      const folder = posix.dirname(asPageOfFolder(path));
      if (above && !parents.has(folder)) parents.set(folder, above);
      parents.set(asPageOfFolder(path).replace(/\.\w+$/, ''), draft);
    }
    for (const child of draft.children) note(child, draft);
  };
  for (const draft of drafts) note(draft);
  for (const path of byDepth(pages.keys())) {
    if (listed.has(path) || path.startsWith('_change-requests/')) continue;
    const draft: Draft = { kind: 'document', title: '', file: pages.get(path) ?? path, children: [] };
    const folder = posix.dirname(asPageOfFolder(path));
    (parents.get(folder)?.children ?? drafts).push(draft);
    note(draft);
  }
}

interface Looking {
  source: FolderSource;
  /** By path in the space. */
  pages: ReadonlyMap<string, string>;
  used: ReadonlySet<string>;
}

function leadsTo(
  { href, meta }: SummaryEntry,
  { directory }: FolderSpace,
  { source, pages, used }: Looking,
): { leads: FolderEntry['leads']; page?: string } {
  if (href === undefined) return { leads: meta?.type === 'link' ? 'url' : 'group' };
  if (isUrl(href)) return { leads: 'url' };
  const clean = normalized(href, 'NFC').replace(/^(?:\.?\/)+/, '');
  // A file may be called `a#b.md`: only what is not a file is split at its anchor.
  const hash = pages.has(clean) ? -1 : clean.indexOf('#');
  const path = hash < 0 ? clean : clean.slice(0, hash);
  const page = pages.get(path);
  if (page !== undefined && hash >= 0) return { leads: 'anchor', page };
  if (page !== undefined) return { leads: used.has(page) ? 'again' : 'page', page };
  const file = inRepository(directory, path);
  return { leads: source.files.has(file) && kindOf(path) === 'file' ? 'file' : 'missing' };
}
