// A folder of documentation as spaces with pages, files and redirects: what check, preview and push look at.
import { posix } from 'node:path';
import { UsageError } from '../errors.ts';
import { nameKey } from '../files/safe-path.ts';
import { normalized } from '../files/texts.ts';
import type { FolderPage, FolderSpace } from './folder-space.ts';
import { MANIFEST, type Manifest, parseManifest } from './manifest.ts';
import { type PageText, pageText } from './page.ts';
import { inRepository, kindOf, projectDirectory, SUMMARY } from './paths.ts';
import { SETTINGS } from './settings.ts';
import type { FolderProblem, FolderSource } from './source.ts';
import { openSpace, readSpace } from './space.ts';

export interface Folder {
  source: FolderSource;
  /** At least one, in the order of their folders. */
  spaces: FolderSpace[];
  /** What `docs export` wrote beside it, if it did. */
  manifest: Manifest | undefined;
  /** Of everything that was read, the spaces included. */
  problems: FolderProblem[];
}

export interface ReadOptions {
  /** Folders of spaces, relative to the source; absent: those that the folder itself shows. */
  folders?: readonly string[] | undefined;
  /** Where people named these folders, such as `in .docscheck.yaml`. */
  named?: string;
  /** Takes a file apart; absent: `pageText`. Gets its path and what is in it. */
  textOf?: ((file: string, text: string) => PageText) | undefined;
  /** Gets each page with its text while it is read, so that nobody needs to keep or to read the texts again. */
  each?: ((page: FolderPage, text: PageText, space: FolderSpace) => void) | undefined;
}

/**
 * Reads every space of a folder: `.gitbook.yaml`, SUMMARY.md, the front matter and the title of each page that is listed
 * there. Texts are not kept: `each` gets them, and readText reads one again. What is wrong with single files is in
 * `problems`. Throws UsageError for a folder without any page, and for a folder of a space that is not there.
 */
export async function readFolder(source: FolderSource, options: ReadOptions = {}): Promise<Folder> {
  const manifest = await manifestOf(source);
  const exported = manifest?.spaces.filter(({ gone }) => !gone).map(({ folder }) => folder);
  const asked = options.folders?.map((folder) => projectDirectory(normalized(folder, 'NFC')));
  const roots = asked ?? (exported && exported.length > 0 ? exported : spaceFolders(source));
  refuseMissing(source, roots, options.named);
  const spaces = await openSpaces(source, roots, asked !== undefined);
  for (const space of spaces) {
    const { directory } = space;
    const others = spaces.filter((one) => one !== space && isBelow(one.directory, directory));
    const written = manifest?.spaces.find(({ folder }) => folder === directory)?.files;
    const files = written?.filter(({ kind }) => kind === 'file').map(({ path }) => path);
    await readSpace(source, space, {
      others: others.map((one) => one.directory),
      files: files && new Set(files),
      textOf: options.textOf ?? pageText,
      each: options.each,
    });
  }
  if (spaces.every(({ pages, unlisted }) => pages.length + unlisted.length === 0))
    throw noPages(source, spaces);
  const problems = [...source.problems, ...spaces.flatMap((space) => space.problems)];
  return { source, spaces, manifest, problems };
}

/**
 * Of two with the same pages the inner one: files are kept beside its settings. Where nobody asked for a space at the top, and it lists no pages while folders
 * below it do, it is only the repository of theirs.
 */
async function openSpaces(
  source: FolderSource,
  roots: readonly string[],
  isAsked: boolean,
): Promise<FolderSpace[]> {
  const byDirectory = new Map<string, FolderSpace>();
  for (const root of roots) {
    const space = await openSpace(source, root);
    byDirectory.set(space.directory, space);
  }
  const spaces = [...byDirectory.values()];
  const isListed = ({ directory, structure }: FolderSpace) => {
    const summary = inRepository(directory, structure.summary).toLowerCase();
    return [...source.files.keys()].some((path) => path.toLowerCase() === summary);
  };
  const [top] = spaces;
  if (isAsked || spaces.length !== 1 || !top || top.directory !== '' || isListed(top)) return spaces;
  const lists = spaceFolders(source, { withSettings: false });
  if (lists.every((folder) => folder === '')) return spaces;
  return Promise.all(lists.map((folder) => openSpace(source, folder)));
}

function noPages(source: FolderSource, spaces: readonly FolderSpace[]): UsageError {
  for (const { settings, directory } of spaces) {
    const key = `${nameKey(directory)}/`;
    const file = [...source.files.keys()].find((path) => nameKey(path).startsWith(key));
    const folder = file?.split('/').slice(0, directory.split('/').length).join('/');
    if (settings !== undefined && folder !== undefined && folder !== directory)
      return new UsageError(`${source.name} has no folder "${directory}": it is called ${folder}`, {
        hint: `correct root in ${settings}`,
      });
  }
  return new UsageError(`${source.name} has no pages: it has neither ${SUMMARY} nor Markdown files`, {
    hint: 'name the folder of the documentation',
  });
}

/** The folder itself, too. */
const isBelow = (path: string, folder: string): boolean =>
  `${path}/`.startsWith(folder === '' ? '' : `${folder}/`);

function refuseMissing(source: FolderSource, folders: readonly string[], named?: string): void {
  const known = new Set<string>(['']);
  for (const path of source.files.keys())
    for (let at = posix.dirname(path); at !== '.' && !known.has(at); at = posix.dirname(at)) known.add(at);
  const missing = folders.find((folder) => !known.has(folder));
  if (missing !== undefined)
    throw new UsageError(`${source.name} has no folder "${missing}"`, {
      hint: `name a folder that has pages${named === undefined ? '' : ` ${named}`}`,
    });
}

/** An export that was damaged is still a folder of pages. */
async function manifestOf(source: FolderSource): Promise<Manifest | undefined> {
  if (!source.files.has(MANIFEST)) return undefined;
  try {
    return parseManifest(await source.read(MANIFEST));
  } catch {
    return undefined;
  }
}

/**
 * Folders that are spaces: those with `.gitbook.yaml`, and the top where it has SUMMARY.md. Where it has neither, folders
 * with SUMMARY.md that are in no other one; else the top alone.
 */
function spaceFolders(source: FolderSource, { withSettings = true } = {}): string[] {
  const withFile = (isIt: (name: string) => boolean) =>
    [...source.files.keys()]
      .filter((path) => isIt(posix.basename(path)))
      .map((path) => (path.includes('/') ? posix.dirname(path) : ''))
      .filter((folder) => !isHidden(folder));
  const lists = withFile((name) => kindOf(name) === 'summary');
  const found = new Set(withSettings ? withFile((name) => name === SETTINGS) : []);
  if (lists.includes('')) found.add('');
  const tops = found.has('') ? [] : lists.sort((a, b) => a.length - b.length);
  for (const folder of tops) if (![...found].some((one) => isBelow(folder, one))) found.add(folder);
  return found.size === 0 ? [''] : [...found].sort();
}

const isHidden = (folder: string): boolean => folder.split('/').some((part) => part.startsWith('.'));
