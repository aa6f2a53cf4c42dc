// Pages by folders, for a folder without a table of contents.
import { posix } from 'node:path';
import { isIndex } from './paths.ts';

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
