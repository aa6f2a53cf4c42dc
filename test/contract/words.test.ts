// What people read is American English that needs no second reading: every text of the source, not only help.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { idiomIn } from '../helpers/idioms.ts';
import { textsIn } from '../helpers/template-literals.ts';

/** Content of the demo organization and of templates, and words that a search knows or leaves out. */
const CONTENT =
  /src\/(?:sandbox\/(?:demo\/|actions\/.*(?:catalog|words|templates\/pages)\.ts)|engine\/find\/(?:related|question)-words\.ts)/;
/** Queries and tables of the sandbox. */
const SQL = /\b(?:SELECT|CREATE|INSERT|UPDATE|DELETE|FROM|JOIN|WHERE|PRAGMA|CASE|EXISTS|REFERENCES)\b/;

const texts = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => join('src', file).replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !CONTENT.test(file))
  .flatMap((file) =>
    textsIn(readFileSync(file, 'utf8'))
      .filter((text) => /[a-z]{2} |[a-z],? [a-z]/i.test(text) && !SQL.test(text))
      .map((text) => ({ file, text })),
  );

describe('every text of the source', () => {
  it('is plain English without the idioms of another language', () => {
    const odd = texts.flatMap(({ file, text }) => {
      const idiom = idiomIn(text);
      return idiom === undefined ? [] : [`${file}: "${idiom}" in: ${text}`];
    });
    expect(odd).toEqual([]);
    expect(texts.length).toBeGreaterThan(2000);
  });
});
