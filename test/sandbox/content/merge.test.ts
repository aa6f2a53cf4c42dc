import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTrees as mergeTreesSteps } from '../../../src/sandbox/content/merge/merge.ts';
import { emptyTree, type PageNode, type Tree } from '../../../src/sandbox/content/model.ts';
import { atOnce } from '../../../src/sandbox/content/steps.ts';
import { insertPage, removePage, replacePage, walk } from '../../../src/sandbox/content/tree.ts';
import { memoryContent } from '../../helpers/memory-content.ts';
import { movePage } from '../../helpers/move-page.ts';
import { applyEdits, edits, startOf } from '../../helpers/random-edits.ts';

const mergeTrees = (...input: Parameters<typeof mergeTreesSteps>) => atOnce(mergeTreesSteps(...input));

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
    expect(Object.keys(get(tree, 'a')?.variables ?? {})).toEqual(['x']);
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
    expect(shown(merge(removePage(base, 'b'), set(base, 'c', { markdown: write('x') })))).toEqual([
      'c.deleted',
    ]);
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
    const [first, second] = [add('y', '2024-01-01T00:00:00Z'), add('x', '2024-01-02T00:00:00Z')];
    expect(get(merge(first, second).tree, 'x')?.slug).toBe('new-1');
    const [x, y] = ['x', 'y'].map((id) => insertPage(base, { ...page(id), slug: 'new' }, {}));
    expect(get(merge(y ?? base, x ?? base).tree, 'y')?.slug).toBe('new-1');
  });

  it('leaves its slug to the page that stood there under it', () => {
    const stamp = (createdAt: string) => ({ createdAt });
    const old = set(set(base, 'c', stamp('2024-01-09T00:00:00Z')), 'a', stamp('2024-01-01T00:00:00Z'));
    const slugs = (ours: Tree, theirs: Tree) => {
      const { tree, conflicts } = mergeTrees({ base: old, ours, theirs, content });
      expect(conflicts).toEqual([]);
      return get(tree, 'b')?.pages.map(({ id, slug }) => `${id}:${slug}`);
    };
    // One side moves a page here, the other gives it the slug of one that stands here.
    const [moved, named] = [movePage(old, 'a', { parentId: 'b', index: 0 }), set(old, 'a', { slug: 'c' })];
    expect(slugs(moved, named)).toEqual(['a:c-1', 'c:c', 'd:d']);
    const numbered = { ...page('n'), slug: 'c-1', ...stamp('2024-01-02T00:00:00Z') };
    const both = insertPage(named, numbered, { parentId: 'b' });
    expect(slugs(moved, both)).toEqual(['a:c-2', 'c:c', 'd:d', 'n:c-1']);
    const added = { ...page('n'), slug: 'x', ...stamp('2024-01-02T00:00:00Z') };
    const other = insertPage(old, added, { parentId: 'b' });
    expect(slugs(set(old, 'c', { slug: 'x' }), other)).toEqual(['c:x-1', 'd:d', 'n:x']);
  });

  it('gives a slug to the page that was made first, wherever it stands', () => {
    const run = (old: Tree, ours: Tree, theirs: Tree) => {
      const { tree, conflicts } = mergeTrees({ base: old, ours, theirs, content });
      expect(conflicts).toEqual([]);
      return get(tree, 'b')?.pages.map(({ id, slug }) => `${id}:${slug}`);
    };
    const made = (id: string, day: number) => ({ ...page(id), slug: 'n', createdAt: `2024-01-0${day}` });
    const [head, end] = [{ parentId: 'b', index: 0 }, { parentId: 'b' }];
    const [late, early] = [insertPage(base, made('k', 2), head), insertPage(base, made('m', 1), end)];
    expect(run(base, late, early)).toEqual(['k:n-1', 'c:c', 'd:d', 'm:n']);
    // A page that comes from elsewhere has no older right, whatever it was called there.
    const old = set(base, 'a', made('a', 5));
    const moved = movePage(old, 'a', head);
    expect(run(old, moved, insertPage(old, made('m', 1), end))).toEqual(['a:n-1', 'c:c', 'd:d', 'm:n']);
  });

  it('tells of every order that contradicts another, also below one', () => {
    const tops = ['a', 'b', 'c'].map((id) => page(id));
    const old: Tree = {
      ...emptyTree(),
      pages: [
        ...tops,
        page(
          'p',
          ['x', 'y', 'z'].map((id) => page(id)),
        ),
      ],
    };
    const turn = (top: string, below: string) =>
      movePage(movePage(old, top, { index: 1 }), below, { index: 1, parentId: 'p' });
    const result = mergeTrees({ base: old, ours: turn('a', 'x'), theirs: turn('c', 'z'), content });
    expect(shown(result).sort()).toEqual(['.order', 'p.order']);
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

  it('takes files in the order a side gave them, and in that of their ids where both did', () => {
    const list = (ids: string) => withFiles(...[...ids].map((id) => file(id, id)));
    const ids = (ours: string, theirs: string) => {
      const run = mergeTrees({ base: list('cab'), ours: list(ours), theirs: list(theirs), content });
      expect(run.conflicts).toEqual([]);
      return run.tree.files.map(({ id }) => id).join('');
    };
    expect([ids('bca', 'cab'), ids('cab', 'bca')]).toEqual(['bca', 'bca']);
    expect([ids('cba', 'acb'), ids('acb', 'cba')]).toEqual(['abc', 'abc']);
    expect([ids('cabx', 'caby'), ids('caby', 'cabx')]).toEqual(['cabxy', 'cabxy']);
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

describe('a conflict', () => {
  const told = ({ conflicts }: ReturnType<typeof merge>) =>
    conflicts.map(({ kind, id, title, field, reason }) => [kind, id, title, field, reason].join(' | '));
  const file = (id: string, text: string, name = 'a.txt') => ({
    id,
    name,
    contentType: 'text/plain',
    size: text.length,
    hash: content.put(text),
  });

  it('says which page, and what both sides did to it', () => {
    expect(told(merge(removePage(base, 'b'), set(base, 'c', { title: 'T' })))).toEqual([
      'page | c | T | deleted | page "T" was deleted on one side and changed on the other',
    ]);
    expect(told(merge(removePage(base, 'b'), movePage(base, 'e', { parentId: 'd' })))).toEqual([
      'page | e | E | parent | page "E" is on one side below a page that the other side deleted',
    ]);
    expect(told(merge(movePage(base, 'c', {}), movePage(base, 'c', { parentId: 'a' })))).toEqual([
      'page | c | C | parent | page "C": parent was changed on both sides',
    ]);
    const circle = merge(movePage(base, 'a', { parentId: 'e' }), movePage(base, 'e', { parentId: 'a' }));
    const below = 'was moved on both sides so that it would end up below itself';
    expect(told(circle).sort()).toEqual([
      `page | a | A | parent | page "A" ${below}`,
      `page | e | E | parent | page "E" ${below}`,
    ]);
    expect(
      told(
        merge(set(base, 'a', { variables: { x: 1 } }), set(base, 'a', { variables: { x: 2 }, layout: {} })),
      ),
    ).toEqual(['page | a | A | variables.x | page "A": variables.x was changed on both sides']);
  });

  it('says where an order contradicts another', () => {
    const wide: Tree = { ...emptyTree(), pages: ['a', 'b', 'c'].map((id) => page(id)) };
    const below: Tree = { ...emptyTree(), pages: [page('p', wide.pages)] };
    const reason = 'were put in order on both sides in different ways';
    const turn = (tree: Tree, id: string, index: number, parentId?: string) =>
      movePage(tree, id, { index, ...(parentId !== undefined && { parentId }) });
    expect(
      told(mergeTrees({ base: wide, ours: turn(wide, 'a', 1), theirs: turn(wide, 'c', 1), content })),
    ).toEqual([`page |  |  | order | the pages at the top ${reason}`]);
    const [ours, theirs] = [turn(below, 'a', 1, 'p'), turn(below, 'c', 1, 'p')];
    expect(told(mergeTrees({ base: below, ours, theirs, content }))).toEqual([
      `page | p | P | order | the pages below page "P" ${reason}`,
    ]);
  });

  it('says which file, reusable content or variable', () => {
    const run = (old: Partial<Tree>, ours: Partial<Tree>, theirs: Partial<Tree>) =>
      told(
        mergeTrees({
          base: { ...base, ...old },
          ours: { ...base, ...ours },
          theirs: { ...base, ...theirs },
          content,
        }),
      );
    const files = (...list: Tree['files']) => ({ files: list });
    expect(run(files(file('f', '1')), files(file('f', '2')), files(file('f', '3')))).toEqual([
      'file | f | a.txt | content | file "a.txt": content was changed on both sides',
    ]);
    expect(run(files(file('f', '1')), files(file('f', '1', 'b')), files(file('f', '1', 'c')))).toEqual([
      'file | f | b | name | file "b": name was changed on both sides',
    ]);
    expect(run(files(file('f', '1')), files(), files(file('f', '3')))).toEqual([
      'file | f | a.txt | deleted | file "a.txt" was deleted on one side and changed on the other',
    ]);
    const one = (title: string, ...lines: string[]) => ({
      reusableContents: [{ id: 'r', title, markdown: write(...lines) }],
    });
    expect(run(one('R', '1'), one('S', '2'), one('T', '3'))).toEqual([
      'reusable-content | r | S | title | reusable-content "S": title was changed on both sides',
      'reusable-content | r | S | markdown | reusable-content "S": markdown was changed on both sides',
    ]);
    expect(run({ variables: { v: 1 } }, { variables: { v: 2 } }, { variables: { v: 3 } })).toEqual([
      'variable | v | v | value | variable "v" was changed on both sides',
    ]);
  });

  it('is told once, however often it is met', () => {
    const ours = set(set(base, 'a', { title: 'X' }), 'c', { title: 'X' });
    const theirs = set(set(base, 'a', { title: 'Y' }), 'c', { title: 'Y' });
    expect(shown(merge(ours, theirs))).toEqual(['a.title', 'c.title']);
    // The page itself and what it would stand below: one page, one conflict.
    const [out, into] = [removePage(base, 'b'), movePage(base, 'a', { parentId: 'c' })];
    expect(shown(merge(out, into))).toEqual(['a.parent']);
    const [here, there] = [movePage(base, 'e', { parentId: 'a' }), movePage(base, 'e', { parentId: 'b' })];
    expect(shown(merge(here, removePage(there, 'a')))).toEqual(['e.parent']);
  });
});

describe('merging every field of a page', () => {
  it.each([
    ['type', 'group'],
    ['title', 'T'],
    ['slug', 's'],
    ['emoji', '🚀'],
    ['icon', 'book'],
    ['description', 'D'],
    ['hidden', true],
    ['noIndex', true],
    ['noRobotsIndex', true],
    ['cover', { ref: 'x' }],
    ['target', { kind: 'url', url: 'https://x.example' }],
    ['computed', { integration: 'i' }],
  ])('takes %s of the side that changed it, and calls it an edit of a deleted page', (field, value) => {
    // The type of each value follows the field; what is tested holds for any.
    const changed = set(base, 'c', { [field]: value } as Partial<PageNode>);
    const other = set(base, 'c', { markdown: write('x') });
    for (const { tree, conflicts } of [merge(changed, other), merge(other, changed)]) {
      expect(conflicts).toEqual([]);
      expect(get(tree, 'c')).toMatchObject({ [field]: value });
    }
    expect(shown(merge(changed, removePage(base, 'c')))).toEqual(['c.deleted']);
    expect(shown(merge(removePage(base, 'c'), changed))).toEqual(['c.deleted']);
  });

  it.each(['variables', 'layout'] as const)('calls a change of %s an edit of a deleted page', (field) => {
    const changed = set(base, 'c', { [field]: { x: true } } as Partial<PageNode>);
    expect(shown(merge(changed, removePage(base, 'c')))).toEqual(['c.deleted']);
    expect(get(merge(changed, base).tree, 'c')).toMatchObject({ [field]: { x: true } });
    expect(get(merge(base, base).tree, 'c')).not.toHaveProperty(field);
  });

  it('keeps an empty record that both sides have, and drops one that a side took away', () => {
    const empty = set(base, 'a', { variables: {} });
    const both = mergeTrees({ base: empty, ours: empty, theirs: empty, content });
    expect(get(both.tree, 'a')).toHaveProperty('variables', {});
    const gone = mergeTrees({ base: empty, ours: empty, theirs: base, content });
    expect(get(gone.tree, 'a')).not.toHaveProperty('variables');
  });

  it('takes the earlier creation, the later update and the greater place in a repository', () => {
    const stamped = (createdAt: string, updatedAt: string, path: string) =>
      set(base, 'a', { createdAt, updatedAt, git: { path } as NonNullable<PageNode['git']> });
    const one = stamped('2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z', 'a.md');
    const two = stamped('2024-01-02T00:00:00Z', '2024-02-02T00:00:00Z', 'b.md');
    const expected = {
      createdAt: '2024-01-01T00:00:00Z',
      updatedAt: '2024-02-02T00:00:00Z',
      git: { path: 'b.md' },
    };
    expect(get(merge(one, two).tree, 'a')).toMatchObject(expected);
    expect(get(merge(two, one).tree, 'a')).toMatchObject(expected);
    expect(get(merge(one, base).tree, 'a')).toMatchObject({ createdAt: '2024-01-01T00:00:00Z' });
    // What one side left alone says nothing, be it greater or later.
    const back = mergeTrees({ base: two, ours: two, theirs: one, content });
    expect(get(back.tree, 'a')).toMatchObject({ updatedAt: '2024-02-01T00:00:00Z', git: { path: 'a.md' } });
    const { git: _, ...bare } = get(one, 'a') ?? page('a');
    const without = replacePage(one, 'a', () => bare);
    for (const [ours, theirs] of [
      [without, two],
      [two, without],
    ] as const) {
      expect(get(mergeTrees({ base: one, ours, theirs, content }).tree, 'a')?.git?.path).toBe('b.md');
    }
  });

  it('gives both a text where one side had none, and refuses two', () => {
    const { markdown: _, ...bare } = page('n');
    const old: Tree = { ...emptyTree(), pages: [bare] };
    const [x, y] = [set(old, 'n', { markdown: write('x') }), set(old, 'n', { markdown: write('y') })];
    const run = (ours: Tree, theirs: Tree) => mergeTrees({ base: old, ours, theirs, content });
    expect(content.text(get(run(x, old).tree, 'n')?.markdown ?? '')).toBe('x\n');
    expect(content.text(get(run(old, x).tree, 'n')?.markdown ?? '')).toBe('x\n');
    expect(shown(run(x, y))).toEqual(['n.markdown']);
    const blank = set(old, 'n', { markdown: content.put('') });
    expect(content.text(get(run(blank, x).tree, 'n')?.markdown ?? '')).toBe('x\n');
    const gone = mergeTrees({ base: x, ours: old, theirs: y, content });
    expect(shown(gone)).toEqual(['n.markdown']);
  });
});

describe('merging the dimensions of a file', () => {
  it('takes them with the bytes, and drops them with the bytes', () => {
    const file = (hash: string, width?: number) => ({
      ...base,
      files: [
        {
          id: 'f',
          name: 'a.png',
          contentType: `image/${hash}`,
          size: hash.length,
          hash,
          ...(width !== undefined && { dimensions: { width, height: 1 } }),
        },
      ],
    });
    const run = (old: Tree, ours: Tree, theirs: Tree) =>
      mergeTrees({ base: old, ours, theirs, content }).tree.files[0];
    expect(run(file('a', 1), file('a', 1), file('bb', 2))).toEqual(file('bb', 2).files[0]);
    expect(run(file('a', 1), file('a', 1), file('bb'))).toEqual(file('bb').files[0]);
    expect(run(file('a', 1), file('bb', 2), file('a', 1))).toEqual(file('bb', 2).files[0]);
    expect(run(file('a', 1), file('bb', 2), file('bb', 2))).toEqual(file('bb', 2).files[0]);
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
