// What an export holds of one space, as a restore needs it: its pages in reading order, files, comments and settings.
import { createHash } from 'node:crypto';
import type { Page } from '../../api/content/content-shapes.ts';
import { UsageError } from '../../errors.ts';
import { boundedJson, jsonProblem } from '../../files/json-file.ts';
import { isRecord } from '../../files/texts.ts';
import { readYaml } from '../../files/yaml-text.ts';
import { type FileEntry, firstTwice, type SpaceEntry } from '../../folder/manifest.ts';
import { parseSummary, type SummaryItem } from '../../folder/summary.ts';
import { type BackupChangeRequest, DATA, parseChangeRequest } from '../export/change-request-backup.ts';
import { asWritten, type ExportFolder } from '../export/folder.ts';
import { withoutCarriageReturns } from '../export/page-file.ts';
import {
  COMMENTS,
  CONTENT_SETTINGS,
  PAGE_SETTINGS,
  placePages,
  SPACE_SETTINGS,
  SUMMARY,
} from '../export/page-paths.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A page as it was, and where its text is. */
export interface BackupPage {
  /** The ID it had; pages without a file have none where settings were not exported. */
  id: string;
  title: string;
  type: string;
  /** Place in the list of the page it is below; undefined at the top. */
  parent: number | undefined;
  path: string;
  /** Everything that the export tells of it. */
  fields: Fields;
  /** Path of its file below the folder of the space. */
  file?: string;
}

export interface BackupFile {
  id: string;
  name: string;
  path: string;
  size: number;
  sha256: string;
}

export interface BackupSpace {
  entry: SpaceEntry;
  /** In reading order: a page comes after the one it is below. */
  pages: BackupPage[];
  files: BackupFile[];
  /** Comments with their replies, oldest first. */
  comments: Fields[];
  /** Those that were open, oldest first. */
  changeRequests: BackupChangeRequest[];
  /** Its settings; empty where they were not exported. */
  settings: Fields;
  /** Variables of the space; empty where they were not exported. */
  variables: Fields;
  /** Titles of its reusable content, the text of which no host tells. */
  reusable: string[];
  /** The text of a page, without front matter. */
  text(page: BackupPage): Promise<string>;
  /** What the front matter of its file says. */
  front(page: BackupPage): Promise<Fields>;
  bytes(file: Pick<BackupFile, 'path'>): Promise<Uint8Array>;
}

/** Reads a space of an export. Throws UsageError `BACKUP_DAMAGED` for a file that cannot be what an export wrote. */
export async function readSpace(folder: ExportFolder, entry: SpaceEntry): Promise<BackupSpace> {
  const has = new Map(entry.files.map((file) => [file.path, file]));
  const read = async (path: string): Promise<Uint8Array> => {
    const bytes = await folder.read(`${entry.folder}/${path}`);
    if (!bytes) throw damaged(`${entry.folder}/${path}`, 'is not there');
    return asWritten(bytes, has.get(path));
  };
  // A page that an editor wrote has line ends of its own, and may begin with a mark.
  const text = async (path: string) =>
    withoutCarriageReturns(Buffer.from(await read(path)).toString()).replace(/^\uFEFF/, '');
  const json = async (path: string): Promise<unknown> =>
    has.has(path) ? jsonOf(await text(path), `${entry.folder}/${path}`) : undefined;
  const tree = await json(PAGE_SETTINGS);
  const settings = await json(SPACE_SETTINGS);
  const more: Fields = Object(await json(CONTENT_SETTINGS));
  const comments = has.has(COMMENTS) ? linesOf(await text(COMMENTS), `${entry.folder}/${COMMENTS}`) : [];
  return {
    entry,
    pages: await pagesOf(entry, tree, text),
    files: filesOf(entry),
    comments,
    changeRequests: await requestsOf(entry, json),
    settings: isRecord(settings) ? settings : {},
    variables: isRecord(more.variables) ? more.variables : {},
    reusable: Array.isArray(more.reusableContents)
      ? more.reusableContents.map((one) => String(Object(one).title))
      : [],
    text: async ({ file }) =>
      file === undefined || !has.has(file) ? '' : partsOf(await text(file)).markdown,
    front: async ({ file }) =>
      file === undefined || !has.has(file) ? {} : frontOf(entry, file, await text(file)),
    bytes: ({ path }) => read(path),
  };
}

