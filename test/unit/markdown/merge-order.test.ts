import { describe, expect, it } from 'vitest';
import { mergeOrder as mergeOrderSteps } from '../../../src/markdown/merge-order.ts';
import { atOnce } from '../../../src/sandbox/content/steps.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

const mergeOrder = (...input: Parameters<typeof mergeOrderSteps>) => atOnce(mergeOrderSteps(...input));

const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** Each list is spelled by its letters; every id of either side is a member where none are given. */
function merge(base: string, ours: string, theirs: string, members = ours + theirs): string | undefined {
  const run = (left: string, right: string) =>
    mergeOrder({
      base: [...base],
      ours: [...left],
      theirs: [...right],
      members: new Set(members),
      rank: byText,
    });
  const merged = run(ours, theirs);
  expect(run(theirs, ours)).toEqual(merged);
  return merged?.join('');
}

describe('merging an order', () => {
  it.each([
    ['takes the order of the side that changed it', 'abc', 'cab', 'abc', 'cab'],
    ['takes the same change of both sides once', 'abc', 'cab', 'cab', 'cab'],
    ['joins two changes that do not touch', 'abcd', 'bacd', 'abdc', 'badc'],
    ['keeps what both sides added alike, beside two changes', 'abcd', 'bacdx', 'abdcx', 'badcx'],
    ['puts an addition behind the id it follows', 'abc', 'abxc', 'cab', 'cabx'],
    ['puts an addition at the head', 'ab', 'xab', 'ba', 'xba'],
    ['puts two additions at one place in their rank', 'ab', 'ayb', 'axb', 'axyb'],
    ['puts two additions at the head in their rank', 'ab', 'yab', 'xab', 'xyab'],
    ['keeps a run of additions together', 'ab', 'aymb', 'axzb', 'axzymb'],
  ])('%s', (_, base, ours, theirs, merged) => {
    expect(merge(base, ours, theirs)).toBe(merged);
  });

  it.each([
    ['moved the same ids against each other', 'abc', 'bac', 'acb'],
    ['added two ids in different orders', 'a', 'axy', 'ayx'],
    ['put what both added on different sides of an id', 'ab', 'xba', 'abx'],
    ['ordered anew what the base did not hold', '', 'xy', 'yx'],
    ['ordered what both added against what was there', 'ab', 'axb', 'abx'],
  ])('finds none where the two sides %s', (_, base, ours, theirs) => {
    expect(merge(base, ours, theirs)).toBeUndefined();
  });

  it('holds its members only, and orders those that are left', () => {
    expect(merge('abcd', 'adcb', 'abcd', 'abd')).toBe('adb');
    expect(merge('abc', 'abxc', 'aybc', 'acxy')).toBe('axyc');
    expect(merge('abc', 'bac', 'acb', 'ab')).toBe('ba');
  });

  it('takes no longer than thousands are many that only one side touched', () => {
    expect(growth(mergeTurned, 1000)).toBeLessThan(LINEAR);
  });

  function mergeTurned(count: number): void {
    const ids = Array.from({ length: count }, (_, n) => `p${n}`);
    const [turned, fewer] = [ids.toReversed(), ids.filter((id) => id !== 'p5')];
    for (const [ours, theirs, left] of [
      [turned, turned, ids],
      [turned, fewer, fewer],
      [fewer, turned, fewer],
    ] as const) {
      const members = new Set(left);
      expect(mergeOrder({ base: ids, ours, theirs, members, rank: byText })).toHaveLength(members.size);
    }
  }
});
