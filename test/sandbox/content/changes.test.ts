import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyTree, type PageNode, type Tree } from '../../../src/sandbox/content/model.ts';
import { atOnce, walk } from '../../../src/sandbox/content/tree.ts';
import {
  type TreeChange,
  treeChanges as treeChangesSteps,
} from '../../../src/sandbox/resources/review/changes.ts';

const treeChanges = (...input: Parameters<typeof treeChangesSteps>) => atOnce(treeChangesSteps(...input));

/** A tree of these ids: each under the one that `under` names, if it comes before. */
const node = (id: string, title: string): PageNode => ({ id, type: 'document', title, slug: id, pages: [] });
const tree = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...'abcdefgh'), fc.constantFrom('x', 'y'), fc.nat(8)), {
    selector: ([id]) => id,
    maxLength: 8,
  })
  .map((entries): Tree => {
    const placed: PageNode[] = [];
    const pages: PageNode[] = [];
    for (const [id, title, under] of entries) {
      const page = node(id, title);
      (placed[under - 1]?.pages ?? pages).push(page);
      placed.push(page);
    }
    return { ...emptyTree(), pages };
  });
const ids = ({ pages }: Tree) => [...walk(pages)].map(({ page }) => page.id);
const of = (changes: readonly TreeChange[], type: TreeChange['type']) =>
  changes.flatMap((change) => (change.type === type && 'page' in change ? [change.page.page.id] : []));

describe('the changes between two trees', () => {
  it('are none between a tree and itself', () => {
    fc.assert(
      fc.property(tree, (one) => {
        expect(treeChanges(one, structuredClone(one))).toEqual([]);
      }),
    );
  });

  it('name what came, what went, and what is called otherwise', () => {
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        const changes = treeChanges(before, after);
        const [old, fresh] = [new Set(ids(before)), new Set(ids(after))];
        expect(of(changes, 'page_created')).toEqual(ids(after).filter((id) => !old.has(id)));
        expect(of(changes, 'page_deleted')).toEqual(ids(before).filter((id) => !fresh.has(id)));
        const titleIn = ({ pages }: Tree, id: string) =>
          [...walk(pages)].find(({ page }) => page.id === id)?.page.title;
        const renamed = ids(after).filter((id) => old.has(id) && titleIn(before, id) !== titleIn(after, id));
        expect(of(changes, 'page_edited')).toEqual(renamed);
      }),
    );
  });

  it('move so few pages that the others stand as they stood', () => {
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        const moved = new Set(of(treeChanges(before, after), 'page_moved'));
        const left = ({ pages }: Tree, other: Tree) =>
          [...walk(pages)]
            .filter(({ page }) => ids(other).includes(page.id) && !moved.has(page.id))
            .map(({ page, parents }) => `${parents.at(-1)?.id ?? ''} ${page.id}`);
        const byParent = (list: string[]) =>
          [...list].sort((a, b) => (a.split(' ')[0] ?? '').localeCompare(b.split(' ')[0] ?? ''));
        expect(byParent(left(after, before))).toEqual(byParent(left(before, after)));
      }),
    );
  });

  it('of one page that moved among its siblings are that page alone', () => {
    const pages = [...'abcde'].map((id) => node(id, 'x'));
    const before: Tree = { ...emptyTree(), pages };
    const after: Tree = { ...emptyTree(), pages: [4, 0, 1, 2, 3].flatMap((at) => pages[at] ?? []) };
    expect(of(treeChanges(before, after), 'page_moved')).toEqual(['e']);
  });
});
