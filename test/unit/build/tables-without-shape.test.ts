import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutShape } from '../../../src/build/plugins.ts';

describe('a table in the built program', () => {
  it.each([
    [
      'const WORDS: Record<string, string> = {\n',
      'const WORDS: Record<string, string> = { __proto__: null,\n',
    ],
    [
      'export const A: Readonly<Record<B, C<D>>> = { a: 1 };',
      'export const A: Readonly<Record<B, C<D>>> = { __proto__: null, a: 1 };',
    ],
    ['export const entries: Catalog = {\n', 'export const entries: Catalog = { __proto__: null,\n'],
    ['export const groups = {\n', 'export const groups = { __proto__: null,\n'],
  ])('has no prototype: %j', (before, after) => {
    expect(withoutShape(before)).toBe(after);
  });

  it.each([
    'const NONE: Record<string, string> = {};',
    '  const inner: Record<string, string> = { a: 1 };',
    'const plain = { a: 1 };',
  ])('is told from %j', (line) => {
    expect(withoutShape(line)).toBe(line);
  });

  it('is made of the largest ones of the program', () => {
    for (const path of [
      'src/commands/groups.generated.ts',
      'src/engine/references/kinds.generated.ts',
      'src/commands/index.ts',
    ])
      expect(withoutShape(readFileSync(path, 'utf8')), path).toContain('__proto__: null');
  });
});
