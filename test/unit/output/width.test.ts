import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeLine } from '../../../src/output/safe-text.ts';
import {
  cutToLength,
  cutToWidth,
  displayWidth,
  isPlain,
  padToWidth,
  wrapText,
} from '../../../src/output/width.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';
import { reached, runs } from '../../helpers/runs.ts';

const unicode = fc.string({ unit: 'grapheme' }).map(safeLine);

describe('cutting', () => {
  it('never exceeds the width, never splits a pair, and keeps what fits', () => {
    const count = runs('T5', 'strings', 2000);
    fc.assert(
      fc.property(unicode, fc.integer({ min: 1, max: 30 }), (text, width) => {
        const cut = cutToWidth(text, width);
        expect(displayWidth(cut)).toBeLessThanOrEqual(width);
        expect(cut).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
        if (displayWidth(text) <= width) expect(cut).toBe(text);
        expect(displayWidth(padToWidth(cut, width))).toBe(width);
      }),
      { numRuns: count },
    );
    reached('T5', 'strings', count);
  });
});

it('measures plain characters as it would measure them beside others', () => {
  const plain = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(isPlain);
  expect(plain.length).toBeGreaterThan(1000);
  // What is not plain is measured by its graphemes.
  expect(plain.filter((char) => displayWidth(`${char}字`) !== 3)).toEqual([]);
  const joins = plain.filter((char) => displayWidth(`a${char}b${char}${char}字`) !== 7);
  expect(joins).toEqual([]);
});

describe('a text without end', () => {
  const PARTS = ['字', '😀', 'e\u0301', '👩‍👩‍👧', 'ｱ', 'ก\u0e33', '\u0301'];

  it.each(PARTS)('takes no longer to measure, cut and wrap than it is long: %#', (part) => {
    const work = (length: number) => {
      const text = part.repeat(length);
      displayWidth(text);
      expect(displayWidth(cutToWidth(text, 80))).toBeLessThanOrEqual(80);
      expect(cutToWidth(text, 80).length).toBeLessThan(1000);
      cutToLength(text, 300);
      wrapText(`a ${text} b`, 80);
    };
    expect(growth(work, 12_500)).toBeLessThan(LINEAR);
    expect(displayWidth(part.repeat(200_000))).toBeGreaterThan(80);
    reached('P10', 'texts', 1);
  });

  it.each(['😀', 'e\u0301', '👩‍👩‍👧', '字'])('is measured right where slices meet: %s', (part) => {
    for (let shift = 0; shift < 12; shift += 1) {
      const text = 'x'.repeat(shift) + part.repeat(700);
      expect(displayWidth(text)).toBe(shift + 700 * displayWidth(part));
    }
  });
});
