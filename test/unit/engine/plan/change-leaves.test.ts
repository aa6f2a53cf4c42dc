// A value on the line of a plan cannot pass for more than the value.
import { describe, expect, it } from 'vitest';
import { leavesOf, pairOf, wordOf } from '../../../../src/engine/plan/change-leaves.ts';

describe('a value on a line', () => {
  it.each([
    ['Docs', 'Docs'],
    ['Notes: what is new', 'Notes: what is new'],
    [null, '(none)'],
    ['', '""'],
    ['(none)', '"(none)"'],
    ['Docs, visibility: public -> private', '"Docs, visibility: public -> private"'],
    ['Docs,\nrole: read', '"Docs,\\nrole: read"'],
    ['read -> edit', '"read -> edit"'],
    ['"Docs"', '"\\"Docs\\""'],
  ])('%j is told as %s', (value, told) => expect(wordOf(value)).toBe(told));

  it('is cut between letters, never within one', () => {
    for (let before = 0; before < 64; before += 1) {
      const text = `${'x'.repeat(before)}${'👩‍👩‍👧‍👦'.repeat(20)}`;
      for (const shown of [wordOf(text), pairOf(`${text}a`, `${text}b`)])
        expect(shown.isWellFormed(), shown).toBe(true);
    }
  });

  it.each([
    ['https://docs.tarnpost.example.customers.eu-central-1.documentation-cdn.evil.example', '/a/path'],
    [`https://docs.tarnpost.example:443${'x'.repeat(40)}@evil.example`, '?q'],
  ])('is not cut before the host of a URL ends: %s', (host, path) => {
    const url = `${host}${path}${'-long'.repeat(20)}`;
    expect(wordOf(url)).toBe(`${host}...`);
    const shown = pairOf(url, url.replace('evil', 'good'));
    expect(shown.match(/(?:evil|good)\.example/g)).toHaveLength(2);
  });

  it('has one arrow of its own', () => {
    expect(pairOf('Guides', 'Docs')).toBe('Guides -> Docs');
    expect(pairOf('Guides', 'Docs -> Guides')).toBe('Guides -> "Docs -> Guides"');
  });
});

describe('a list', () => {
  const links = ['One', 'Two', 'Three'].map((title) => ({ title, to: { url: `https://${title}.example` } }));
  const lines = (from: unknown, to: unknown) =>
    leavesOf('links', from, to).map((leaf) => `${leaf.field}: ${pairOf(leaf.from, leaf.to)}`);

  it.each([[], null, undefined])('of objects that comes in place of %j has each of them whole', (none) => {
    expect(lines(none, links)).toEqual(
      links.map((link, at) => `links.${at}: (none) -> ${JSON.stringify(link)}`),
    );
  });

  it('of objects that is longer or shorter has the elements that came or went', () => {
    const [one, two, three] = links;
    expect(lines([one, three], links)).toEqual([`links.1: (none) -> ${JSON.stringify(two)}`]);
    expect(lines(links, [two, three])).toEqual([`links.0: ${JSON.stringify(one)} -> (none)`]);
    expect(lines(links, [one, two, { ...three, title: 'Four' }])).toEqual(['links.2.title: Three -> Four']);
  });

  it('of texts is shown whole', () => {
    const names = Array.from({ length: 30 }, (_, at) => `person${at}@tarnpost.example`);
    expect(wordOf(names)).toBe(JSON.stringify(names));
    expect(lines([], names)).toEqual([`links: [] -> ${JSON.stringify(names)}`]);
  });
});
