import { expect, it } from 'vitest';
import * as api from '../../../../src/api/sites/site-structure.ts';
import type { Site } from '../../../../src/api/sites/sites.generated.ts';
import { getSite } from '../../../../src/api/sites/sites.ts';
import type { Client } from '../../../../src/client/client.ts';
import { type CutJob, cutRelease, readState, stepsOf } from '../../../../src/jobs/release/cut.ts';
import { readSites } from '../../../../src/jobs/restore/sites-and-spaces.ts';
import { type Held, heldHere } from '../../../../src/jobs/site-file/parse.ts';
import { memoryStore } from '../../../helpers/release-memory.ts';
import type { TestSandbox } from '../../../helpers/sandbox.ts';
import { applied, openOrg, planned, type SiteOrg } from '../../../helpers/site-files.ts';
import { watched } from '../../../helpers/site-reader.ts';

interface Org extends SiteOrg {
  box: TestSandbox;
  site: Site;
}

/** Each space in a section of its own; all but the first one in a group. */
const fileOf = ([first, ...others]: readonly string[]): string => `title: Docs
visibility: public
basename: docs
publish: true
sections:
  - { title: ${first}, spaces: [${first}], description: All of it }
${others.length === 0 ? '' : `  - group: More\n    sections:\n`}${others.map((title) => `      - { title: ${title}, spaces: [${title}], description: All of it }\n`).join('')}`;

const WHOLE = ['Guides', 'News', 'Secret plans'];
const PATHS = ['news/', 'secret-plans/', 'guides-v2/', 'v2/'];
const placeOf = ({ organizationId, site }: Org) => ({ organizationId, siteId: site.id });

/** An organization with a published site of one section. */
async function open(): Promise<Org> {
  const org = await openOrg(WHOLE);
  await applied(org, await planned(org, fileOf(['Guides'])));
  const [site] = await readSites(org.client, org.organizationId);
  return { ...org, site: site as Site };
}

/** As docs sites apply does it: what is held is noted before, and forgotten once all of it is shown. */
async function applyWhole(org: Org, client: Client, held: Held): Promise<void> {
  const plan = await planned(org, fileOf(WHOLE), { prune: false, held });
  for (const key of plan.holds) held.add(key);
  await applied({ ...org, client }, plan);
  held.clear();
}

/** Cut off before the n-th change, counted from one. */
function cutOff(client: Client, changes: number): Client {
  let left = changes;
  return {
    ...client,
    call: (async (...given: Parameters<Client['call']>) => {
      if (given[0].method !== 'GET') left -= 1;
      if (left < 0) throw new Error('cut off');
      return client.call(...given);
    }) as Client['call'],
  };
}

it('shows readers of a published site what a file adds once all of it is there', async () => {
  const org = await open();
  const seen: string[] = [];
  const client = watched({ ...org, client: cutOff(org.client, 5) }, seen, PATHS);
  await expect(applyWhole(org, client, heldHere())).rejects.toThrow('cut off');
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.filter((text) => /Secret|News/.test(text))).toEqual([]);
});

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
  'shows all of it in the end, cut off before change %i',
  async (changes) => {
    const org = await open();
    const held = heldHere();
    await applyWhole(org, cutOff(org.client, changes), held).catch(() => {});
    await applyWhole(org, org.client, held);
    const { items } = await org.client.call(api.listSiteSections, placeOf(org));
    expect(items.map(({ title, draft }) => [title, draft])).toEqual(WHOLE.map((title) => [title, false]));
    expect((await planned(org, fileOf(WHOLE), { prune: false })).rows).toEqual([]);
  },
);

it('leaves what a person has made a draft', async () => {
  const org = await open();
  const held = heldHere();
  await applyWhole(org, org.client, held);
  const { items } = await org.client.call(api.listSiteSections, placeOf(org));
  const siteSectionId = items.find(({ title }) => title === 'News')?.id ?? '';
  await org.client.call(api.updateSiteSection, { ...placeOf(org), siteSectionId, draft: true });
  const { rows, warnings } = await planned(org, fileOf(WHOLE), { prune: false });
  expect([rows, warnings]).toEqual([
    [],
    ['line 9: section "News" stays a draft, which readers do not see: add draft: false to show it'],
  ]);
  await applyWhole(org, org.client, held);
  const after = await org.client.call(api.listSiteSections, placeOf(org));
  expect(after.items.find(({ title }) => title === 'News')?.draft).toBe(true);
});

it('holds a release back until it has its path, also after a cut, and leaves one that was made a draft since', async () => {
  const org = await open();
  const memory = memoryStore();
  const site = await org.client.call(getSite, placeOf(org));
  const jobOf = (client: Client): CutJob => ({
    ...{ client, memory, site, place: placeOf(org), version: 'v2', from: 'default', now: new Date() },
    ...{ makeDefault: false, publish: false, onStep: () => {}, waitForImport: async () => {} },
  });
  const seen: string[] = [];
  for (const changes of [1, 2, 3]) {
    const client = watched({ ...org, client: cutOff(org.client, 1) }, seen, PATHS);
    await expect(cutRelease(jobOf(client)), String(changes)).rejects.toThrow('cut off');
  }
  // As a word: an ID may have these letters by chance.
  expect(seen.filter((text) => /\bv2\b/.test(text))).toEqual([]);
  await cutRelease(jobOf(org.client));
  const { items } = await org.client.call(api.listSiteSpaces, placeOf(org));
  const made = items.find(({ path }) => path === 'v2');
  expect(made?.draft).toBe(false);
  await org.client.call(api.updateSiteSpace, { ...placeOf(org), siteSpaceId: made?.id ?? '', draft: true });
  const state = await readState(jobOf(org.client));
  expect(stepsOf(jobOf(org.client), state).filter(({ done }) => !done)).toEqual([]);
});
