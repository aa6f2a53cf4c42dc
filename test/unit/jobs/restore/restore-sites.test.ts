// Sites of a backup in another organization: the same file comes out, also where the restore was cut off again and again.
import { afterEach, expect, it } from 'vitest';
import { createCollection, listCollections } from '../../../../src/api/content/collections.ts';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import { siteFileText, spaceNames } from '../../../../src/jobs/export/scope.ts';
import {
  type CollectionBackup,
  pathTo,
  restoreCollections,
} from '../../../../src/jobs/restore/restore-collections.ts';
import { restoreSites } from '../../../../src/jobs/restore/restore-sites.ts';
import { newState } from '../../../../src/jobs/restore/restore-state.ts';
import { readSites, readSpaces, type SiteBackup } from '../../../../src/jobs/restore/site-backup.ts';
import { stateOnDisk } from '../../../helpers/export-folder.ts';
import { randomNumbers } from '../../../helpers/random-organization.ts';
import { makeRandomSite } from '../../../helpers/random-site.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';
import { pulled, type SiteOrg, withoutIds } from '../../../helpers/site-files.ts';
import { Killed, killedAt, losing, workflowClient } from '../../../helpers/workflow-client.ts';

const boxes: TestSandbox[] = [];
const close = () => {
  for (const box of boxes.splice(0)) box.cleanup();
};
afterEach(close);

async function open(): Promise<SiteOrg> {
  const box = await openTestSandbox();
  boxes.push(box);
  return { client: workflowClient(box).client, organizationId: box.organizationId };
}

async function backupOf({ client, organizationId }: SiteOrg, title: string): Promise<SiteBackup> {
  const site = (await readSites(client, organizationId)).find((one) => one.title === title);
  if (!site) throw new Error(title);
  const names = spaceNames(await readSpaces(client, organizationId));
  const text = await siteFileText(client, { organizationId, site, names }, { concurrency: 4 });
  return { id: site.id, title, text, names };
}

/** A state on a disk, in which the spaces are restored already. */
async function withSpaces(home: SiteOrg, other: SiteOrg): Promise<ReturnType<typeof stateOnDisk>> {
  const state = newState('test');
  for (const { id, title } of await readSpaces(home.client, home.organizationId)) {
    const { organizationId } = other;
    const made = await other.client.call(createSpace, { organizationId, title, empty: true });
    state.spaces[id] = { title, space: made.id, pages: {}, files: {}, order: [] };
  }
  return stateOnDisk(state);
}

it('are made again, each once, whenever the restore was cut off', { timeout: 1_200_000 }, async () => {
  const count = runs('V4', 'sites', 2);
  const random = randomNumbers(7);
  let kills = 0;
  for (let seed = 3000; seed < 3000 + count; seed += 1) {
    const [home, other] = [await open(), await open()];
    const title = await makeRandomSite(home, seed);
    const backup = await backupOf(home, title);
    const keeper = await withSpaces(home, other);
    const job = { organizationId: other.organizationId, sites: [backup], publish: true };
    for (let most = 6; ; most += 4) {
      const client = killedAt(other.client, 1 + Math.floor(random() * most), random() < 0.5);
      try {
        await restoreSites({ ...job, client, keeper: keeper() });
        break;
      } catch (error) {
        if (!(error instanceof Killed)) throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
        kills += 1;
      }
    }
    expect(await readSites(other.client, other.organizationId)).toHaveLength(1);
    const [made, wanted] = [await pulled(other, title), await pulled(home, title)];
    expect([seed, withoutIds(made)]).toEqual([seed, withoutIds(wanted)]);
    close();
  }
  expect(kills).toBeGreaterThan(count);
  reached('V4', 'sites', count);
});

it('name new spaces by their IDs, whatever they are called', async () => {
  const [home, other] = [await open(), await open()];
  const title = await makeRandomSite(home, 3001);
  const keeper = await withSpaces(home, other);
  const { organizationId, client } = other;
  // A second space of each title: titles alone would not do.
  for (const space of await readSpaces(client, organizationId))
    await client.call(createSpace, { organizationId, title: space.title, empty: true });
  const sites = [await backupOf(home, title)];
  const [made] = await restoreSites({ client, organizationId, sites, publish: false, keeper: keeper() });
  expect(made).toMatchObject({ title, published: false });
  const [site] = await readSites(client, organizationId);
  expect(site).toMatchObject({ id: made?.site, published: false });
});

it('put collections below each other, and make none twice', async () => {
  const { client, organizationId } = await open();
  const all: CollectionBackup[] = [
    { id: 'c', title: 'Inner', parent: 'b', description: 'In it' },
    { id: 'b', title: 'Outer', parent: 'a' },
    { id: 'a', title: 'Outer' },
  ];
  const path = pathTo(all, 'c');
  expect(path.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(pathTo(all, 'gone')).toEqual([]);
  const first = newState('test');
  const keeper = (state: typeof first) => ({ state, save: async () => {} });
  await restoreCollections({ client, organizationId, keeper: keeper(first) }, path);
  const again = newState('test');
  await restoreCollections({ client, organizationId, keeper: keeper(again) }, path);
  expect(again.collections).toEqual(first.collections);
  expect(new Set(Object.values(first.collections ?? {})).size).toBe(3);
});

it('describe a collection whose making was never answered, and no other', async () => {
  const { client, organizationId } = await open();
  const wanted: CollectionBackup[] = [
    { id: 'a', title: 'There', description: 'From the backup' },
    { id: 'b', title: 'New', description: 'From the backup' },
  ];
  await client.call(createCollection, { organizationId, title: 'There' });
  const state = newState('test');
  const keeper = { state, save: async () => {} };
  const cut = { client: losing(client, createCollection), organizationId, keeper };
  await expect(restoreCollections(cut, wanted)).rejects.toThrow(Killed);
  await restoreCollections({ client, organizationId, keeper }, wanted);
  const { items } = await client.call(listCollections, { organizationId });
  expect(items.map(({ title, description }) => [title, description ?? ''])).toEqual([
    ['There', ''],
    ['New', 'From the backup'],
  ]);
});
