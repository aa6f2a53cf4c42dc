import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeLine } from '../../../src/output/safe-text.ts';
import { cutToLength, cutToWidth, displayWidth, padToWidth, wrapText } from '../../../src/output/width.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';
import { reached, runs } from '../../helpers/runs.ts';

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['한글', 4],
    ['\u1112\u1161\u11ab', 2],
    ['ｶﾅ', 2],
    ['Ａ', 2],
    ['🙂', 2],
    ['🫠', 2],
    ['👩‍👩‍👧', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['1️⃣', 2],
    ['❤️', 2],
    ['❤', 1],
    ['שלום', 4],
    ['a\u200bb', 2],
  ])('%j takes %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

const unicode = fc.string({ unit: 'grapheme' }).map(safeLine);

describe('cutting', () => {
  it('cuts on a grapheme and marks the cut', () => {
    expect(cutToWidth('hello world', 8)).toBe('hello w…');
    expect(cutToWidth('漢字漢字', 4)).toBe('漢…');
    expect(cutToWidth('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
    expect(cutToWidth('漢字', 4)).toBe('漢字');
    expect(cutToWidth('abc', 0)).toBe('');
  });

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

  it('cuts to a length in units as well', () => {
    expect(cutToLength('abcdef', 4)).toBe('abc…');
    expect(cutToLength('ab🙂🙂', 4)).toBe('ab…');
    expect(cutToLength('abc', 3)).toBe('abc');
  });
});

describe('wrapText', () => {
  it('breaks between words and keeps line ends and long words', () => {
    expect(wrapText('one two three\nfour', 8)).toEqual(['one two', 'three', 'four']);
    expect(wrapText('see https://example.com/long here', 10)).toEqual([
      'see',
      'https://example.com/long',
      'here',
    ]);
    expect(wrapText('漢字 漢字', 6)).toEqual(['漢字', '漢字']);
  });
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
