// The parser of Markdown as it is built: the same parser, whose tokens are plain objects.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { plainFields } from '../../../src/build/plain-fields.ts';

const require = createRequire(import.meta.url);
const file = require.resolve('markdown-it');
const source = readFileSync(file, 'utf8');

interface Parser {
  parse(text: string, env: object): unknown[];
  render(text: string): string;
}

function parserOf(code: string): Parser {
  const module = { exports: {} as (options: object) => Parser };
  new Function('module', 'exports', 'require', code)(module, module.exports, createRequire(file));
  return module.exports({ html: true, linkify: true });
}

it('assigns every field of every class', () => {
  const fields = /_defineProperty\(\s*this\b/g;
  expect(source.match(fields)?.length).toBeGreaterThan(40);
  expect(plainFields(source).match(fields)).toBeNull();
});

it('leaves values and other calls as they are', () => {
  expect(plainFields('_defineProperty(this, "ruler", new Ruler());')).toBe('this.ruler = new Ruler();');
  expect(plainFields('_defineProperty(\n\tthis,\n\t/** Of it. */\n\t"map",\n\tnull\n);')).toBe(
    'this.map = null;',
  );
  const other = '_defineProperty(MarkdownIt, "Token", Token);';
  expect(plainFields(other)).toBe(other);
});

it('parses and renders the same', () => {
  const text =
    '# One <a id="x"></a>\n\n* a **b** [c](d "e")\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n' +
    '> ![i](j) https://example.com &amp; \\*\n\n```js\ncode\n```\n\n1. x\n   y  \n   z\n\n<div>\n\n[r]: /url\n\n[r] ~~s~~\n';
  const [built, given] = [parserOf(plainFields(source)), parserOf(source)];
  expect(built.render(text)).toBe(given.render(text));
  expect(JSON.stringify(built.parse(text, {}))).toBe(JSON.stringify(given.parse(text, {})));
});
