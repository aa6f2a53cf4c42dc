// Where pages and files lie in a repository, and what each path means. Paths are relative to the project directory.
import { posix } from 'node:path';
import { ValidationError } from '../errors.ts';
import { slugify } from '../markdown/heading-anchor.ts';

export const SUMMARY = 'SUMMARY.md';
export const ASSETS = '.gitbook/assets/';
export const INCLUDES = '.gitbook/includes/';
export const VARIABLES = '.gitbook/vars.yaml';
/** Names and types of files that their paths do not tell. */
export const FILE_NAMES = '.gitbook/files.yaml';

export type PathKind = 'page' | 'file' | 'include' | 'summary' | 'variables' | 'file-names';

/** What an import makes of a path; undefined for hidden files, which it leaves alone. */
export function kindOf(path: string, summary = SUMMARY): PathKind | undefined {
  if (path.toLowerCase() === summary.toLowerCase()) return 'summary';
  if (path.startsWith(ASSETS)) return 'file';
  if (path === VARIABLES) return 'variables';
  if (path === FILE_NAMES) return 'file-names';
  if (path.startsWith(INCLUDES)) return isMarkdown(path) ? 'include' : undefined;
  if (path.split('/').some((segment) => segment.startsWith('.'))) return undefined;
  return isMarkdown(path) ? 'page' : 'file';
}

/** True for a file that stands for its folder. */
export const isIndex = (path: string): boolean =>
  /^(?:readme|index)\.(?:md|markdown)$/i.test(posix.basename(path));

/** `guides/README.md` is the page of its folder, as `guides.md` is. */
export const asPageOfFolder = (path: string): string =>
  isIndex(path) && path.includes('/') ? `${posix.dirname(path)}.md` : path;

/** A page before those in its folder. */
export const byDepth = (paths: Iterable<string>): string[] => {
  const depthOf = (path: string) => asPageOfFolder(path).split('/').length;
  return [...paths].sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
};

/** `guides/install.md` is `install`, `guides/README.md` is `guides`, `README.md` at the top is `readme`. */
export function slugOfPath(path: string): string {
  const folder = posix.dirname(path);
  if (isIndex(path) && folder !== '.') return slugify(posix.basename(folder));
  return slugify(withoutExtension(posix.basename(path)));
}

/** `getting-started` reads `Getting started`. */
export function titleOfPath(path: string): string {
  const folder = posix.dirname(path);
  const name =
    isIndex(path) && folder !== '.' ? posix.basename(folder) : withoutExtension(posix.basename(path));
  const words = name.replace(/[-_\s]+/g, ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The folder a page's children go to: `guides/README.md` and `guides.md` have `guides/`. */
export function childFolder(path: string, slug: string): string {
  const folder = posix.dirname(path);
  if (isIndex(path)) return folder === '.' ? `${slug}/` : `${folder}/`;
  return `${withoutExtension(path)}/`;
}

/** Takes `docs/`, `/docs`, `./docs`; returns `docs`, or empty for the whole repository. Throws ValidationError for `..`. */
export function projectDirectory(directory = ''): string {
  const path = posix.normalize(`./${directory.replaceAll('\\', '/')}`).replace(/(?<!\/)\/+$/, '');
  if (path.split('/').some((part) => part === '..' || part.toLowerCase() === '.git')) {
    throw new ValidationError(`project directory "${directory.slice(0, 200)}" must be inside the repository`);
  }
  return path === '.' ? '' : path;
}

/** Path in the repository of a path in the project. */
export const inRepository = (directory: string, path: string) =>
  directory === '' ? path : `${directory}/${path}`;

/** Path in the project of a path in the repository; undefined for one outside. */
export function inProject(directory: string, path: string): string | undefined {
  if (directory === '') return path;
  return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : undefined;
}

const isMarkdown = (path: string): boolean => /[^/]\.(?:md|markdown)$/i.test(path);

const withoutExtension = (name: string): string => name.replace(/\.(?:md|markdown)$/i, '');

/** Files that stand for the space and are meant for the host of the repository, not for readers. */
export const isMeantForRepository = (path: string): boolean =>
  !path.includes('/') &&
  (isIndex(path) ||
    /^(?:contributing|code_of_conduct|security|license|changelog|maintainers|agents|claude)\.md$/i.test(
      path,
    ));

// Pages by folders, for a folder without a table of contents.

interface Node {
  files: string[];
  folders: Map<string, Node>;
}

interface Making<D> {
  pageOf(path: string): D;
  /** A folder without a page of its own, by its last name. */
  groupOf(name: string): D;
  /** The first page, where that is not README.md. */
  readme?: string | undefined;
}

/**
 * README.md stands for its folder, and first at the top, where `readme` may name another one; a folder without one is a
 * group. Names decide the order.
 */
export function folderPages<D extends { children: D[] }>(paths: readonly string[], making: Making<D>): D[] {
  const top: Node = { files: [], folders: new Map() };
  const { readme, pageOf } = making;
  const named = readme !== undefined && paths.includes(readme) ? readme : undefined;
  for (const path of paths) if (path !== named) folderAt(top, posix.dirname(path)).files.push(path);
  const { index, rest } = named === undefined ? split(top.files) : { index: named, rest: top.files };
  return [...(index === undefined ? [] : [pageOf(index)]), ...pagesIn(top, rest, making)];
}

function folderAt(top: Node, path: string): Node {
  let at = top;
  for (const name of path === '.' ? [] : path.split('/')) {
    const next = at.folders.get(name) ?? { files: [], folders: new Map() };
    at.folders.set(name, next);
    at = next;
  }
  return at;
}

/** The file that stands for the folder: README.md, or index.md where there is none. */
function split(files: string[]): { index: string | undefined; rest: string[] } {
  const candidates = files.filter(isIndex);
  const index = candidates.find((path) => /readme/i.test(posix.basename(path))) ?? candidates[0];
  return { index, rest: files.filter((path) => path !== index) };
}

function pagesIn<D extends { children: D[] }>(folder: Node, files: string[], making: Making<D>): D[] {
  const pages = files.map((path) => ({
    name: posix.basename(path).replace(/\.\w+$/, ''),
    draft: making.pageOf(path),
  }));
  // `guides.md` beside `guides/` is the page that the folder's pages belong to.
  const owners = new Map(pages.map(({ name, draft }) => [name, draft]));
  const folders = [...folder.folders].flatMap(([name, inside]) => {
    const { index, rest } = split(inside.files);
    const owner = index === undefined ? owners.get(name) : undefined;
    const children = pagesIn(inside, rest, making);
    if (owner) {
      owner.children.push(...children);
      return [];
    }
    const draft = index === undefined ? making.groupOf(name) : making.pageOf(index);
    return [{ name, draft: { ...draft, children } }];
  });
  return [...pages, ...folders].sort((a, b) => compareNames(a.name, b.name)).map(({ draft }) => draft);
}

/** `2-setup` before `10-usage`, capitals beside small letters, and never the machine's language. */
function compareNames(a: string, b: string): number {
  const [left, right] = [keyOf(a), keyOf(b)];
  if (left === right) return a < b ? -1 : Number(a > b);
  return left < right ? -1 : 1;
}

const keyOf = (name: string) => name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));
