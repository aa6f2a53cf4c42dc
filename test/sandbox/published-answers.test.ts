import { describe, expect, it } from 'vitest';
import { type Told, walkAnswers } from '../helpers/contract-walk.ts';
import { publishedAnswers } from '../helpers/published-answers.ts';
import { randomOrganization } from '../helpers/random-organization.ts';
import { runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const ORGANIZATIONS = runs('L14', 'organizations', 2);
const STEPS = 150;
/** Ways of calling an operation in one random organization. */
const MOST = 4;

describe('every answer fits the newest contract that the platform publishes', () => {
  const published = publishedAnswers('@gitbook/api');

  async function faultsIn(walk: (tell: (told: Told) => void) => Promise<unknown>) {
    const faults = new Set<string>();
    const fitting = new Set<string>();
    await walk((told) => {
      const found = published.faultsOf(told);
      if (found?.length === 0) fitting.add(told.operation.id);
      for (const fault of found ?? []) faults.add(fault);
    });
    return { faults: [...faults], fitting: fitting.size };
  }

  it('to a read, over all of the demo', async () => {
    const box = await openTestSandbox({ demo: true });
    const { faults, fitting } = await faultsIn((tell) => walkAnswers(box, tell));
    box.cleanup();
    expect(faults).toEqual([]);
    expect(fitting).toBeGreaterThan(140);
  });

  it('in a random organization, those to its changes among them', async () => {
    const box = await openTestSandbox();
    const { faults, fitting } = await faultsIn(async (tell) => {
      for (let seed = 10; seed < 10 + ORGANIZATIONS; seed += 1)
        await randomOrganization(box, seed, STEPS, tell);
      await walkAnswers(box, tell, { most: MOST });
    });
    box.cleanup();
    expect(faults).toEqual([]);
    expect(fitting).toBeGreaterThan(60);
  });
});
