// Pages by folders, for a repository without a table of contents.
import { posix } from 'node:path';
import { slugify } from '../tree.ts';
import type { Draft } from './repo-draft.ts';
import { isIndex, titleOfPath } from './repo-paths.ts';

interface Folder {
  files: string[];
  folders: Map<string, Folder>;
}

/**
 * README.md stands for its folder, and first at the top, where `readme` may name another one; a folder without one is a
 * group. Names decide the order.
 */
export function folderPages(
  paths: readonly string[],
  draftOf: (path: string) => Draft,
  readme?: string,
): Draft[] {
  const top: Folder = { files: [], folders: new Map() };
  const named = readme !== undefined && paths.includes(readme) ? readme : undefined;
  for (const path of paths) if (path !== named) folderAt(top, posix.dirname(path)).files.push(path);
  const { index, rest } = named === undefined ? split(top.files) : { index: named, rest: top.files };
  return [...(index === undefined ? [] : [draftOf(index)]), ...pagesIn(top, rest, draftOf)];
}

function folderAt(top: Folder, path: string): Folder {
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

function pagesIn(folder: Folder, files: string[], draftOf: (path: string) => Draft): Draft[] {
  const pages = files.map((path) => ({
    name: posix.basename(path).replace(/\.\w+$/, ''),
    draft: draftOf(path),
  }));
  // `guides.md` beside `guides/` is the page that the folder's pages belong to.
  const owners = new Map(pages.map(({ name, draft }) => [name, draft]));
  const folders = [...folder.folders].flatMap(([name, inside]) => {
    const { index, rest } = split(inside.files);
    const owner = index === undefined ? owners.get(name) : undefined;
    const children = pagesIn(inside, rest, draftOf);
    if (owner) {
      owner.children.push(...children);
      return [];
    }
    const draft = index === undefined ? groupOf(name) : draftOf(index);
    return [{ name, draft: { ...draft, children } }];
  });
  return [...pages, ...folders].sort((a, b) => compareNames(a.name, b.name)).map(({ draft }) => draft);
}

function groupOf(name: string): Draft {
  const title = titleOfPath(`${name}.md`);
  return { page: { type: 'group', title }, slug: slugify(name), isNamed: false, children: [] };
}

/** `2-setup` before `10-usage`, capitals beside small letters, and never the machine's language. */
function compareNames(a: string, b: string): number {
  const [left, right] = [keyOf(a), keyOf(b)];
  if (left === right) return a < b ? -1 : Number(a > b);
  return left < right ? -1 : 1;
}

const keyOf = (name: string) => name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));
