// The pages of a folder that was exported: which of them are as they were written, which were edited, made or deleted.

import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, resolve } from 'node:path';
import type { Page } from '../../api/content/content-shapes.ts';
import type { Context } from '../../context.ts';
import { ConfigError, NotFoundError, UsageError } from '../../errors.ts';
import { nameKey } from '../../files/safe-path.ts';
import { shell } from '../../files/shell-word.ts';
import { areTexts, markerLine, markerLineOfPage } from '../../files/texts.ts';
import {
  type FileEntry,
  MANIFEST,
  type Manifest,
  parseManifest,
  type SpaceEntry,
} from '../../folder/manifest.ts';
import { readText } from '../../folder/page.ts';
import { slugOfPath } from '../../folder/paths.ts';
import { diskSource, type FolderSource, requireFolder } from '../../folder/source.ts';
import { takeTitle } from '../../markdown/page-title.ts';
import { hashOf, withoutCarriageReturns } from '../export/page-file.ts';
import { placePages, SUMMARY } from '../export/page-paths.ts';
import { type PageFile, readPageFile } from '../page-edits/page-file.ts';

/** A page file that is not as the export wrote it, or that the export did not write. */
export interface EditedFile extends Omit<PageFile, 'id'> {
  /** Below the folder of the space. */
  file: string;
  /** The page that it is; undefined for a new one. */
  id: string | undefined;
  /** SHA-256 of the file. */
  sha256: string;
  /** Of the file in git. */
  oid: string;
  /** How many lines stand above the text. */
  above: number;
  /** SHA-256 of the text that the export wrote, where it kept that. */
  wasBody: string | undefined;
}

export interface LocalPages {
  /** In the order of their paths. */
  edited: EditedFile[];
  /** Files that are as they were written, by their path, with the ID of their page. */
  unchanged: ReadonlyMap<string, string>;
  /** IDs of pages by the paths of their files: those that are here, then those that the export knows. */
  idOf: (file: string) => string | undefined;
  /** Pages whose files are gone, by ID. */
  missing: ReadonlyMap<string, string>;
  /** SUMMARY.md, where it is not as it was written. */
  summary: string | undefined;
  /** New files, in the order in which their pages are made, once that is known. */
  made?: readonly string[];
  /** Files whose pages have another text once they are sent, once that is known. */
  apart?: ReadonlySet<string>;
  /** What people should know, and nothing is done about. */
  notes: string[];
}

interface Reading {
  source: FolderSource;
  entry: SpaceEntry;
  /** The pages of the revision that was exported. */
  base: readonly Page[];
  /** IDs of all pages that the space has now. */
  now: ReadonlySet<string>;
  /** The page that was made of a new file since the export, if any. */
  made: MadeSince;
}

/** Takes the path of a new file, and what it says of itself. */
export type MadeSince = (file: string, settings: PageFile['settings']) => string | undefined;

/** Throws UsageError with all that cannot be read: the first with its line, the others counted. */
export async function readLocalPages(reading: Reading): Promise<LocalPages> {
  const { source, entry, base, now, made } = reading;
  const placed = new Map(
    placePages(base, entry.files).flatMap(({ page, path }) => (path ? [[path, page.id]] : [])),
  );
  const entries = new Map(entry.files.filter(({ kind }) => kind === 'page').map((one) => [one.path, one]));
  const ids = new Set([...placed.values(), ...now]);
  const unchanged = new Map<string, string>();
  const edited: EditedFile[] = [];
  const problems: string[] = [];
  const notes: string[] = [];
  for (const file of pageFiles(source, entry.folder)) {
    const written = entries.get(file);
    const read = await readText(source, `${entry.folder}/${file}`);
    if ('problem' in read)
      problems.push(`${entry.folder}/${file}:${read.problem.line}: ${read.problem.message}`);
    else if (written?.id !== undefined && hashOf(read.text) === written.sha256)
      unchanged.set(file, written.id);
    else {
      const known = { file, folder: entry.folder, written, known: ids, now, made, notes };
      const one = await collecting(problems, async () => readEdited(read.text, known));
      if (one) edited.push(one);
    }
  }
  const taken = takenBy(edited, unchanged);
  refuseAll([...problems, ...doubles(taken)]);
  const missing = new Map(
    [...entries.values()].flatMap(({ id, path }) => (id === undefined || taken.has(id) ? [] : [[id, path]])),
  );
  const own = new Map([
    ...unchanged,
    ...edited.flatMap(({ file, id }) => (id === undefined ? [] : [[file, id] as const])),
  ]);
  const summary = await editedSummary(source, entry);
  notes.push(...renamed(edited, entry, summary !== undefined), ...movedFolders([...own], entry));
  const isNew = new Set(edited.filter(({ id }) => id === undefined).map(({ file }) => file));
  return {
    edited,
    unchanged,
    missing,
    notes,
    idOf: (file) => own.get(file) ?? (isNew.has(file) ? undefined : placed.get(file)),
    summary,
  };
}

