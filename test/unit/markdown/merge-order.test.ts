import { expect, it } from 'vitest';
import { mergeOrder as mergeOrderSteps } from '../../../src/markdown/merge-order.ts';
import { atOnce } from '../../../src/sandbox/content/tree.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';

const mergeOrder = (...input: Parameters<typeof mergeOrderSteps>) => atOnce(mergeOrderSteps(...input));

const byText = (a: string, b: string) => (a < b ? -1 : 1);

it('an order is merged in no longer than thousands are many that only one side touched', () => {
  const turned = (count: number) => {
    const ids = Array.from({ length: count }, (_, n) => `p${n}`);
    const [back, fewer] = [ids.toReversed(), ids.filter((id) => id !== 'p5')];
    for (const [ours, theirs, left] of [
      [back, back, ids],
      [back, fewer, fewer],
      [fewer, back, fewer],
    ] as const) {
      const members = new Set(left);
      expect(mergeOrder({ base: ids, ours, theirs, members, rank: byText })).toHaveLength(members.size);
    }
  };
  expect(growth(turned, 1000)).toBeLessThan(LINEAR);
});
