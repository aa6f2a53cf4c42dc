import { describe, expect, it } from 'vitest';
import { excerptOf } from '../../src/sandbox/resources/content/search-rules.ts';
import { growth, LINEAR } from '../helpers/growth.ts';

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

  it('shows the place of a word within a text without spaces', () => {
    const excerpt = excerptOf(
      `${'東京は日本の首都です。'.repeat(60)}京都は古い町です。${'静かな朝。'.repeat(90)}`,
      ['古い町'],
    );
    expect(excerpt).toMatch(/^…[^ ]+古い町[^ ]+…$/);
    expect(excerpt.length).toBeLessThan(260);
  });

  it('takes no longer than a text is long', () => {
    expect(growth((size) => excerptOf('a'.repeat(size), ['b']), 125_000)).toBeLessThan(LINEAR);
    expect(growth((size) => excerptOf('é '.repeat(size), ['zz']), 25_000)).toBeLessThan(LINEAR);
  });
});
