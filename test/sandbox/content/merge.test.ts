import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTrees } from '../../../src/sandbox/content/merge.ts';
import { emptyTree, type PageNode, type Tree } from '../../../src/sandbox/content/model.ts';
import { insertPage, removePage, replacePage, walk } from '../../../src/sandbox/content/tree.ts';
import { memoryContent } from '../../helpers/memory-content.ts';
import { movePage } from '../../helpers/move-page.ts';
import { applyEdits, edits, startOf } from '../../helpers/random-edits.ts';

const content = memoryContent();
const write = (...lines: string[]) => content.put(lines.map((line) => `${line}\n`).join(''));
const page = (id: string, pages: PageNode[] = []): PageNode => ({
  id,
  type: 'document',
  title: id.toUpperCase(),
  slug: id,
  markdown: write('one', 'two', 'three', 'four'),
  pages,
});
const base: Tree = { ...emptyTree(), pages: [page('a'), page('b', [page('c'), page('d')]), page('e')] };
const set = (tree: Tree, id: string, fields: Partial<PageNode>) =>
  replacePage(tree, id, (old) => ({ ...old, ...fields }));
const merge = (ours: Tree, theirs: Tree) => mergeTrees({ base, ours, theirs, content });
const paths = (tree: Tree) => [...walk(tree.pages)].map((placed) => placed.path);
const shown = ({ conflicts }: ReturnType<typeof merge>) => conflicts.map(({ id, field }) => `${id}.${field}`);
const get = (tree: Tree, id: string) => [...walk(tree.pages)].find((placed) => placed.page.id === id)?.page;

describe('merging fields and texts', () => {
  it('joins edits of different fields and lines of one page', () => {
    const ours = set(base, 'c', { title: 'New', markdown: write('ONE', 'two', 'three', 'four') });
    const theirs = set(base, 'c', { icon: 'book', markdown: write('one', 'two', 'three', 'FOUR') });
    const { tree, conflicts } = merge(ours, theirs);
    expect(conflicts).toEqual([]);
    expect(get(tree, 'c')).toMatchObject({ title: 'New', icon: 'book' });
    expect(content.text(get(tree, 'c')?.markdown ?? '')).toBe('ONE\ntwo\nthree\nFOUR\n');
  });

  it('names page, title and field where both changed the same', () => {
    const result = merge(
      set(base, 'c', { title: 'X', hidden: true }),
      set(base, 'c', { title: 'Y', hidden: true }),
    );
    expect(result.conflicts).toEqual([
      {
        kind: 'page',
        id: 'c',
        title: 'X',
        field: 'title',
        reason: 'page "X": title was changed on both sides',
      },
    ]);
  });

  it('leaves ours untouched on a conflict', () => {
    const ours = set(base, 'a', { markdown: write('x') });
    const result = merge(ours, set(base, 'a', { markdown: write('y') }));
    expect(shown(result)).toEqual(['a.markdown']);
    expect(result.tree).toBe(ours);
  });

  it('merges page variables and layout by key, and removals', () => {
    const old = set(base, 'a', { variables: { x: 1, y: 2 }, layout: { cover: true }, emoji: '🚀' });
    const ours = set(old, 'a', { variables: { x: 5, y: 2 } });
    const { emoji: _, ...rest } =
      get(set(old, 'a', { variables: { x: 1 }, layout: { cover: true, title: false } }), 'a') ?? page('a');
    const theirs = replacePage(old, 'a', () => rest);
    const { tree } = mergeTrees({ base: old, ours, theirs, content });
    expect(get(tree, 'a')).toMatchObject({ variables: { x: 5 }, layout: { cover: true, title: false } });
    expect(get(tree, 'a')).not.toHaveProperty('emoji');
  });

  it('keeps the later update time and treats it as no edit', () => {
    const ours = set(base, 'a', { updatedAt: '2024-01-02T00:00:00Z', title: 'T' });
    const theirs = set(base, 'a', { updatedAt: '2024-01-03T00:00:00Z', icon: 'i' });
    expect(get(merge(ours, theirs).tree, 'a')?.updatedAt).toBe('2024-01-03T00:00:00Z');
    expect(
      shown(merge(set(base, 'a', { updatedAt: '2024-01-02T00:00:00Z' }), removePage(base, 'a'))),
    ).toEqual([]);
  });
});

