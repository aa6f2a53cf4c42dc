import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTextDiff, type TextDiff } from '../../../src/output/text-diff.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

const compare = await loadTextDiff();

/** The text after, made from the text before and the hunks alone. */
function applied(before: string, { hunks }: TextDiff): string {
  const old = before === '' ? [] : before.replace(/\n$/, '').split('\n');
  const fresh: string[] = [];
  let at = 0;
  for (const { oldStart, oldLines, lines } of hunks) {
    const start = oldLines === 0 ? oldStart : oldStart - 1;
    fresh.push(...old.slice(at, start));
    at = start + oldLines;
    for (const { type, text } of lines) if (type !== 'removed') fresh.push(text);
  }
  return [...fresh, ...old.slice(at)].map((line) => `${line}\n`).join('');
}

const line = fc.constantFrom(
  '',
  'one',
  'two words',
  'three more words',
  '- a list',
  '```',
  '\\ No newline at end of file',
  '+x',
  '-y',
);
const textOf = fc.array(line, { maxLength: 30 }).map((lines) => lines.map((one) => `${one}\n`).join(''));

describe('a diff of two texts', () => {
  it('tells the later text to who has the earlier one', () => {
    fc.assert(
      fc.property(textOf, textOf, (before, after) => {
        const diff = compare(before, after);
        expect(applied(before, diff)).toBe(after);
        expect(diff.hunks.length === 0).toBe(before === after);
      }),
      { numRuns: 300 },
    );
  });

  it('marks words within their line: what is left on both sides is the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.lorem({ maxCount: 8 }), { maxLength: 6 }),
        fc.array(fc.lorem({ maxCount: 8 }), { maxLength: 6 }),
        (a, b) => {
          const { hunks } = compare(a.join('\n'), b.join('\n'));
          for (const { type, text, marks } of hunks.flatMap(({ lines }) => lines)) {
            expect(type === 'same' && marks !== undefined).toBe(false);
            let end = 0;
            for (const [from, to] of marks ?? []) {
              expect(from).toBeGreaterThanOrEqual(end);
              expect(to).toBeGreaterThan(from);
              expect(to).toBeLessThanOrEqual(text.length);
              end = to;
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('marks the words that were added to a line', () => {
    const { hunks, added, removed } = compare(
      'the printer wants ZPL: see labels\n',
      'the printer wants ZPL in its own way: see labels\n',
    );
    const [old, fresh] = hunks[0]?.lines ?? [];
    expect([added, removed]).toEqual([1, 1]);
    expect(old?.marks).toBeUndefined();
    expect(fresh?.marks?.map(([from, to]) => fresh.text.slice(from, to))).toEqual([' in its own way']);
  });

  it('marks nothing in lines that have little in common', () => {
    const { hunks } = compare('alpha beta gamma\n', 'one two three\n');
    expect(hunks[0]?.lines.every(({ marks }) => marks === undefined)).toBe(true);
  });

  it('takes a missing line end and Windows line ends for no difference', () => {
    expect(compare('a\nb', 'a\nb\n').hunks).toEqual([]);
    expect(compare('a\r\nb\r\n', 'a\nb\n').hunks).toEqual([]);
  });

  it('shows a text in place of the other when too much differs, and takes no long time for it', () => {
    const text = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}\n`).join('');
    const before = text('old');
    const diff = compare(before, text('new'));
    expect([diff.added, diff.removed, diff.hunks.length]).toEqual([20_000, 20_000, 1]);
    expect(applied(before, diff)).toBe(text('new'));
  });
});

it('a long text that is new all over is compared in time, and its first lines word by word', () => {
  const text = (from: number, lines: number) =>
    Array.from({ length: lines }, (_, line) =>
      Array.from({ length: 250 }, (_, word) =>
        word % 10 !== 0 ? `same${word}` : `w${(from + line * word) % 997}`,
      ).join(' '),
    ).join('\n');
  const { hunks, added } = compare(text(1, 1500), text(500, 1500));
  expect(growth((lines) => compare(text(1, lines), text(500, lines)), 60)).toBeLessThan(LINEAR);
  expect(added).toBe(1500);
  const marked = hunks.flatMap(({ lines }) => lines).filter(({ marks }) => marks !== undefined);
  expect(marked.length).toBeGreaterThan(10);
  expect(marked.length).toBeLessThan(300);
});
