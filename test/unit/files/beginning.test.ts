import { describe, expect, it } from 'vitest';
import { beginning } from '../../../src/files/plain-forms.ts';

describe('the beginning of a text', () => {
  it.each([
    ['short', 5, 'short'],
    ['longer', 5, 'longe...'],
    ['abcd😀', 5, 'abcd...'],
    ['ab👩‍👩', 5, 'ab👩...'],
  ])('of %j in %i units is %j', (text, most, expected) => {
    expect(beginning(text, most)).toBe(expected);
  });
});