describe('merging the shape of the tree', () => {
  it('deletes what one side deleted and the other left alone', () => {
    expect(paths(merge(removePage(base, 'b'), set(base, 'a', { title: 'T' })).tree)).toEqual(['a', 'e']);
    expect(paths(merge(removePage(base, 'b'), removePage(base, 'c')).tree)).toEqual(['a', 'e']);
  });

  it('refuses a deletion of what the other side changed, moved, or added to', () => {
    expect(shown(merge(removePage(base, 'b'), set(base, 'c', { title: 'T' })))).toEqual(['c.deleted']);
    expect(shown(merge(removePage(base, 'b'), movePage(base, 'c', {})))).toEqual(['c.deleted']);
    expect(shown(merge(removePage(base, 'b'), insertPage(base, page('n'), { parentId: 'b' })))).toEqual([
      'n.parent',
    ]);
    expect(shown(merge(removePage(base, 'b'), movePage(base, 'e', { parentId: 'd' })))).toEqual(['e.parent']);
  });

  it('refuses moves to different parents, and moves that would make a circle', () => {
    expect(shown(merge(movePage(base, 'c', {}), movePage(base, 'c', { parentId: 'a' })))).toEqual([
      'c.parent',
    ]);
    const circle = merge(movePage(base, 'a', { parentId: 'e' }), movePage(base, 'e', { parentId: 'a' }));
    expect(shown(circle).sort()).toEqual(['a.parent', 'e.parent']);
  });

  it('keeps both of two pages added at one place, the later with a slug of its own', () => {
    const add = (id: string, createdAt: string) =>
      insertPage(base, { ...page(id), slug: 'new', createdAt }, { parentId: 'b' });
    const [early, late] = [add('x', '2024-01-01T00:00:00Z'), add('y', '2024-01-02T00:00:00Z')];
    expect(paths(merge(early, late).tree)).toEqual(['a', 'b', 'b/c', 'b/d', 'b/new', 'b/new-1', 'e']);
    expect(merge(late, early).tree).toEqual(merge(early, late).tree);
    expect(get(merge(early, late).tree, 'y')?.slug).toBe('new-1');
  });

  it('joins two orders where they do not contradict', () => {
    const wide: Tree = { ...emptyTree(), pages: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => page(id)) };
    const run = (ours: Tree, theirs: Tree) => mergeTrees({ base: wide, ours, theirs, content });
    const ours = movePage(wide, 'b', { index: 0 });
    expect(paths(run(ours, movePage(wide, 'e', { index: 5 })).tree)).toEqual(['b', 'a', 'c', 'd', 'f', 'e']);
    const [up, down] = [movePage(wide, 'a', { index: 3 }), movePage(wide, 'd', { index: 0 })];
    expect(shown(run(up, down))).toEqual([]);
    expect(paths(run(up, down).tree)).toEqual(paths(run(down, up).tree));
    const [swapped, other] = [movePage(wide, 'a', { index: 1 }), movePage(wide, 'c', { index: 1 })];
    expect(shown(run(swapped, other))).toEqual(['.order']);
  });
});