/** Throws UsageError `BACKUP_DAMAGED`. */
export function jsonOf(text: string, path: string): unknown {
  try {
    return boundedJson(text);
  } catch {
    throw damaged(path, jsonProblem(text));
  }
}

/** A page file in its two parts. */
function partsOf(text: string): { front: string; markdown: string } {
  const end = text.indexOf('\n---\n', 3);
  if (!text.startsWith('---\n') || end === -1) return { front: '', markdown: text };
  return { front: text.slice(4, end + 1), markdown: text.slice(end + 5).replace(/^\n/, '') };
}

async function frontOf({ folder }: SpaceEntry, file: string, text: string): Promise<Fields> {
  const read = await readYaml(partsOf(text).front, { stringKeys: true, maxAliasCount: 50 });
  if (!('value' in read))
    throw damaged(`${folder}/${file}`, `has front matter that cannot be read: ${read.problem}`);
  return isRecord(read.value) ? read.value : {};
}

async function pagesOf(
  entry: SpaceEntry,
  tree: unknown,
  text: (path: string) => Promise<string>,
): Promise<BackupPage[]> {
  if (tree === undefined) return fromFiles(entry, text);
  if (!isTree(tree)) throw damaged(`${entry.folder}/${PAGE_SETTINGS}`, 'is not a list of pages');
  return fromTree(tree, entry);
}

/** Deeper than any host nests them. */
const DEEPEST = 100;

/** What is read of a page has the type that is relied on. */
const isTree = (value: unknown, depth = 0): value is Page[] =>
  depth < DEEPEST &&
  Array.isArray(value) &&
  value.every(
    (page) =>
      isRecord(page) &&
      ['id', 'title', 'type'].every((name) => typeof page[name] === 'string') &&
      ['slug', 'path'].every((name) => page[name] === undefined || typeof page[name] === 'string') &&
      (page.pages === undefined || isTree(page.pages, depth + 1)),
  );

const filesOf = ({ files }: SpaceEntry): BackupFile[] =>
  files
    .filter(({ kind }) => kind === 'file')
    .map(({ id = '', path, size, sha256 }) => ({
      id,
      path,
      size,
      sha256,
      name: path.split('/').at(-1) ?? path,
    }));

async function requestsOf(
  { files, folder }: SpaceEntry,
  json: (path: string) => Promise<unknown>,
): Promise<BackupChangeRequest[]> {
  const found: BackupChangeRequest[] = [];
  for (const { kind, path } of files)
    if (kind === 'change-request' && path.endsWith(`/${DATA}`))
      found.push(parseChangeRequest(await json(path), `${folder}/${path}`));
  const twice = firstTwice(found.map(({ id }) => id));
  if (twice !== undefined) throw damaged(folder, `has two change requests with the ID "${twice}"`);
  return found.sort((a, b) => a.number - b.number);
}

function linesOf(text: string, path: string): Fields[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      try {
        return Object(boundedJson(line));
      } catch {
        throw damaged(path, 'has a line that is not JSON');
      }
    });
}

/** With settings: the whole tree is there. */
function fromTree(tree: readonly Page[], { files }: SpaceEntry): BackupPage[] {
  const above: number[] = [];
  const paths: string[] = [];
  return placePages(tree, files).map(({ page, depth, path: file }, at) => {
    above[depth] = at;
    const { pages: _, ...fields } = { pages: undefined, ...page };
    const parent = depth === 0 ? undefined : above[depth - 1];
    const slug = 'slug' in page ? page.slug : page.title;
    const path =
      'path' in page ? page.path : [...(parent === undefined ? [] : [paths[parent]]), slug].join('/');
    paths[at] = path;
    return {
      id: page.id,
      title: page.title,
      type: page.type,
      parent,
      path,
      fields,
      ...(file !== undefined && { file }),
    };
  });
}

/** Without: front matter tells of each page, the table of contents of their order and of what is above them. */
async function fromFiles(entry: SpaceEntry, text: (path: string) => Promise<string>): Promise<BackupPage[]> {
  const files = new Map(entry.files.map((file) => [file.path, file]));
  const pages: BackupPage[] = [];
  const listed = new Set<FileEntry>();
  const add = async (items: readonly SummaryItem[], parent?: number): Promise<void> => {
    for (const item of items) {
      const file = files.get(item.href ?? '');
      const isPage = file?.kind === 'page' && !listed.has(file);
      const front = isPage ? await frontOf(entry, file.path, await text(file.path)) : {};
      if (isPage) listed.add(file);
      pages.push(isPage ? pageOf(item, file, front, parent) : withoutFile(item, files, parent));
      await add(item.children, pages.length - 1);
    }
  };
  const asItem = ({ path }: FileEntry) => ({ title: path, href: path, children: [] });
  await add(
    files.has(SUMMARY)
      ? parseSummary(await text(SUMMARY))
      : entry.files.filter(({ kind }) => kind === 'page').map(asItem),
  );
  nameGroups(pages);
  return pages;
}

