import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFavoring, mergeText, mergeWithMarkers } from '../../../src/markdown/merge-lines.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';
import { mergedByGit } from '../../helpers/merge-file.ts';

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');

describe('merging texts', () => {
  it('gives up in time on long texts that have nothing in common', () => {
    const many = (prefix: string, size: number) =>
      text(...Array.from({ length: size }, (_, n) => `${prefix}${n}`));
    const merge = (size: number) => mergeText(many('a', size), many('b', size), many('c', size));
    expect(merge(4000)).toBeUndefined();
    expect(growth(merge, 500)).toBeLessThan(LINEAR);
  });
});

/** A text, and an edit of it that writes lines of its own. */
const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '# d'), { maxLength: 12 });
const edit = (mark: string) =>
  fc
    .array(fc.tuple(fc.nat({ max: 14 }), fc.nat({ max: 2 }), fc.nat({ max: 2 })), { maxLength: 3 })
    .map((edits) => (old: string[]) => {
      const out = [...old];
      for (const [n, [at, drop, add]] of edits.entries()) {
        out.splice(at % (out.length + 1), drop, ...Array.from({ length: add }, (_, k) => `${mark}${n}.${k}`));
      }
      return out;
    });
const triple = fc
  .tuple(lines, edit('o'), edit('t'))
  .map(([old, ours, theirs]) => ({ base: old, ours: ours(old), theirs: theirs(old) }));
const count = (list: string[], line: string) => list.filter((one) => one === line).length;

describe('lines that both sides changed', () => {
  const sides = { base: 'a\nb\nc\nd\n', ours: 'a\nours\nc\nD\n', theirs: 'A\ntheirs\nc\nd\n' };
  const labels = { base: 'before', ours: 'here', theirs: 'there' };

  it('are those of the side that is favored, beside what the other changed alone', () => {
    expect(mergeFavoring('ours', sides)).toBe('a\nours\nc\nD\n');
    expect(mergeFavoring('theirs', sides)).toBe('A\ntheirs\nc\nD\n');
  });

  it('stand between markers, with what was there before', () => {
    expect(mergeWithMarkers(sides, labels)).toBe(
      text(
        ...[
          '<<<<<<< here',
          'a',
          'ours',
          '||||||| before',
          'a',
          'b',
          '=======',
          'A',
          'theirs',
          '>>>>>>> there',
        ],
        ...['c', 'D'],
      ),
    );
  });

  it('end before the marker, also where a text has no last newline or no line at all', () => {
    expect(mergeWithMarkers({ base: 'a', ours: 'b', theirs: '' }, labels)).toBe(
      text('<<<<<<< here', 'b', '||||||| before', 'a', '=======', '>>>>>>> there'),
    );
  });

  it('need no marker and no favor where the sides do not touch', () => {
    fc.assert(
      fc.property(triple, ({ base, ours, theirs }) => {
        const all = { base: text(...base), ours: text(...ours), theirs: text(...theirs) };
        const merged = mergeText(all.base, all.ours, all.theirs);
        const marked = mergeWithMarkers(all, labels);
        if (merged === undefined) expect(marked).toMatch(/^<<<<<<< here\n/m);
        else
          expect([marked, mergeFavoring('ours', all), mergeFavoring('theirs', all)]).toEqual([
            merged,
            merged,
            merged,
          ]);
        expect(mergeFavoring('theirs', { ...all, ours: all.theirs, theirs: all.ours })).toBe(
          mergeFavoring('ours', all),
        );
      }),
    );
  });
});

describe('properties', () => {
  it('keeps each side against an unchanged other, whichever stands first', () => {
    fc.assert(
      fc.property(triple, ({ base: b, ours, theirs }) => {
        expect(mergeText(text(...b), text(...ours), text(...b))).toBe(text(...ours));
        expect(mergeText(text(...b), text(...b), text(...theirs))).toBe(text(...theirs));
        expect(mergeText(text(...b), text(...ours), text(...ours))).toBe(text(...ours));
        expect(mergeText(text(...b), text(...ours), text(...theirs))).toBe(
          mergeText(text(...b), text(...theirs), text(...ours)),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('loses no line that a side added', () => {
    fc.assert(
      fc.property(triple, ({ base: b, ours, theirs }) => {
        const merged = mergeText(text(...b), text(...ours), text(...theirs));
        if (merged === undefined) return;
        const out = merged.split('\n').slice(0, -1);
        for (const line of [...ours, ...theirs].filter((one) => /^[ot]\d/.test(one)))
          expect(out).toContain(line);
        // Where no line was taken from both sides alike, numbers add up: base + what each side added or took.
        if (!sharedRemovals(b, ours, theirs)) {
          for (const line of new Set([...b, ...out])) {
            expect(count(out, line)).toBe(count(ours, line) + count(theirs, line) - count(b, line));
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});

const sharedRemovals = (b: string[], ours: string[], theirs: string[]) =>
  b.some((line) => count(ours, line) < count(b, line) && count(theirs, line) < count(b, line));

describe('against git merge-file', () => {
  const git = spawnSync('git', ['--version']).status === 0;
  const CASES = process.env.DOCS_HARDEN ? 1000 : 60;

  // Of 10,000 such cases two differ, in which lines that are repeated can be aligned in several right ways.
  it.runIf(git)(
    'finds the same conflicts as git, and where there is none writes the same text',
    () => {
      const cases = fc
        .sample(triple, { numRuns: CASES, seed: 7 })
        .map((one) => ({ base: text(...one.base), ours: text(...one.ours), theirs: text(...one.theirs) }));
      const byGit = mergedByGit(cases);
      expect(cases.map((one) => mergeText(one.base, one.ours, one.theirs))).toEqual(byGit);
      expect(byGit.filter((one) => one !== undefined).length).toBeGreaterThan(CASES / 5);
    },
    60_000,
  );
});
