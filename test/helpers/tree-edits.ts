// Edits of a tree of pages, a line each, as texts of cases write them.
//
//   beta title = Ours        a field of a page, as JSON where it is no text; `beta title` takes it away
//   beta line 2 = Ours.      that line of its text, from 0; `beta text = One\nTwo\n` is the whole text
//   one below beta 0         moved there, or to the end; `top` is the top;  fresh new beta 0  created there
//   logo file = bytes logo.png 2x1 image/png    note reusable = Title Text    release variable = 2
//   files order c a b        the files in this order;  beta gone  a page, a file or a variable
import type { ContentStore, PageNode, Tree } from '../../src/sandbox/content/model.ts';
import { insertPage, type Place, removePage, replacePage } from '../../src/sandbox/content/tree.ts';
import { movePage } from './move-page.ts';

export interface TreeEdits {
  /** A page as it begins, with all the lines. */
  page(id: string, pages?: PageNode[]): PageNode;
  textOf(page: PageNode): string;
  edited(tree: Tree, line: string): Tree;
}

export function treeEdits(content: () => ContentStore, lines: readonly string[]): TreeEdits {
  const put = (text: string) => content().put(text);
  const page = (id: string, pages: PageNode[] = []): PageNode => ({
    ...{ id, type: 'document', title: id.toUpperCase(), slug: id, pages },
    markdown: put(lines.join('\n')),
  });
  const textOf = ({ markdown }: PageNode) => (markdown === undefined ? '' : content().text(markdown));
  const written = (tree: Tree, id: string, change: (old: PageNode) => string) =>
    replacePage(tree, id, (old) => ({ ...old, markdown: put(change(old)) }));

  const kinds: Record<string, (tree: Tree, id: string, rest: string) => Tree> = {
    gone: without,
    below: (tree, id, rest) => movePage(tree, id, placeIn(rest)),
    new: (tree, id, rest) => insertPage(tree, page(id), placeIn(rest)),
    text: (tree, id, rest) => written(tree, id, () => rest),
    line(tree, id, rest) {
      const [, at, text = ''] = /^(\d+) = ([\s\S]*)$/.exec(rest) ?? [];
      return written(tree, id, (old) => textOf(old).split('\n').with(Number(at), text).join('\n'));
    },
    file(tree, id, rest) {
      const [text = '', name = 'a.png', ...more] = rest.split(' ');
      const contentType = more.find((word) => word.includes('/')) ?? 'image/png';
      const [, width, height] = /(\d+)x(\d+)/.exec(more[0] ?? '') ?? [];
      const dimensions = width !== undefined && { width: Number(width), height: Number(height) };
      const file = { id, name, contentType, size: text.length, hash: put(text) };
      return { ...tree, files: replaced(tree.files, { ...file, ...(dimensions && { dimensions }) }) };
    },
    reusable(tree, id, rest) {
      const [, title = '', text = ''] = /^(\S+) ([\s\S]*)$/.exec(rest) ?? [];
      const one = { id, title, markdown: put(text) };
      return { ...tree, reusableContents: replaced(tree.reusableContents, one) };
    },
    variable: (tree, id, value) => ({ ...tree, variables: { ...tree.variables, [id]: value } }),
    order: (tree, _, rest) => ({
      ...tree,
      files: rest.split(' ').flatMap((id) => tree.files.find((file) => file.id === id) ?? []),
    }),
  };

  function edited(tree: Tree, line: string): Tree {
    const text = line.replaceAll('\\n', '\n');
    const [, id = '', what = '', rest] = /^(\w+) (\w+)(?: (?:= ?)?([\s\S]*))?$/.exec(text) ?? [];
    return kinds[what]?.(tree, id, rest ?? '') ?? replacePage(tree, id, (old) => withField(old, what, rest));
  }
  return { page, textOf, edited };
}

function placeIn(rest: string): Place {
  const [parent = '', index = ''] = rest.split(' ');
  return {
    ...(parent !== '' && parent !== 'top' && { parentId: parent }),
    ...(index !== '' && { index: Number(index) }),
  };
}

function without(tree: Tree, id: string): Tree {
  const { [id]: variable, ...variables } = tree.variables;
  if (variable !== undefined) return { ...tree, variables };
  const files = tree.files.filter((file) => file.id !== id);
  return files.length < tree.files.length ? { ...tree, files } : removePage(tree, id);
}

function replaced<T extends { id: string }>(list: readonly T[], one: T): T[] {
  return list.some(({ id }) => id === one.id)
    ? list.map((old) => (old.id === one.id ? one : old))
    : [...list, one];
}

function withField(page: PageNode, name: string, text: string | undefined): PageNode {
  const value = /^(?:[{["]|true$)/.test(text ?? '') ? JSON.parse(text ?? '') : text;
  const fields = Object.entries({ ...page, [name]: value }).filter(([, one]) => one !== undefined);
  // Safe: the edits of a case keep what every page has.
  return Object.fromEntries(fields) as unknown as PageNode;
}
