// Texts that take the runtime time by the square of their length: each reader of them takes linear time, or refuses.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Str } from '../../../src/api/builders.ts';
import { check } from '../../../src/api/check.ts';
import { isPublished } from '../../../src/engine/references/find-things.ts';
import { maskUrl } from '../../../src/files/mask-url.ts';
import { nearest } from '../../../src/files/nearest.ts';
import { nameKey, safeName } from '../../../src/files/safe-path.ts';
import { normalized, parsedUrl } from '../../../src/files/texts.ts';
import { slugify } from '../../../src/markdown/heading-anchor.ts';
import { safeSegment } from '../../../src/sandbox/content/repository/repo-layout.ts';
import { titleWordsOf, wordsOf } from '../../../src/sandbox/content/words.ts';
import { wordsOf as wordsOfConversation } from '../../../src/sandbox/resources/insights/conversations-rules.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';
import { reached } from '../../helpers/runs.ts';

/** In an order in which Unicode does not leave them. */
const pile = (length: number) => `a${'\u0301\u0316'.repeat(length / 2)}`;
const NAMERS: Record<string, (text: string) => unknown> = {
  'the name of a file': safeName,
  'what two names share': nameKey,
  'a name that comes near': (text) => nearest(text, [`${text}x`]),
  'the words of a page': wordsOf,
  'the words of a conversation': wordsOfConversation,
  'the slug of a page': slugify,
  'a path of a repository': safeSegment,
};

describe('a pile of accents', () => {
  it.each(Object.entries(NAMERS))('takes %s no longer than it is high', (_, name) => {
    expect(growth((length) => name(pile(length)), 10_000)).toBeLessThan(LINEAR);
    reached('P10', 'texts', 1);
  });

  it('of other marks than accents is cut from a slug in linear time, too', () => {
    expect(growth((length) => slugify(`a${'\u05a1\u0591'.repeat(length / 2)}`), 10_000)).toBeLessThan(LINEAR);
  });

  it('is normalized nowhere else', () => {
    // One letter, or what has no marks any more.
    const harmless = ['sandbox/content/words.ts', 'sandbox/resources/content/search-rules.ts'];
    const found = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && /\.normalize\('NF/.test(readFileSync(join('src', name), 'utf8')),
    );
    expect(found.sort()).toEqual(harmless);
  });

  it('of any language is what Unicode makes of it', () => {
    for (const text of ['Übersicht', 'Việt Nam', 'ที่นี่', 'e\u0301\u0323', pile(28), '각', '①ﬁ'])
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
        expect(normalized(text, form)).toBe(text.normalize(form));
  });
});

describe('the URL of a host with a name without end', () => {
  const host = (length: number) =>
    Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + (at % 20_000))).join('');
  const readers: Record<string, (url: string) => unknown> = {
    'is none': (url) => expect(parsedUrl(url)).toBeUndefined(),
    'is masked': (url) => expect(maskUrl(url.replace('//', '//me:hunter2@'))).not.toContain('hunter2'),
    'is no published address': (url) => expect(isPublished(url)).toBe(false),
    'is no URL of a request': (url) => expect(check(Str({ format: 'uri' }), url)).toHaveLength(1),
  };
  it.each(Object.entries(readers))('%s, in no time', (_, read) => {
    expect(growth((length) => read(`https://${host(length)}/`), 12_000)).toBeLessThan(LINEAR);
    reached('P10', 'texts', 1);
  });

  it('does not stand in the way of others', () => {
    expect(parsedUrl('https://docs.example.com/a?b#c')?.host).toBe('docs.example.com');
    expect(parsedUrl('../b', 'https://docs.example.com/a/c')?.href).toBe('https://docs.example.com/b');
    expect(parsedUrl(`https://docs.example.com/${'a'.repeat(5000)}`)).toBeDefined();
  });
});

it('names as long as these are not compared letter by letter', () => {
  const work = (length: number) => nearest(`b${'a'.repeat(length)}`, [`c${'a'.repeat(length)}`]);
  expect(growth(work, 1000)).toBeLessThan(LINEAR);
  reached('P10', 'texts', 1);
});

it('a title without spaces has no more words than a search could ask for', () => {
  expect(growth((length) => titleWordsOf('漢字'.repeat(length)), 4000)).toBeLessThan(LINEAR);
  expect(titleWordsOf('文字列')).toEqual(['文字列', '字列', '列']);
  reached('P10', 'texts', 1);
});