const doubles = (taken: ReadonlyMap<string, readonly string[]>): string[] =>
  [...taken]
    .filter(([, files]) => files.length > 1)
    .map(
      ([id, files]) =>
        `${files.join(' and ')} have the same id "${id}": delete the one that is not to be there, or the line "id" of the one that is new`,
    );

/** Page files below the folder of the space: nothing hidden, nothing that the export keeps for itself. */
const pageFiles = (source: FolderSource, folder: string): string[] =>
  [...source.files.keys()]
    .filter((path) => path.startsWith(`${folder}/`) && /\.(?:md|markdown)$/i.test(path))
    .map((path) => path.slice(folder.length + 1))
    .filter(
      (path) =>
        path !== SUMMARY && !path.split('/').some((part) => /^(?:\.|_files$|_change-requests$)/.test(part)),
    );

interface Known {
  file: string;
  folder: string;
  written: FileEntry | undefined;
  known: ReadonlySet<string>;
  now: ReadonlySet<string>;
  made: MadeSince;
  notes: string[];
}

/** The page that a file is: by the ID that it notes, else by its path. */
function ownOf(
  { id, settings }: PageFile,
  { file, written, known, now, made }: Pick<Known, 'file' | 'written' | 'known' | 'now' | 'made'>,
): string | undefined {
  if (id === undefined) return written?.id;
  if (now.has(id)) return id;
  // A page that was deleted there, and sent again, has another ID since.
  if (written?.id !== undefined && now.has(written.id)) return written.id;
  return made(file, settings) ?? (known.has(id) ? id : undefined);
}

function readEdited(text: string, { file, folder, written, known, now, made, notes }: Known): EditedFile {
  const name = `${folder}/${file}`;
  const plain = withoutCarriageReturns(text);
  const exported = readPageFile(plain, name, { hasTitle: false });
  const own = ownOf(exported, { file, written, known, now, made });
  // An export notes the ID: a page without one is a file of somebody's own, whose heading is its title.
  const page = exported.id === undefined || own === undefined ? asNew(plain, name) : exported;
  const id = own ?? made(file, page.settings);
  if (exported.id !== undefined && id === undefined)
    notes.push(`${name}: the space has no page with id "${exported.id}", so it is sent as a new page`);
  return {
    ...page,
    file,
    id,
    sha256: hashOf(text),
    oid: createHash('sha1')
      .update(`blob ${Buffer.byteLength(plain)}\0${plain}`)
      .digest('hex'),
    above: plain.slice(0, plain.length - page.markdown.length).split('\n').length - 1,
    wasBody: written?.id === id ? written?.body : undefined,
  };
}

/** Of a new page: its title is that of the front matter, else the heading at its top. */
function asNew(text: string, name: string): PageFile {
  const page = readPageFile(text, name);
  if (page.settings.title !== undefined) return page;
  const { title, markdown } = takeTitle(page.markdown);
  return title === undefined ? page : { ...page, markdown, settings: { ...page.settings, title } };
}

/** The name of a file is no setting of its page: what a renamed file leaves as it was, and where that is changed. */
function renamed(edited: readonly EditedFile[], { files, folder }: SpaceEntry, isOrdered: boolean): string[] {
  const pathOf = new Map(files.flatMap(({ id, path, kind }) => (kind === 'page' && id ? [[id, path]] : [])));
  return edited.flatMap(({ id = '', file, settings: { slug } }) => {
    const was = pathOf.get(id);
    if (was === undefined || was === file) return [];
    const keepsSlug = slugOfPath(was) !== slugOfPath(file) && (slug ?? slugOfPath(was)) === slugOfPath(was);
    const ways = [
      ...(keepsSlug ? ['its URL stays until "slug" in its front matter changes'] : []),
      ...(!isOrdered && posix.dirname(was) !== posix.dirname(file)
        ? [`its place stays until its line in ${SUMMARY} moves`]
        : []),
    ];
    return ways.length === 0 ? [] : [`${folder}/${file} is the page of ${was}: ${ways.join(', and ')}`];
  });
}

