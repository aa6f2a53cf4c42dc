// Drafts of a site file: what readers see of them, and when; and what a file keeps that this version does not know.
import { expect, it } from 'vitest';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import { OTHER_FIELDS } from '../../../../src/api/operation.ts';
import * as api from '../../../../src/api/sites/site-structure.ts';
import type { Site } from '../../../../src/api/sites/sites.generated.ts';
import { getSite } from '../../../../src/api/sites/sites.ts';
import type { Client } from '../../../../src/client/client.ts';
import { type CutJob, cutRelease, readState, stepsOf } from '../../../../src/jobs/release/cut.ts';
import { readSites } from '../../../../src/jobs/restore/site-backup.ts';
import { type Held, heldHere } from '../../../../src/jobs/site-file/parse.ts';
import { memoryStore } from '../../../helpers/release-memory.ts';
import type { TestSandbox } from '../../../helpers/sandbox.ts';
import { applied, openOrg, planned, pulled, type SiteOrg, withoutIds } from '../../../helpers/site-files.ts';
import { watched } from '../../../helpers/site-reader.ts';

const open = () => openOrg(['Guides', 'Secret plans', 'Hidden notes', 'Group guide']);

const FILE = `version: 2
title: Docs
visibility: public
basename: docs
defaultLevel: comment
styleguide: Guides
publish: true
sections:
  - title: Guides
    localizedTitle: { fr: Guides }
    localizedDescription: { fr: "Tout ce qu'il faut" }
    spaces:
      - space: Guides
      - space: Hidden notes
        hidden: true
        path: hidden
  - title: Secret plans
    draft: true
    path: plans
    spaces: [Secret plans]
  - group: Secret group
    draft: true
    localizedTitle: { de: Gruppe }
    sections:
      - title: Group guide
        spaces: [Group guide]
`;

const PATHS = ['plans/', 'group-guide/', 'handbook/'];

it('shows readers no draft and no hidden variant at any moment', async () => {
  const org = await open();
  const seen: string[] = [];
  const reader = { ...org, client: watched(org, seen, PATHS) };
  await applied(reader, await planned(org, FILE));
  // Once more, with a section that only some may see, on the published site.
  await org.client.call(createSpace, { organizationId: org.organizationId, title: 'Handbook' });
  const more = `${FILE}  - title: Handbook\n    path: handbook\n    condition: visitor.claims.beta\n    spaces: [Handbook]\n`;
  await applied(reader, await planned(org, more));
  expect(seen.length).toBeGreaterThan(3);
  expect(seen.filter((text) => /Secret|Hidden notes|Group guide|Handbook/.test(text))).toEqual([]);
  expect((await planned(org, more)).rows).toEqual([]);
});

it('writes every field of a file, and reads the same again', async () => {
  const [home, other] = [await open(), await open()];
  await applied(home, await planned(home, FILE));
  const text = await pulled(home, 'Docs');
  await applied(other, await planned(other, text));
  expect(withoutIds(await pulled(other, 'Docs'))).toBe(withoutIds(text));
  for (const field of ['draft', 'hidden', 'localizedTitle', 'localizedDescription', 'defaultLevel'])
    expect(text).toContain(`${field}:`);
});

/** A host that keeps fields which the program does not know. */
function newerHost(client: Client): Client {
  const kept = new Map<string, object>();
  const withKept = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withKept);
    if (typeof value !== 'object' || value === null) return value;
    const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withKept(one)]));
    return { ...inner, ...kept.get(String(inner.id)) };
  };
  return {
    ...client,
    call: (async (operation: Parameters<Client['call']>[0], input: Record<string, unknown>) => {
      const { [OTHER_FIELDS]: other, ...known } = input;
      const result = Object(await client.call(operation, known as never));
      if (other) kept.set(String(result.id), { ...kept.get(String(result.id)), ...Object(other) });
      return withKept(result);
    }) as Client['call'],
    pages: ((...given: Parameters<Client['pages']>) =>
      (async function* () {
        for await (const page of client.pages(...given)) yield withKept(page);
      })()) as Client['pages'],
  };
}

