// Where each page and file of a tree is written: where it came from, else a path made of its slugs or its name.
import { posix } from 'node:path';
import { nameKey } from '../../../files/safe-path.ts';
import { normalized } from '../../../files/texts.ts';
import { ASSETS, childFolder, INCLUDES, inProject, kindOf, type PathKind } from '../../../folder/paths.ts';
import type { Structure } from '../../../folder/settings.ts';
import { slugify } from '../../../markdown/heading-anchor.ts';
import type { FileNode, GitPlace, PageNode, ReusableContentNode, Tree } from '../model.ts';
import { type Steps, walk } from '../tree.ts';

// Gives every page and file of a tree a path of its own, the same on every file system.

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const MAX_NAME = 80;

/** Paths that are taken. Two that differ in case or Unicode form only are one file to some systems. */
interface PathBook {
  /** Takes the path if it is free and no file stands where it needs a folder. */
  claim(path: string): boolean;
  /** Takes the path, or the first of `name-1.md`, `name-2.md`, ... that is free; returns it. */
  take(path: string): string;
}

export function pathBook(): PathBook {
  const files = new Set<string>();
  const folders = new Set<string>();
  const foldersOf = (key: string) => {
    const parts = key.split('/').slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  };
  const claim = (path: string): boolean => {
    const key = nameKey(path);
    const above = foldersOf(key);
    if (files.has(key) || folders.has(key) || above.some((folder) => files.has(folder))) return false;
    files.add(key);
    for (const folder of above) folders.add(folder);
    return true;
  };
  const last = new Map<string, number>();
  const take = (path: string): string => {
    const { dir, name, ext } = posix.parse(path);
    const key = nameKey(path);
    let number = last.get(key) ?? 0;
    let free = path;
    while (!claim(free)) {
      number += 1;
      free = posix.join(dir, `${name}-${number}${ext}`);
    }
    last.set(key, number);
    return free;
  };
  return { claim, take };
}

/** A slug as one part of a path: no dots, no separators, no device names, never empty. */
export const safeSegment = (slug: string): string => safeName(slug.replaceAll('.', '-'));

/** A file name as one part of a path; its extension stays. */
export function safeName(name: string): string {
  const clean = normalized(name, 'NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '-')
    .replace(/^[\s.-]+|(?<![\s.])[\s.]+$/g, '');
  const { name: stem, ext } = posix.parse(clean);
  const short = cut(stem, MAX_NAME);
  const safe = short === '' || RESERVED.test(short) ? `_${short}` : short;
  return `${safe}${cut(ext, MAX_NAME)}`;
}

/** By code points, or half a character could stay. */
const cut = (text: string, length: number) => [...text].slice(0, length).join('').trimEnd();

/** A path of a repository that may be written again: inside, and made of plain parts. */
export function isSafePath(path: string): boolean {
  const parts = path.split('/');
  return parts.every(
    (part) =>
      part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git' && !/[\0\n]/.test(part),
  );
}

/** Paths in the project directory, by id of page, file or reusable content. */
export interface Layout {
  pages: Map<string, string>;
  files: Map<string, string>;
  includes: Map<string, string>;
}

export interface LayoutOptions {
  directory: string;
  structure: Structure;
  /** Paths in the project that are not ours: nothing may be written there unless it came from there. */
  foreign: Iterable<string>;
}

export function* layoutOf(tree: Tree, { directory, structure, foreign }: LayoutOptions): Steps<Layout> {
  const book = pathBook();
  book.claim(structure.summary);
  const kept = (nodes: Iterable<{ id: string; git?: GitPlace }>, kind: PathKind) =>
    keepPaths(nodes, { kind, directory, summary: structure.summary }, book);
  const documents = [...walk(tree.pages)].map(({ page }) => page).filter((page) => page.type === 'document');
  const layout: Layout = {
    pages: yield* kept(documents, 'page'),
    files: yield* kept(tree.files, 'file'),
    includes: yield* kept(tree.reusableContents, 'include'),
  };
  for (const path of foreign) book.claim(path);
  yield* placePages(tree.pages, layout.pages, { book, readme: structure.readme ?? 'README.md' });
  placeFiles(tree.files, layout.files, book);
  placeIncludes(tree.reusableContents, layout.includes, book);
  return layout;
}

function* keepPaths(
  nodes: Iterable<{ id: string; git?: GitPlace }>,
  { kind, directory, summary }: { kind: PathKind; directory: string; summary: string },
  book: PathBook,
): Steps<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const { id, git } of nodes) {
    const path = git && isSafePath(git.path) ? inProject(directory, git.path) : undefined;
    // A copied page names the path of its original: who comes first keeps it.
    if (path !== undefined && kindOf(path, summary) === kind && book.claim(path)) paths.set(id, path);
    yield;
  }
  return paths;
}

function* placePages(
  siblings: readonly PageNode[],
  paths: Map<string, string>,
  places: { book: PathBook; readme: string },
  { folder = '', first = siblings[0] } = {},
): Steps<void> {
  for (const page of siblings) {
    const wanted = `${folder}${safeSegment(page.slug)}`;
    if (page.type === 'document' && !paths.has(page.id)) {
      paths.set(page.id, documentPath(page, wanted, { isFirst: page === first, ...places }));
    }
    yield;
    const path = paths.get(page.id);
    const below = path === undefined ? `${wanted}/` : childFolder(path, safeSegment(page.slug));
    yield* placePages(page.pages, paths, places, { folder: below, first });
  }
}

/** The first page is what a Git host shows of the folder; a page with children has a folder of its own. */
function documentPath(
  page: PageNode,
  wanted: string,
  { isFirst, book, readme }: { isFirst: boolean; book: PathBook; readme: string },
): string {
  const hasChildren = page.pages.length > 0;
  if (isFirst && !hasChildren && book.claim(readme)) return readme;
  return takePage(hasChildren ? `${wanted}/README.md` : `${wanted}.md`, book);
}

/** `guides/README.md` gives way to `guides-1/README.md`, never to `guides/README-1.md`. */
function takePage(wanted: string, book: PathBook): string {
  const folder = wanted.replace(/\/README\.md$/, '');
  if (folder === wanted) return book.take(wanted);
  let free = wanted;
  for (let number = 1; !book.claim(free); number += 1) free = `${folder}-${number}/README.md`;
  return free;
}

function placeFiles(files: readonly FileNode[], paths: Map<string, string>, book: PathBook): void {
  for (const { id, name } of files) {
    if (!paths.has(id)) paths.set(id, book.take(`${ASSETS}${safeName(name)}`));
  }
}

function placeIncludes(
  nodes: readonly ReusableContentNode[],
  paths: Map<string, string>,
  book: PathBook,
): void {
  for (const { id, title } of nodes) {
    if (!paths.has(id)) paths.set(id, book.take(`${INCLUDES}${safeSegment(slugify(title))}.md`));
  }
}
