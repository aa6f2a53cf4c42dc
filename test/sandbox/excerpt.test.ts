import { describe, expect, it } from 'vitest';
import { excerptOf } from '../../src/sandbox/actions/content/excerpt.ts';

const filler = Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ');

describe('an excerpt', () => {
  it('is a short text as it is, on one line', () => {
    expect(excerptOf('one\n\ntwo   three', ['two'])).toBe('one two three');
  });

  it('shows the place of the first word of the query, cut between words', () => {
    const text = `${filler} the parcel arrives ${filler}`;
    const excerpt = excerptOf(text, ['parcel']);
    expect(excerpt).toMatch(/^…word\d+ .* parcel .*…$/);
    expect(excerpt.length).toBeLessThan(260);
  });

  it('finds words with accents and other endings, and begins at the top when it finds none', () => {
    expect(excerptOf(`${filler} Überweisung Connections ${filler}`, ['uberweisung'])).toContain(
      'Überweisung',
    );
    expect(excerptOf(`${filler} Connections ${filler}`, ['connecting'])).toContain('Connections');
    expect(excerptOf(filler, ['zebra'])).toMatch(/^…?word0 |^word0 /);
  });

  it('takes any text in no time', () => {
    const before = performance.now();
    excerptOf('a'.repeat(1_000_000), ['b']);
    excerptOf('é '.repeat(200_000), ['zz']);
    expect(performance.now() - before).toBeLessThan(2000);
  });
});
