import fc from 'fast-check';
import { type ContentStore, emptyTree, type PageNode, type Tree } from '../../src/sandbox/content/model.ts';
import { findPage, insertPage, removePage, replacePage, walk } from '../../src/sandbox/content/tree.ts';
import { movePage } from './move-page.ts';

/** One edit of a revision; numbers pick pages, places and lines modulo what there is. */
export interface Edit {
  kind: (typeof KINDS)[number];
  page: number;
  to: number;
  at: number;
}

const KINDS = [
  'title',
  'slug',
  'icon',
  'hide',
  'variable',
  'write',
  'append',
  'add',
  'move',
  'reorder',
  'delete',
  'file',
  'replaceFile',
  'deleteFile',
  'treeVariable',
] as const;

const number = fc.nat({ max: 30 });
export const edits = (maxLength: number): fc.Arbitrary<Edit[]> =>
  fc.array(fc.record({ kind: fc.constantFrom(...KINDS), page: number, to: number, at: number }), {
    maxLength,
  });

/** A tree of some pages with ten lines each, made by adding and moving. */
export const startOf = (sizes: number[], content: ContentStore): Tree => {
  let tree: Tree = { ...emptyTree(), variables: { product: 'Docs', version: 1 } };
  for (const [n, size] of sizes.entries()) {
    const parents = [undefined, ...[...walk(tree.pages)].map(({ page }) => page.id)];
    tree = insertPage(tree, newPage(`b${n}`, content), { parentId: parents[size % parents.length] });
  }
  const files = [0, 1, 2].map((n) => fileOf(`bf${n}`, `old ${n}`, content));
  return { ...tree, files };
};

/** Applies edits in the name of one side; `mark` makes its ids, titles and lines its own. */
export function applyEdits(tree: Tree, list: Edit[], mark: string, content: ContentStore): Tree {
  return list.reduce((now, edit, n) => applyEdit(now, edit, `${mark}${n}`, content), tree);
}

function applyEdit(tree: Tree, edit: Edit, mark: string, content: ContentStore): Tree {
  const pages = [...walk(tree.pages)].map(({ page }) => page);
  const page = pages[edit.page % Math.max(1, pages.length)];
  if (edit.kind.endsWith('ile') || edit.kind === 'treeVariable') return editRest(tree, edit, mark, content);
  const parentId = [undefined, ...pages][edit.to % (pages.length + 1)]?.id;
  if (edit.kind === 'add') return insertPage(tree, newPage(mark, content), { parentId, index: edit.at });
  if (!page) return tree;
  if (edit.kind === 'delete') return removePage(tree, page.id);
  if (edit.kind === 'reorder') {
    return movePage(tree, page.id, {
      parentId: findPage(tree, page.id)?.parents.at(-1)?.id,
      index: edit.at % 4,
    });
  }
  if (edit.kind === 'move') {
    const below = [...walk([page])].some((placed) => placed.page.id === parentId);
    return below ? tree : movePage(tree, page.id, { parentId, index: edit.at });
  }
  return replacePage(tree, page.id, (old) => ({ ...old, ...changeOf(old, edit, mark, content) }));
}

function changeOf(
  page: PageNode,
  { kind, at }: Edit,
  mark: string,
  content: ContentStore,
): Partial<PageNode> {
  const lines = page.markdown ? content.text(page.markdown).split('\n') : [];
  if (lines.length === 0 && (kind === 'write' || kind === 'append')) return { title: `Title ${mark}` };
  switch (kind) {
    case 'title':
      return { title: `Title ${mark}` };
    case 'slug':
      return { slug: `slug-${at % 2 ? mark : 'shared'}` };
    case 'icon':
      return { icon: mark };
    case 'hide':
      return { hidden: true };
    case 'variable':
      return { variables: { ...page.variables, [`v${at % 5}`]: mark } };
    case 'write':
      return { markdown: content.put(lines.with(at % lines.length, `line ${mark}`).join('\n')) };
    default:
      return {
        markdown: content.put([...lines.slice(0, at), `added ${mark}`, ...lines.slice(at)].join('\n')),
      };
  }
}

function editRest(tree: Tree, { kind, page, at }: Edit, mark: string, content: ContentStore): Tree {
  const index = page % Math.max(1, tree.files.length);
  const old = tree.files[index];
  if (kind === 'treeVariable') return { ...tree, variables: { ...tree.variables, [`v${at % 6}`]: mark } };
  if (kind === 'file') return { ...tree, files: [...tree.files, fileOf(mark, `bytes ${mark}`, content)] };
  if (!old) return tree;
  if (kind === 'deleteFile') return { ...tree, files: tree.files.toSpliced(index, 1) };
  return {
    ...tree,
    files: tree.files.with(index, { ...fileOf(mark, `bytes ${mark}`, content), id: old.id }),
  };
}

function newPage(id: string, content: ContentStore): PageNode {
  const markdown = content.put(Array.from({ length: 10 }, (_, n) => `${id} line ${n}`).join('\n'));
  return { id, type: 'document', title: id, slug: `page-${id}`, markdown, pages: [] };
}

function fileOf(id: string, text: string, content: ContentStore) {
  return { id, name: `${id}.txt`, contentType: 'text/plain', size: text.length, hash: content.put(text) };
}
