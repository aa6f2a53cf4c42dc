// What the links of a page lead to, in the tree that the page is in.
import { isRecord } from '../../files/is-record.ts';
import type { Analysis } from '../../markdown/analyze.ts';
import * as index from '../../markdown/link-index.ts';
import type { PageNode, Tree } from './model.ts';
import { targetWithIds } from './repository/page-fields.ts';
import { type Placed, placedById } from './tree.ts';

export interface LinkIndex {
  /** All links of a page: those of its Markdown (if it is given), of its covers, of a link page, of computed content. */
  of(placed: Placed, analysis?: Analysis): index.ResolvedLink[];
}

/** What lies outside the tree. */
export type LinkWorld = Omit<index.LinkWorld<PageNode>, 'refsOf'>;

const known = new WeakMap<Tree, index.LinkedContent<PageNode>>();

/** Reads the tree once; every link after that is a few look-ups. */
export function linkIndex(tree: Tree, world: LinkWorld): LinkIndex {
  const content = known.get(tree) ?? { ...tree, pages: [...placedById(tree).values()] };
  known.set(tree, content);
  return index.linkIndex(content, { ...world, refsOf });
}

/** References that are in fields of the page. */
function refsOf(page: PageNode): index.FieldRef[] {
  const found: index.FieldRef[] = [];
  const add = (data: unknown, relation: index.FieldRef['relation']) => {
    const ref = targetWithIds(data, NO_IDS);
    if (ref) found.push({ ref, relation });
  };
  if (page.target) add(page.target, 'reference');
  add(page.cover?.ref, 'reference');
  add(page.cover?.refDark, 'reference');
  const { dependencies } = page.computed ?? {};
  for (const one of isRecord(dependencies) ? Object.values(dependencies) : []) {
    if (isRecord(one)) add(one.ref, 'dependsOn');
  }
  return found;
}

const NO_IDS = { page: () => undefined, file: () => undefined };
