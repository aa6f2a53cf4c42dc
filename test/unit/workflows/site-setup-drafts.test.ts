import { afterEach, expect, it } from 'vitest';
import { createSpace } from '../../../src/api/content/spaces.ts';
import { listSiteSections, updateSiteSection } from '../../../src/api/sites/site-sections.ts';
import { listSiteSpaces, updateSiteSpace } from '../../../src/api/sites/site-spaces.ts';
import { getSite, type Site } from '../../../src/api/sites/sites.ts';
import type { Client } from '../../../src/client/client.ts';
import type { Memory } from '../../../src/jobs/release/copy.ts';
import { type CutJob, cutRelease, readState, stepsOf } from '../../../src/jobs/release/cut.ts';
import { setUpSite } from '../../../src/workflows/site-setup/apply-plan.ts';
import type { SiteDraft } from '../../../src/workflows/site-setup/plan.ts';
import { heldHere, type Names } from '../../../src/workflows/site-setup/step.ts';
import { openTestSandbox, type TestSandbox } from '../../helpers/sandbox.ts';
import { watched } from '../../helpers/site-reader.ts';
import { workflowClient } from '../../helpers/workflow-client.ts';

const boxes: TestSandbox[] = [];
afterEach(() => {
  for (const box of boxes.splice(0)) box.cleanup();
});

const NAMES: Names = { isUnique: () => true, isUniqueSite: () => true, flags: [] };
const quiet = () => ({ begin: () => {}, done: () => {} });

interface Org {
  box: TestSandbox;
  client: Client;
  spaces: Map<string, { id: string; title: string }>;
  site: Site;
}

/** An organization with a published site of one section. */
async function open(): Promise<Org> {
  const box = await openTestSandbox();
  boxes.push(box);
  const { client } = workflowClient(box);
  const spaces = new Map<string, { id: string; title: string }>();
  for (const title of ['Guides', 'News', 'Secret plans']) {
    const { id } = await client.call(createSpace, { organizationId: box.organizationId, title });
    spaces.set(title, { id, title });
  }
  const site = await setUpSite(client, draftOf({ box, spaces }, ['Guides']), quiet(), NAMES);
  return { box, client, spaces, site };
}

/** Each space in a section of its own; all but the first one in a group. */
function draftOf({ box, spaces }: Pick<Org, 'box' | 'spaces'>, titles: readonly string[]): SiteDraft {
  const [first, ...others] = titles.map((title) => ({
    title,
    description: `All of ${title}`,
    spaces: [spaces.get(title) ?? { id: '', title }],
  }));
  return {
    organization: { id: box.organizationId, title: 'Here' },
    ...{ title: 'Docs', type: 'basic', visibility: 'public', basename: 'docs', spaces: [] },
    items: [...(first ? [first] : []), ...(others.length > 0 ? [{ group: 'More', sections: others }] : [])],
    publish: true,
  };
}

const WHOLE = ['Guides', 'News', 'Secret plans'];
const PATHS = ['news/', 'secret-plans/', 'guides-v2/', 'v2/'];
const placeOf = ({ box, site }: Org) => ({ organizationId: box.organizationId, siteId: site.id });

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

it('shows readers of a published site what a plan adds once all of it is there', async () => {
  const org = await open();
  const seen: string[] = [];
  const progress = { ...quiet(), site: await org.client.call(getSite, placeOf(org)) };
  const client = watched({ ...org, client: cutOff(org.client, 7) }, seen, PATHS);
  await expect(
    setUpSite(client, draftOf(org, WHOLE), { ...progress, held: heldHere() }, NAMES),
  ).rejects.toThrow();
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.filter((text) => /Secret|News/.test(text))).toEqual([]);
});

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
  'shows all of it in the end, cut off before change %i',
  async (changes) => {
    const org = await open();
    const held = heldHere();
    const progress = { ...quiet(), held, site: await org.client.call(getSite, placeOf(org)) };
    await setUpSite(cutOff(org.client, changes), draftOf(org, WHOLE), progress, NAMES).catch(() => {});
    await setUpSite(org.client, draftOf(org, WHOLE), progress, NAMES);
    const { items } = await org.client.call(listSiteSections, placeOf(org));
    expect(items.map(({ title, draft }) => [title, draft])).toEqual(WHOLE.map((title) => [title, false]));
  },
);

it('leaves what a person has made a draft', async () => {
  const org = await open();
  const progress = { ...quiet(), held: heldHere(), site: org.site };
  await setUpSite(org.client, draftOf(org, WHOLE), progress, NAMES);
  const { items } = await org.client.call(listSiteSections, placeOf(org));
  const siteSectionId = items.find(({ title }) => title === 'News')?.id ?? '';
  await org.client.call(updateSiteSection, { ...placeOf(org), siteSectionId, draft: true });
  await setUpSite(org.client, draftOf(org, WHOLE), progress, NAMES);
  const after = await org.client.call(listSiteSections, placeOf(org));
  expect(after.items.find(({ title }) => title === 'News')?.draft).toBe(true);
});

it('holds a release back until it has its path, also after a cut, and leaves one that was made a draft since', async () => {
  const org = await open();
  let kept: Memory | undefined;
  const memory = {
    load: () => kept,
    save: (memory: Memory) => {
      kept = memory;
    },
    clear: () => {
      kept = undefined;
    },
  };
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
  expect(seen.filter((text) => text.includes('v2'))).toEqual([]);
  await cutRelease(jobOf(org.client));
  const { items } = await org.client.call(listSiteSpaces, placeOf(org));
  const made = items.find(({ path }) => path === 'v2');
  expect(made?.draft).toBe(false);
  await org.client.call(updateSiteSpace, { ...placeOf(org), siteSpaceId: made?.id ?? '', draft: true });
  const state = await readState(jobOf(org.client));
  expect(stepsOf(jobOf(org.client), state).filter(({ done }) => !done)).toEqual([]);
});
