import { afterEach, expect, it } from 'vitest';
import {
  installIntegration,
  updateInstallation,
} from '../../../src/api/integrations/integration-installations.ts';
import { publishIntegration } from '../../../src/api/integrations/integrations.ts';
import { readSites } from '../../../src/workflows/site-setup/resolve-plan.ts';
import { editByHand } from '../../helpers/hand-edits.ts';
import { makeRandomSite, randomOf } from '../../helpers/random-site.ts';
import { openTestSandbox, type TestSandbox } from '../../helpers/sandbox.ts';
import { applied, planned, pulled, type SiteOrg, withoutIds } from '../../helpers/site-files.ts';
import { workflowClient } from '../../helpers/workflow-client.ts';

const boxes: TestSandbox[] = [];
afterEach(() => {
  for (const box of boxes.splice(0)) box.cleanup();
});

async function open(demo: boolean): Promise<SiteOrg & { box: TestSandbox; requests: string[] }> {
  const box = await openTestSandbox({ demo });
  boxes.push(box);
  const { client, requests } = workflowClient(box);
  return { box, client, requests, organizationId: box.organizationId };
}

/** What the demo organization has installed. */
async function install(
  { client, organizationId }: SiteOrg,
  name: string,
  sites: 'all' | 'selected',
): Promise<void> {
  await client.call(publishIntegration, {
    ...{ integrationName: name, title: name, description: name, organization: organizationId },
    ...{ scopes: [], script: 'export default {};' },
  });
  const { id } = await client.call(installIntegration, {
    integrationName: name,
    organization: organizationId,
  });
  await client.call(updateInstallation, { integrationName: name, installationId: id, site_selection: sites });
}

const DEMO = ['Tarnpost Docs', 'Partner portal', 'Status and incidents'];

it.each(DEMO)('makes the demo site "%s" again in an empty organization', async (title) => {
  const [home, other] = [await open(true), await open(false)];
  await install(other, 'parcel-map', 'all');
  await install(other, 'review-bot', 'selected');
  const text = await pulled(home, title);
  await applied(other, await planned(other, text, { createSpaces: true }));
  const copy = await pulled(other, title);
  const neutral = (one: string) => withoutIds(one).replace(/^organization: .*$/m, '');
  expect(neutral(copy)).toBe(neutral(text));
  expect((await planned(other, text)).rows).toEqual([]);
  expect((await planned(home, text)).rows).toEqual([]);
});

it('makes random sites again in an empty organization, and finds nothing to do the second time', async () => {
  const [home, other] = [await open(false), await open(false)];
  const count = Number(process.env.RUNS ?? 6);
  const base = Number(process.env.SEED ?? 1000);
  for (let seed = base; seed < base + count; seed += 1) {
    const title = await makeRandomSite(home, seed);
    const text = await pulled(home, title);
    const random = randomOf(seed);
    await applied(other, await planned(other, text, { createSpaces: true }), random);
    expect([seed, withoutIds(await pulled(other, title))]).toEqual([seed, withoutIds(text)]);
    for (const prune of [false, true])
      expect([seed, (await planned(other, text, { prune })).rows]).toEqual([seed, []]);
    expect([seed, await pulled(home, title, text)]).toEqual([seed, text]);
    expect((await planned(home, text)).rows).toEqual([]);
  }
});

it('finds every change by hand, and puts it back with nothing else', async () => {
  const home = await open(false);
  const count = Number(process.env.RUNS ?? 6);
  const base = Number(process.env.SEED ?? 2000);
  for (let seed = base; seed < base + count; seed += 1) {
    const title = await makeRandomSite(home, seed);
    const text = await pulled(home, title);
    const random = randomOf(seed + 7);
    for (let number = 0; number < 4; number += 1) {
      const [site] = (await readSites(home.client, home.organizationId)).filter((one) => one.title === title);
      if (!site) throw new Error(title);
      const edit = await editByHand(home, site, random, seed * 10 + number);
      const now =
        (await readSites(home.client, home.organizationId)).find(({ id }) => id === site.id)?.title ?? '';
      const changed = (await pulled(home, now)) !== text;
      const plan = await planned(home, text, { site: now });
      expect([seed, number, edit, plan.rows.length > 0]).toEqual([seed, number, edit, changed]);
      try {
        await applied(home, plan, random);
      } catch (error) {
        throw new Error(`${seed} ${number} ${edit}`, { cause: error });
      }
      expect([seed, number, edit, withoutIds(await pulled(home, title))]).toEqual([
        seed,
        number,
        edit,
        withoutIds(text),
      ]);
    }
  }
});
