// A value on the line of a plan cannot pass for more than the value.
import { describe, expect, it } from 'vitest';
import { pairOf, wordOf } from '../../../../src/engine/plan/row-state.ts';

describe('a value on a line', () => {
  it('is cut between letters, never within one', () => {
    for (let before = 0; before < 64; before += 1) {
      const text = `${'x'.repeat(before)}${'👩‍👩‍👧‍👦'.repeat(20)}`;
      for (const shown of [wordOf(text), pairOf(`${text}a`, `${text}b`)])
        expect(shown.isWellFormed(), shown).toBe(true);
    }
  });
});
