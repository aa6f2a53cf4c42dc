import { expect, it } from 'vitest';
import { loadMapTargets } from '../../../src/markdown/link-targets.ts';

it.each([
  [
    'cells of a table',
    '| A | B |\n| --- | --- |\n| ``[`a`](a.md).oid | x |\n| ``[`b`](b.md).oid | [c](c.md) |\n',
  ],
  ['one row', '| A | B |\n| --- | --- |\n| ``[`a`](a.md) | `` [b](b.md) |\n'],
  ['items of a list', '* `` [a](a.md)\n* `` [b](b.md)\n'],
  ['sentences, of which one begins with an escaped mark', '\\` [`a`](a.md) and `b` [b](b.md)\n'],
  ['a heading and its text', '## `` [a](a.md)\n`` [b](b.md)\n'],
])('changes targets between marks of code that are in different %s', async (_, text) => {
  const mapTargets = await loadMapTargets();
  expect(mapTargets(text, (target) => `new/${target}`)).toBe(text.replaceAll(/\]\((\w)\.md/g, '](new/$1.md'));
});

it('leaves code as it is, in a cell and over lines of one block', async () => {
  const mapTargets = await loadMapTargets();
  const text =
    '| A |\n| --- |\n| `[a](a.md)` \\| `[b](b.md)` |\n\nText `` [a](a.md)\n[b](b.md) `` more\n\n```md\n[a](a.md)\n```\n';
  expect(mapTargets(text, () => 'other.md')).toBe(text);
});

it.each([
  ['![A](a%20%281%29.svg)', 'a (1).svg', '![A](<a (1).svg>)'],
  ['[A]: a.md', 'a b.md', '[A]: <a b.md>'],
  ['[A](<a b.md>)', 'c d.md', '[A](<c d.md>)'],
  ['[A](<a b.md>)', 'c.md', '[A](c.md)'],
  ['[A](a.md)', 'a_(b).md', '[A](a_(b).md)'],
  ['<img src="a.png">', 'a b.png', '<img src="a b.png">'],
])('writes %s with the target %s so that nothing in it ends it', async (text, target, written) => {
  const mapTargets = await loadMapTargets();
  expect(mapTargets(text, () => target)).toBe(written);
});
