import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashOf } from '../../src/sandbox/db/people/tokens.ts';

it('keeps the SHA-256 of a token, whatever its length and letters', () => {
  const texts = [
    ...Array.from({ length: 200 }, (_, length) => 'x'.repeat(length)),
    'ä€😀',
    'docs_sandbox_abc',
  ];
  for (const text of [...texts, ...fc.sample(fc.string({ unit: 'binary' }), 200)])
    expect(hashOf(text), text).toBe(createHash('sha256').update(text).digest('hex'));
});
