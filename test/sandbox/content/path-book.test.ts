import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSafePath,
  pathBook,
  safeName,
  safeSegment,
} from '../../../src/sandbox/content/repository/repo-layout.ts';

describe('paths of a repository', () => {
  it('gives way where a name is taken, in any case or Unicode form', () => {
    const book = pathBook();
    expect(['a.md', 'A.md', 'e\u0301.md', '\u00e9.md', 'a.md'].map((path) => book.take(path))).toEqual([
      'a.md',
      'A-1.md',
      'e\u0301.md',
      '\u00e9-1.md',
      'a-2.md',
    ]);
  });

  it('never needs a file and a folder of one name', () => {
    const book = pathBook();
    expect([book.claim('a/b.md'), book.claim('a'), book.claim('a/b.md/c')]).toEqual([true, false, false]);
  });

  it('makes plain names of anything', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('NUL.txt', '.env', 'a. ', '...', `${'x'.repeat(300)}.png`),
        ),
        (name) => {
          for (const safe of [safeName(name), safeSegment(name)]) {
            expect(isSafePath(safe)).toBe(true);
            expect(safe).not.toMatch(/[/\\:*?"<>|\p{Cc}]|^[.\s-]|[.\s]$/u);
            expect([...safe].length).toBeLessThanOrEqual(161);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