describe('merging files, reusable contents and variables', () => {
  const file = (id: string, text: string) => ({
    id,
    name: 'a.txt',
    contentType: 'text/plain',
    size: text.length,
    hash: content.put(text),
  });
  const withFiles = (...files: Tree['files']): Tree => ({ ...base, files });

  it('takes a replaced file, and refuses two replacements or a deleted one', () => {
    const run = (ours: Tree, theirs: Tree) =>
      mergeTrees({ base: withFiles(file('f', '1')), ours, theirs, content });
    expect(run(withFiles(file('f', '22')), withFiles(file('f', '1'))).tree.files[0]?.size).toBe(2);
    expect(shown(run(withFiles(file('f', '2')), withFiles(file('f', '3'))))).toEqual(['f.content']);
    expect(shown(run(withFiles(), withFiles(file('f', '3'))))).toEqual(['f.deleted']);
    expect(run(withFiles(), withFiles(file('f', '1'))).tree.files).toEqual([]);
  });

  it('merges variables by key', () => {
    const run = (ours: object, theirs: object) =>
      mergeTrees({
        base: { ...base, variables: { a: 1, b: 1 } },
        ours: { ...base, variables: { ...ours } },
        theirs: { ...base, variables: { ...theirs } },
        content,
      });
    expect(run({ a: 2, b: 1 }, { a: 1, b: 1, c: 3 }).tree.variables).toEqual({ a: 2, b: 1, c: 3 });
    expect(shown(run({ b: 1 }, { a: 5, b: 1 }))).toEqual(['a.value']);
  });

  it('merges the text of reusable contents', () => {
    const one = (...lines: string[]): Tree => ({
      ...base,
      reusableContents: [{ id: 'r', title: 'R', markdown: write(...lines) }],
    });
    const { tree } = mergeTrees({
      base: one('1', '2', '3'),
      ours: one('x', '2', '3'),
      theirs: one('1', '2', 'y'),
      content,
    });
    expect(content.text(tree.reusableContents[0]?.markdown ?? '')).toBe('x\n2\ny\n');
  });
});

const scenario = fc
  .tuple(fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 9 }), edits(4), edits(4))
  .map(([sizes, ourEdits, theirEdits]) => {
    const store = memoryContent();
    const start = startOf(sizes, store);
    return {
      content: store,
      base: start,
      ours: applyEdits(start, ourEdits, 'o', store),
      theirs: applyEdits(start, theirEdits, 't', store),
    };
  });

const flat = (tree: Tree) =>
  new Map(
    [...walk(tree.pages)].map(({ page: { pages: _, ...fields }, parents }) => [
      fields.id,
      { ...fields, parent: parents.at(-1)?.id } as Record<string, unknown>,
    ]),
  );

