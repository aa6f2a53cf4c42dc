import { describe, expect, it } from 'vitest';
import { ageNamed } from '../../src/sandbox/ages/age.ts';
import { type Told, walkAnswers } from '../helpers/contract-walk.ts';
import { publishedAnswers } from '../helpers/published-answers.ts';
import { randomOrganization } from '../helpers/random-organization.ts';
import { runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const ORGANIZATIONS = runs('L14', 'organizations', 2);
const STEPS = 150;
/** Ways of calling an operation in one random organization. */
const MOST = 4;

describe.each([
  ['0.202', '@gitbook/api'],
  ['0.146', '@gitbook/api-0.146'],
])('every answer of a host of %s fits the contract that the platform published then', (version, name) => {
  const published = publishedAnswers(name);
  const age = ageNamed(version, '--contract');

  async function faultsIn(walk: (tell: (told: Told) => void) => Promise<unknown>) {
    const faults = new Set<string>();
    const fitting = new Set<string>();
    await walk((told) => {
      if (!age.offers(told.operation)) return;
      const found = published.faultsOf({ ...told, body: age.shown(told.body) });
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
    expect(fitting).toBeGreaterThan(130);
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