it('keeps fields that it does not know under "other", compares them and writes them back', async () => {
  const org = await open();
  const host = { ...org, client: newerHost(org.client) };
  const file = FILE.replace(
    '  - title: Guides\n',
    '  - title: Guides\n    other: { badge: { text: new } }\n',
  ).replace('publish: true\n', 'publish: true\nother: { region: eu }\n');
  await applied(host, await planned(host, file));
  const text = await pulled(host, 'Docs');
  expect(text).toContain('region: eu');
  expect(text).toContain('badge:');
  expect((await planned(host, text)).rows).toEqual([]);
  const changed = await planned(host, text.replace('region: eu', 'region: us'));
  expect(changed.rows.map(({ input }) => input[OTHER_FIELDS])).toEqual([{ region: 'us' }]);
  const { structure } = await host.client.call(api.getSiteStructure, {
    ...{ organizationId: org.organizationId, siteId: String(changed.rows[0]?.input.siteId) },
  });
  expect(structure[0]).toMatchObject({ badge: { text: 'new' } });
});

it('refuses a draft on a host that has none, before anything is sent', async () => {
  const org = await open();
  const plain = FILE.replaceAll(/ *(draft|hidden): true\n/g, '');
  await applied(org, await planned(org, plain));
  const host: Client = {
    ...org.client,
    call: (async (...given: Parameters<Client['call']>) =>
      JSON.parse(
        JSON.stringify((await org.client.call(...given)) ?? null, (key, value) =>
          key === 'draft' || key === 'hidden' ? undefined : value,
        ),
      )) as Client['call'],
  };
  await expect(planned({ ...org, client: host }, FILE)).rejects.toThrow('this host has neither');
});

it('is done after one round with a part of an override', async () => {
  const org = await open();
  const file = `version: 2
title: Docs
basename: docs
publish: false
spaces:
  - space: Guides
    customization:
      styling: { primaryColor: { light: '#ff0000' } }
`;
  await applied(org, await planned(org, file.slice(0, file.indexOf('    customization:'))));
  await applied(org, await planned(org, file, { prune: false }));
  expect((await planned(org, file, { prune: false })).rows).toEqual([]);
});

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
const ADDED_PATHS = ['news/', 'secret-plans/', 'guides-v2/', 'v2/'];
const placeOf = ({ organizationId, site }: Org) => ({ organizationId, siteId: site.id });

/** An organization with a published site of one section. */
async function openPublished(): Promise<Org> {
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
  const org = await openPublished();
  const seen: string[] = [];
  const client = watched({ ...org, client: cutOff(org.client, 5) }, seen, ADDED_PATHS);
  await expect(applyWhole(org, client, heldHere())).rejects.toThrow('cut off');
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.filter((text) => /Secret|News/.test(text))).toEqual([]);
});

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
  'shows all of it in the end, cut off before change %i',
  async (changes) => {
    const org = await openPublished();
    const held = heldHere();
    await applyWhole(org, cutOff(org.client, changes), held).catch(() => {});
    await applyWhole(org, org.client, held);
    const { items } = await org.client.call(api.listSiteSections, placeOf(org));
    expect(items.map(({ title, draft }) => [title, draft])).toEqual(WHOLE.map((title) => [title, false]));
    expect((await planned(org, fileOf(WHOLE), { prune: false })).rows).toEqual([]);
  },
);

it('leaves what a person has made a draft', async () => {
  const org = await openPublished();
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
  const org = await openPublished();
  const memory = memoryStore();
  const site = await org.client.call(getSite, placeOf(org));
  const jobOf = (client: Client): CutJob => ({
    ...{ client, memory, site, place: placeOf(org), version: 'v2', from: 'default', now: new Date() },
    ...{ makeDefault: false, publish: false, onStep: () => {}, waitForImport: async () => {} },
  });
  const seen: string[] = [];
  for (const changes of [1, 2, 3]) {
    const client = watched({ ...org, client: cutOff(org.client, 1) }, seen, ADDED_PATHS);
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