/** A folder has another name now, and its pages do not: what they are below keeps its slug. */
function movedFolders(own: readonly (readonly [file: string, id: string])[], { files, folder }: SpaceEntry) {
  const pages = files.filter(({ kind, id }) => kind === 'page' && id !== undefined);
  const before = new Set(pages.map(({ path }) => posix.dirname(path)));
  const now = new Set(own.map(([file]) => posix.dirname(file)));
  const fileOf = new Map(own.map(([file, id]) => [id, file]));
  const moved = pages.flatMap(({ id = '', path }) => {
    const was = posix.dirname(path);
    const is = posix.dirname(fileOf.get(id) ?? path);
    const isMoved = !now.has(was) && !before.has(is) && posix.basename(was) !== posix.basename(is);
    return isMoved ? [`${folder}/${is} has the pages of ${was}: their URLs stay`] : [];
  });
  return new Set(moved);
}

function takenBy(
  edited: readonly EditedFile[],
  unchanged: ReadonlyMap<string, string>,
): Map<string, string[]> {
  const taken = new Map<string, string[]>();
  const add = (id: string | undefined, file: string) => {
    if (id !== undefined) taken.set(id, [...(taken.get(id) ?? []), file]);
  };
  for (const [file, id] of unchanged) add(id, file);
  for (const { file, id } of edited) add(id, file);
  return taken;
}

async function editedSummary(
  source: FolderSource,
  { folder, files }: SpaceEntry,
): Promise<string | undefined> {
  const path = `${folder}/${SUMMARY}`;
  if (!source.files.has(path)) return undefined;
  const read = await readText(source, path);
  if ('problem' in read) throw new UsageError(`${path}:${read.problem.line}: ${read.problem.message}`);
  const text = withoutCarriageReturns(read.text);
  const written = files.find(({ kind }) => kind === 'summary');
  return hashOf(text) === written?.sha256 ? undefined : text;
}

/**
 * Throws UsageError for a merge that is not finished. A page may show its markers as code, or as the text that it had
 * `before`.
 */
export async function refuseMarker(
  { file, markdown, above }: Pick<EditedFile, 'file' | 'markdown' | 'above'>,
  { folder, before }: { folder: string; before?: () => Promise<string> },
): Promise<void> {
  const line = before ? markerLine(markdown) : markerLineOfPage(markdown);
  if (line === undefined || (before && markerLine(await before()) !== undefined)) return;
  throw new UsageError(`${folder}/${file}:${above + line}: a conflict marker is left`);
}

/** The Markdown of an exported page, and how many lines of front matter are above it. */
export function splitFile(text: string): { markdown: string; above: number } {
  const end = text.indexOf('\n---\n', 3);
  const markdown = end === -1 ? text : text.slice(end + 5).replace(/^\n/, '');
  return { markdown, above: text.slice(0, text.length - markdown.length).split('\n').length - 1 };
}

/** More than so many problems have a line each: their error only counts them. */
export const MOST_IN_LINE = 5;

/** Throws UsageError for all of it at once. */
export function refuseAll(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const isShort = problems.length <= MOST_IN_LINE;
  throw new UsageError(isShort ? problems.join('; ') : `${problems.length} problems in the files`, {
    hint: 'correct the files, then run the same command again: nothing was sent',
    ...(problems.length > 1 && { details: { problems: [...problems] } }),
  });
}

/** What an error says is wrong, piece by piece. */
export const problemsOf = ({ message, details }: UsageError): readonly string[] =>
  areTexts(details?.problems) ? details.problems : [message];

/** Keeps what a UsageError says for later, so that all problems are said at once. */
export async function collecting<T>(problems: string[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    problems.push(...problemsOf(error));
    return undefined;
  }
}

// The folder that is pushed: its export, which space of it, and every file that may be part of it.

