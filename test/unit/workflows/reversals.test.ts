import { expect, it } from 'vitest';
import { operations } from '../../../src/api/index.ts';
import { mutates } from '../../../src/api/operation.ts';
import { reversalOf } from '../../../src/workflows/reversals.ts';

const changes = operations.filter(mutates).map((operation) => [operation.id] as const);

it.each(changes)('%s can be taken back, or says why not', async (id) => {
  const reversal = await reversalOf(id);
  expect(reversal).toBeDefined();
  expect(Boolean(reversal?.undo) !== (reversal?.why !== undefined)).toBe(true);
  if (reversal?.undo) expect(reversal.read).toBeDefined();
});

it('knows no reversal of what is no change', async () => {
  expect(await reversalOf('spaces.list')).toBeUndefined();
  expect(await reversalOf('constructor')).toBeUndefined();
  expect(await reversalOf('spaces.toString')).toBeUndefined();
});