describe('properties', () => {
  it('keeps a side as it is against an unchanged other', () => {
    fc.assert(
      fc.property(scenario, ({ content: store, base: old, ours, theirs }) => {
        const run = (a: Tree, b: Tree) => mergeTrees({ base: old, ours: a, theirs: b, content: store });
        expect(run(ours, old)).toEqual({ tree: ours, conflicts: [] });
        expect(run(old, theirs)).toEqual({ tree: theirs, conflicts: [] });
        expect(run(ours, ours)).toEqual({ tree: ours, conflicts: [] });
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on which side is called ours', () => {
    fc.assert(
      fc.property(scenario, ({ content: store, base: old, ours, theirs }) => {
        const [one, two] = [
          mergeTrees({ base: old, ours, theirs, content: store }),
          mergeTrees({ base: old, ours: theirs, theirs: ours, content: store }),
        ];
        expect(shown(one).sort()).toEqual(shown(two).sort());
        if (one.conflicts.length === 0) expect(one.tree).toEqual(two.tree);
        else expect([one.tree, two.tree]).toEqual([ours, theirs]);
      }),
      { numRuns: 500 },
    );
  });

  it('loses no edit of either side', () => {
    let clean = 0;
    fc.assert(
      fc.property(scenario, ({ content: store, base: old, ours, theirs }) => {
        const { tree, conflicts } = mergeTrees({ base: old, ours, theirs, content: store });
        if (conflicts.length > 0) return;
        clean += 1;
        checkPages(store, [old, ours, theirs, tree].map(flat) as [Flat, Flat, Flat, Flat]);
        for (const file of [...ours.files, ...theirs.files].filter((one) => !old.files.includes(one))) {
          expect(tree.files).toContainEqual(file);
        }
        for (const siblings of siblingsOf(tree)) expect(new Set(siblings).size).toBe(siblings.length);
      }),
      { numRuns: 800 },
    );
    expect(clean).toBeGreaterThan(200);
  });
});

type Flat = ReturnType<typeof flat>;
type Fields = Record<string, unknown> | undefined;

function checkPages(store: typeof content, [b, o, t, m]: [Flat, Flat, Flat, Flat]) {
  for (const id of new Set([...b.keys(), ...o.keys(), ...t.keys()])) {
    const deleted = b.has(id) && !(o.has(id) && t.has(id));
    expect(m.has(id)).toBe(!deleted);
    if (deleted) continue;
    for (const side of [o, t]) checkSide(store, b.get(id), side.get(id), m.get(id));
  }
}

function checkSide(store: typeof content, old: Fields, side: Fields, merged: Fields) {
  for (const [field, value] of Object.entries(side ?? {})) {
    if (JSON.stringify(old?.[field]) === JSON.stringify(value)) continue;
    if (field === 'slug') expect(String(merged?.slug)).toMatch(new RegExp(`^${value}(-\\d+)?$`));
    else if (field === 'variables')
      expect(merged?.variables).toMatchObject(changedKeys(old?.variables, value));
    else if (field !== 'markdown') expect(merged?.[field]).toEqual(value);
    else checkLines(store, old?.markdown, value, merged?.markdown);
  }
}

function changedKeys(old: unknown, value: unknown): object {
  const before = { ...(old as Record<string, unknown>) };
  return Object.fromEntries(
    Object.entries({ ...(value as object) }).filter(([key, one]) => before[key] !== one),
  );
}

function checkLines(store: typeof content, old: unknown, side: unknown, merged: unknown) {
  const lines = (hash: unknown) => (hash ? store.text(String(hash)).split('\n') : []);
  const [before, after, result] = [lines(old), lines(side), lines(merged)];
  for (const line of after.filter((one) => !before.includes(one))) expect(result).toContain(line);
  for (const line of before.filter((one) => !after.includes(one))) expect(result).not.toContain(line);
}

function siblingsOf(tree: Tree): string[][] {
  return [tree.pages, ...[...walk(tree.pages)].map((placed) => placed.page.pages)].map((list) =>
    list.map((one) => one.slug),
  );
}

describe('speed', () => {
  it('reads only pages that both sides wrote', () => {
    const pages = Array.from({ length: 2000 }, (_, n) => page(`p${n}`));
    const big: Tree = { ...emptyTree(), pages };
    const edit = (tree: Tree, from: number, lines: string[]): Tree => ({
      ...tree,
      pages: tree.pages.map((one, n) =>
        n >= from && n < from + 200 ? { ...one, markdown: write(`${n}`, ...lines) } : one,
      ),
    });
    let reads = 0;
    const text = (hash: string) => {
      reads += 1;
      return content.text(hash);
    };
    const counted = { ...content, text };
    const ours = edit(big, 0, ['one', 'two', 'three', 'four']);
    const result = mergeTrees({ base: big, ours, theirs: edit(big, 200, ['x']), content: counted });
    expect({ reads, conflicts: result.conflicts.length }).toEqual({ reads: 0, conflicts: 0 });
    const theirs = {
      ...big,
      pages: big.pages.map((one, n) =>
        n < 100 ? { ...one, markdown: write('one', 'two', 'three', 'four', '5') } : one,
      ),
    };
    expect(mergeTrees({ base: big, ours, theirs, content: counted }).conflicts).toEqual([]);
    expect(reads).toBe(300);
  });
});
