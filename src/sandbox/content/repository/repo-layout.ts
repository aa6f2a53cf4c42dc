// Where each page and file of a tree is written: where it came from, else a path made of its slugs or its name.

import {
  ASSETS,
  childFolder,
  INCLUDES,
  inProject,
  kindOf,
  type PathKind,
} from '../../../jobs/folder/paths.ts';
import type { Structure } from '../../../jobs/folder/settings.ts';
import { slugify } from '../../../markdown/slug.ts';
import type { FileNode, GitPlace, PageNode, ReusableContentNode, Tree } from '../model.ts';
import type { Steps } from '../steps.ts';
import { walk } from '../tree.ts';
import { isSafePath, type PathBook, pathBook, safeName, safeSegment } from './path-book.ts';

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
