// Every pattern that a value can fail is said in words.
import { describe, expect, it } from 'vitest';
import { PATTERN_WORDS } from '../../../src/api/check.ts';
import { operations } from '../../../src/api/index.ts';

function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = Object(schema).pattern;
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(schema).flatMap(patternsIn)];
}

describe('patterns', () => {
  it('have words that follow "must be", for everything that is sent', () => {
    const sent = operations.flatMap(({ params, query, body }) => patternsIn([params, query, body]));
    expect(sent.length).toBeGreaterThan(10);
    expect([...new Set(sent)].filter((pattern) => PATTERN_WORDS[pattern] === undefined)).toEqual([]);
  });
});
