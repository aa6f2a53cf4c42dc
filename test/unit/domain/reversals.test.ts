import { expect, it } from 'vitest';
import { operations } from '../../../src/api/index.ts';
import { mutates } from '../../../src/api/operation.ts';
import { reversalOf } from '../../../src/domain/reversals/of-operations.ts';

/** Not alone: an undo of a whole job steps over it. */
const WITHIN_A_JOB = ['changeRequests.sync'];

const changes = operations.filter(mutates).map((operation) => [operation.id] as const);

it.each(changes)('%s can be taken back, or says why not', async (id) => {
  const reversal = await reversalOf(id);
  expect(reversal).toBeDefined();
  if (WITHIN_A_JOB.includes(id)) return expect(reversal).toMatchObject({ why: expect.any(String) });
  expect(Boolean(reversal?.undo) !== (reversal?.why !== undefined)).toBe(true);
  if (reversal?.undo) expect(reversal.read).toBeDefined();
});

it('knows no reversal of what is no change', async () => {
  expect(await reversalOf('spaces.list')).toBeUndefined();
  expect(await reversalOf('constructor')).toBeUndefined();
  expect(await reversalOf('spaces.toString')).toBeUndefined();
});

it('an update of fields that nobody here knows says that', async () => {
  const reversal = await reversalOf('spaces.update');
  const change = { input: { spaceId: 'a', ofTomorrow: 1 }, before: { title: 'T' } };
  expect(() => reversal?.undo?.(change)).toThrow('it set only fields that this version does not know');
});