/** No file holds the slug of a group: the paths of the pages below it do. */
function nameGroups(pages: readonly BackupPage[]): void {
  const known = new Set(pages.filter(({ file }) => file !== undefined));
  for (const page of pages.toReversed()) {
    const group = page.parent === undefined ? undefined : pages[page.parent];
    const [slug, ...above] = page.path.split('/').slice(0, -1).reverse();
    if (group?.type !== 'group' || !known.has(page) || slug === undefined) continue;
    group.path = [...above.reverse(), slug].join('/');
    group.fields = { ...group.fields, slug };
    known.add(group);
  }
}

const pageOf = (
  { title: label }: SummaryItem,
  { id = '', path: file }: FileEntry,
  front: Fields,
  parent: number | undefined,
): BackupPage => {
  const title = typeof front.title === 'string' ? front.title : label;
  const path = typeof front.path === 'string' ? front.path : title;
  return { id, title, type: String(front.type ?? 'document'), parent, path, fields: front, file };
};

/** What has no file is a group, or a link: to an address, to a file, or to a page that has its own entry. */
function withoutFile(
  { title, href, meta }: SummaryItem,
  files: ReadonlyMap<string, FileEntry>,
  parent: number | undefined,
): BackupPage {
  const [path = '', anchor] = href?.split(/#(.*)/s) ?? [];
  const { id, kind } = files.get(href ?? '') ?? files.get(path) ?? {};
  const toPage = anchor === undefined ? { kind: 'page', page: id } : { kind: 'anchor', page: id, anchor };
  const target = kind === 'file' ? { kind, file: id } : toPage;
  const fields = href === undefined ? { ...meta } : id === undefined ? { href } : { target };
  return { id: '', title, type: href === undefined ? 'group' : 'link', parent, path: title, fields };
}

export const damaged = (path: string, why: string): UsageError =>
  new UsageError(`${path} ${why}`, { code: 'BACKUP_DAMAGED', hint: 'docs export verify --help' });

// Files of a backup that somebody changed on purpose: they count as they are now.

/** Whether a name of a page or file means this path: with or without the folder of the space, and `.md`. */
export const isNamed = (names: readonly string[], { folder }: SpaceEntry, path: string): boolean =>
  names.some((name) => [path, `${folder}/${path}`].some((one) => one === name || one === `${name}.md`));

/** The entry with pages and files that are named as they are in the folder; a file that is gone is left out. */
export async function withAccepted(
  folder: ExportFolder,
  entry: SpaceEntry,
  names: readonly string[],
): Promise<SpaceEntry> {
  if (names.length === 0) return entry;
  const files: FileEntry[] = [];
  for (const file of entry.files) {
    const isAccepted = (file.kind === 'page' || file.kind === 'file') && isNamed(names, entry, file.path);
    const bytes = isAccepted ? await folder.read(`${entry.folder}/${file.path}`) : undefined;
    if (bytes)
      files.push({ ...file, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    else if (!isAccepted) files.push(file);
  }
  return { ...entry, files };
}

const TEXTS = ['slug', 'emoji', 'icon', 'description', 'condition'] as const;

/** Pages that are named take what the front matter of their file says now. */
export async function takeFronts(backup: BackupSpace, names: readonly string[]): Promise<void> {
  for (const [at, page] of backup.pages.entries()) {
    if (page.file === undefined || !isNamed(names, backup.entry, page.file)) continue;
    backup.pages[at] = withFront(page, await backup.front(page));
  }
}

function withFront(page: BackupPage, front: Readonly<Record<string, unknown>>): BackupPage {
  const texts = TEXTS.flatMap((name) => (typeof front[name] === 'string' ? [[name, front[name]]] : []));
  return {
    ...page,
    ...(typeof front.title === 'string' && { title: front.title }),
    fields: { ...page.fields, ...Object.fromEntries(texts) },
  };
}
