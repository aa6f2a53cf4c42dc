import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indented } from '../../../../src/commands/tool/api.ts';

it('breaks JSON as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (value) => {
      expect(indented(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it('keeps digits, and leaves alone what is no JSON or has lines already', () => {
  expect(indented('{"n":12345678901234567890.10,"e":1E400,"s":"a\\u0000,{"}')).toBe(
    '{\n  "n": 12345678901234567890.10,\n  "e": 1E400,\n  "s": "a\\u0000,{"\n}',
  );
  for (const text of ['', 'plain', '"x"', '{broken', '[1,\n2]', '{"a":1}x'])
    expect(indented(text)).toBe(text);
});