/** An export with the space that is pushed. */
export interface PushedFolder {
  /** Absolute. */
  root: string;
  manifest: Manifest;
  entry: SpaceEntry & { revision: string };
}

/** What was written by an export that has not ended. */
const LOG = '.docs-export.log';

/**
 * Finds the export that a folder is, or is a space of. Throws LocalIoError where there is nothing, NotFoundError `NO_EXPORT`, UsageError where it has several
 * spaces and none is named, ConfigError `EXPORT_INCOMPLETE` for one that is not whole.
 */
export function openPushed(cwd: string, typed: string, space?: string): PushedFolder {
  const path = resolve(cwd, typed);
  requireFolder(path, typed);
  const above = dirname(path);
  const own = manifestIn(path);
  const found = own ?? manifestIn(above);
  const key = nameKey(basename(path));
  const folder = own ? undefined : found?.spaces.find((one) => nameKey(one.folder) === key)?.folder;
  if (!found || (!own && folder === undefined)) {
    const isForGit = ['SUMMARY.md', '.gitbook.yaml', 'README.md', 'index.md'].some((name) =>
      isThere(join(path, name)),
    );
    const way = isForGit ? '; push it to a git repository, and import it from there' : '';
    throw new NotFoundError(`export not found: "${typed}" has no ${MANIFEST}${way}`, {
      code: 'NO_EXPORT',
      hint: isForGit ? 'docs git import --help' : 'docs export --help',
    });
  }
  const entry = chosen(found, typed, { folder, space });
  const root = own ? path : above;
  if (entry.revision === null || isThere(join(root, LOG)))
    throw new ConfigError(`the export in "${typed}" is not complete: what it began with is not known`, {
      code: 'EXPORT_INCOMPLETE',
      hint: 'export the space to an empty folder, and make your edits there',
    });
  if (!lstatSync(join(root, entry.folder), { throwIfNoEntry: false })?.isDirectory())
    throw new NotFoundError(`"${typed}" has no folder "${entry.folder}", the one of space "${entry.title}"`, {
      code: 'NO_EXPORT',
      hint: 'name the folder as the export did, then run the same command again',
    });
  return { root, manifest: found, entry: { ...entry, revision: entry.revision } };
}

/** Its files, by paths relative to the root, but for new pages that git ignores: their `left`. Throws LocalIoError, UsageError. */
export async function sourceOf(
  { root, entry }: PushedFolder,
  { env, signal }: Pick<Context, 'env' | 'signal'>,
): Promise<{ source: FolderSource; left: string[] }> {
  const source = diskSource(root);
  const known = new Set(entry.files.map(({ path }) => path));
  const fresh = pageFiles(source, entry.folder).filter((path) => !known.has(path));
  if (fresh.length === 0 || source.hasBranches === false) return { source, left: [] };
  const { foreignFiles } = await import('../../folder/git-source.ts');
  const paths = fresh.map((path) => `${entry.folder}/${path}`);
  const left = await foreignFiles({ folder: root, env, signal }, paths);
  return {
    source: { ...source, files: new Map([...source.files].filter(([path]) => !left.has(path))) },
    left: [...left],
  };
}

function chosen(
  { spaces }: Manifest,
  typed: string,
  { folder, space }: { folder: string | undefined; space: string | undefined },
): SpaceEntry {
  const there = spaces.filter(({ gone }) => !gone);
  const isNamed = ({ id, title, folder: own }: SpaceEntry) =>
    (folder === undefined || own === folder) && (space === undefined || [id, title].includes(space));
  const [first, second] = there.filter(isNamed);
  if (first && !second) return first;
  const titles = there.map(({ title }) => `"${title}"`).join(', ');
  if (!first)
    throw new UsageError(
      space === undefined
        ? `the export in "${typed}" contains no space`
        : `the export in "${typed}" does not contain space "${space}", but ${titles}`,
      { hint: shell`docs push ${typed} --space <space>` },
    );
  throw new UsageError(`the export in "${typed}" contains several spaces: ${titles}`, {
    hint: shell`docs push ${typed} --space ${first.title}`,
  });
}

/** Throws ConfigError for one that is damaged. */
function manifestIn(folder: string): Manifest | undefined {
  const path = join(folder, MANIFEST);
  return isThere(path) ? parseManifest(readFileSync(path)) : undefined;
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
