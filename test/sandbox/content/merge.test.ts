import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTrees as mergeTreesSteps } from '../../../src/sandbox/content/merge/merge.ts';
import { emptyTree, type Tree } from '../../../src/sandbox/content/model.ts';
import { atOnce, walk } from '../../../src/sandbox/content/tree.ts';
import { memoryContent } from '../../helpers/memory-content.ts';
import { applyEdits, edits, startOf } from '../../helpers/random-edits.ts';
import { textCases } from '../../helpers/text-cases.ts';
import { treeEdits } from '../../helpers/tree-edits.ts';

const mergeTrees = (...input: Parameters<typeof mergeTreesSteps>) => atOnce(mergeTreesSteps(...input));
type Merged = ReturnType<typeof mergeTrees>;

const content = memoryContent();
const write = (...lines: string[]) => content.put(lines.map((line) => `${line}\n`).join(''));
const { page, edited } = treeEdits(() => content, ['one', 'two', 'three', 'four', '']);
const after = (tree: Tree, lines = '') => lines.split('\n').filter(Boolean).reduce(edited, tree);
const START = after(emptyTree(), 'a new\nb new\nc new b\nd new b\ne new');
const namesIn = ({ conflicts }: Merged) => conflicts.map(({ id, field }) => `${id}.${field}`);

const word = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\n', '\\n') : JSON.stringify(value);
const fieldsOf = (name: string, one: object) =>
  Object.entries(one).flatMap(([key, value]) => {
    if (key === 'pages') return [];
    const text = key === 'markdown' || key === 'hash' ? content.text(String(value)) : value;
    return [[`${name} ${key}`, word(text)] as const];
  });

/** Every field of what is in the tree, by its name. */
const allOf = (tree: Tree) =>
  new Map([
    ...[...walk(tree.pages)].flatMap(({ page: one }) => fieldsOf(one.id, one)),
    ...tree.files.flatMap((one) => fieldsOf(one.id, one)),
    ...tree.reusableContents.flatMap((one) => fieldsOf(one.id, one)),
    ...fieldsOf('variable', tree.variables),
  ]);

/** The pages by their paths, the files, and each field that is not as it was; or the conflicts. */
function shown({ tree, conflicts }: Merged, base: Tree, ours: Tree): string[] {
  if (conflicts.length > 0) {
    expect(tree).toBe(ours);
    return conflicts.map(({ kind, id, title, field, reason }) =>
      [kind, id, title, field, reason].join(' | '),
    );
  }
  const [old, now] = [allOf(base), allOf(tree)];
  const paths = [...walk(tree.pages)].map(({ path, page: { id, slug } }) =>
    slug === id ? path : `${path}:${id}`,
  );
  const isLeft = (name: string) => now.has(`${name.split(' ')[0]} id`) || name.startsWith('variable ');
  return [
    ['pages', ...paths].join(' '),
    ...(tree.files.length === 0 ? [] : [['files', ...tree.files.map(({ id }) => id)].join(' ')]),
    ...[...now].flatMap(([name, value]) => (old.get(name) === value ? [] : [`${name} = ${value}`])),
    ...[...old.keys()].flatMap((name) => (now.has(name) || !isLeft(name) ? [] : [`${name} is gone`])),
  ];
}

/** Merged, and with the sides exchanged: what comes of it then is shown only where it is something else. */
function bothWays(base: Tree, ours: Tree, theirs: Tree): string {
  const [one, other] = [
    mergeTrees({ base, ours, theirs, content }),
    mergeTrees({ base, ours: theirs, theirs: ours, content }),
  ];
  const [lines, exchanged] = [shown(one, base, ours), shown(other, base, theirs)];
  expect(namesIn(other).sort()).toEqual(namesIn(one).sort());
  if (one.conflicts.length === 0) expect(exchanged.sort()).toEqual([...lines].sort());
  return lines.map((line) => `${line}\n`).join('');
}

// Edits of `ours` and `theirs`, as test/helpers/tree-edits.ts has them, to what was `before`; of `ours, each` by itself.
textCases(join(import.meta.dirname, 'merged'), async (_, { before, ours, theirs, 'ours, each': each }) => {
  const base = after(START, before);
  const sides = each === undefined ? [ours ?? ''] : each.trimEnd().split('\n');
  const merged = sides.map((lines) => bothWays(base, after(base, lines), after(base, theirs)));
  return { merged: merged.join('') };
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
        expect(namesIn(one).sort()).toEqual(namesIn(two).sort());
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
