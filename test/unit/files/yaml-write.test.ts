import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FOR_OLDER_READERS, writeYaml } from '../../../src/files/yaml-file.ts';

const SIGNS = [' ', '\n', '\t', '\r', 'a', '#', '-', ':'];
const textsUpTo = (length: number): string[] =>
  length === 0 ? [''] : ['', ...textsUpTo(length - 1).flatMap((text) => SIGNS.map((sign) => sign + text))];

/** Where a text can stand: each has an indent of its own. */
const PLACES: Record<string, (text: string) => unknown> = {
  'a document': (text) => text,
  'a field': (text) => ({ field: text }),
  'an inner field': (text) => ({ a: { b: { c: text } } }),
  'a list': (text) => [text, { list: [text] }],
  'a key': (text) => ({ [text]: 1 }),
};

describe('a value that is written as YAML', () => {
  it.each(Object.keys(PLACES))('is read back the same, whatever text is %s', (place) => {
    const wrong = textsUpTo(4).filter((text) => {
      const value = PLACES[place]?.(text);
      return [undefined, FOR_OLDER_READERS].some((document) => {
        const written = writeYaml(value, { document });
        return JSON.stringify(parse(written)) !== JSON.stringify(value);
      });
    });
    expect(wrong).toEqual([]);
  });

  it('stays a block where it has more than blanks', () => {
    expect(writeYaml({ text: 'one\ntwo\n' })).toBe('text: |\n  one\n  two\n');
  });
});
