import { expect, it } from 'vitest';
import { randomOrganization } from '../helpers/random-organization.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

it.each([0, 1, 2])('seed %i makes the same organization each time', async (seed) => {
  const made: string[][] = [];
  for (let run = 0; run < 2; run += 1) {
    const box = await openTestSandbox();
    made.push(await randomOrganization(box, seed, 180));
    box.cleanup();
  }
  expect(made[1]).toEqual(made[0]);
});
