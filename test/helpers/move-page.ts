import type { Tree } from '../../src/sandbox/content/model.ts';
import { findPage, insertPage, type Place, removePage } from '../../src/sandbox/content/tree.ts';

/** Moves a page with its children; a page cannot move into itself. */
export function movePage(tree: Tree, id: string, place: Place): Tree {
  const placed = findPage(tree, id);
  if (!placed) throw new Error(`no page ${id}`);
  return insertPage(removePage(tree, id), placed.page, place);
}
