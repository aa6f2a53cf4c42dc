import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { parseJsonFile, syntaxErrorIndex, toJsonFile } from '../../../src/files/json-file.ts';
import { thrownBy } from '../../helpers/config-home.ts';

describe('parseJsonFile', () => {
  it('takes a byte order mark, and refuses what is no object', ({ expect }) => {
    expect(parseJsonFile('f', '\uFEFF{"a":1}')).toEqual({ a: 1 });
    const within = '\uFFFD\uFFFD\uFEFF';
    expect(parseJsonFile('f', JSON.stringify({ within }))).toEqual({ within });
    for (const text of ['1', 'null', '[]', '"text"']) {
      expect(thrownBy(() => parseJsonFile('f', text))).toMatchObject({ code: 'CONFIG_CORRUPT' });
    }
    for (const bytes of ['\uFEFF{}', '{}'].map((text) => Buffer.from(text, 'utf16le')))
      expect(thrownBy(() => parseJsonFile('f', bytes.toString()))).toMatchObject({
        message: expect.stringContaining('is UTF-16 text: save it as UTF-8'),
      });
  });

  it('reads what it writes', async ({ expect }) => {
    await fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = toJsonFile({ ...value });
        expect(toJsonFile(parseJsonFile('f', text))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('is not stopped by deep nesting or a very long text', ({ expect }) => {
    expect(thrownBy(() => parseJsonFile('f', '['.repeat(500_000)))).toMatchObject({
      code: 'CONFIG_CORRUPT',
      message: '"f" cannot be read: JSON nested deeper than 200 levels',
    });
    expect(thrownBy(() => parseJsonFile('f', `{"a":"${'x'.repeat(900_000)}`))).toMatchObject({
      details: { offset: 5 },
    });
    const longest = `{"a":"${'x'.repeat(2 ** 20 - 8)}"}`;
    expect(Object.keys(parseJsonFile('f', longest))).toEqual(['a']);
    expect(thrownBy(() => parseJsonFile('f', `${longest} `))).toMatchObject({
      code: 'CONFIG_CORRUPT',
      message: '"f" is longer than 1048576 characters',
    });
  });
});

describe('syntaxErrorIndex', () => {
  it('finds no error in JSON, and one at or before the cut in any part of it', async ({ expect }) => {
    await fc.assert(
      fc.property(fc.json(), fc.nat(), (json, seed) => {
        expect(syntaxErrorIndex(json)).toBe(json.length);
        const cut = json.slice(0, seed % json.length);
        expect(syntaxErrorIndex(cut)).toBeLessThanOrEqual(cut.length);
      }),
      { numRuns: 1000 },
    );
  });
});
