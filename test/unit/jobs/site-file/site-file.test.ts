import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import {
  installIntegration,
  updateInstallation,
} from '../../../../src/api/integrations/integration-installations.ts';
import { publishIntegration } from '../../../../src/api/integrations/integrations.ts';
import {
  createSiteSection,
  listSiteSections,
  updateSiteSection,
} from '../../../../src/api/sites/site-structure.ts';
import type { Site } from '../../../../src/api/sites/sites.generated.ts';
import { getSite, publishSite, updateSite } from '../../../../src/api/sites/sites.ts';
import { readingClient } from '../../../../src/client/reading-client.ts';
import { DocsError } from '../../../../src/errors.ts';
import { readSites } from '../../../../src/jobs/restore/site-backup.ts';
import { parseSite } from '../../../../src/jobs/site-file/parse.ts';
import { siteText } from '../../../../src/jobs/site-file/write.ts';
import { editByHand } from '../../../helpers/hand-edits.ts';
import { makeRandomSite, randomOf } from '../../../helpers/random-site.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { applied, openOrg, planned, pulled, type SiteOrg, withoutIds } from '../../../helpers/site-files.ts';
import { textCases } from '../../../helpers/text-cases.ts';

const open = (demo: boolean) => openOrg([], demo);

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

it('makes random sites again in an empty organization, and finds nothing to do the second time', {
  timeout: 1_200_000,
}, async () => {
  const [home, other] = [await open(false), await open(false)];
  const base = Number(process.env.SEED ?? 1000);
  const count = runs('B12', 'sites', 3);
  for (let seed = base; seed < base + count; seed += 1) {
    const title = await makeRandomSite(home, seed);
    const text = await pulled(home, title);
    const random = randomOf(seed);
    try {
      await applied(other, await planned(other, text, { createSpaces: true }), random);
    } catch (error) {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
    }
    expect([seed, withoutIds(await pulled(other, title))]).toEqual([seed, withoutIds(text)]);
    for (const prune of [false, true])
      expect([seed, (await planned(other, text, { prune })).rows]).toEqual([seed, []]);
    expect([seed, await pulled(home, title, text)]).toEqual([seed, text]);
    expect((await planned(home, text)).rows).toEqual([]);
  }
  reached('B12', 'sites', count);
});

async function siteCalled({ client, organizationId }: SiteOrg, title: string): Promise<Site> {
  const site = (await readSites(client, organizationId)).find((one) => one.title === title);
  if (!site) throw new Error(title);
  return site;
}

const EDITS_PER_SITE = 4;

it('finds every change by hand, and puts it back with nothing else', { timeout: 1_200_000 }, async () => {
  const home = await open(false);
  const base = Number(process.env.SEED ?? 2000);
  const count = runs('B13', 'edits', 10) / EDITS_PER_SITE;
  for (let seed = base; seed < base + count; seed += 1) {
    const title = await makeRandomSite(home, seed);
    const text = await pulled(home, title);
    const random = randomOf(seed + 7);
    for (let number = 0; number < EDITS_PER_SITE; number += 1) {
      const site = await siteCalled(home, title);
      const edit = await editByHand(home, site, random, seed * 10 + number);
      const place = { organizationId: home.organizationId, siteId: site.id };
      const { title: now } = await home.client.call(getSite, place);
      const changed = (await pulled(home, now)) !== text;
      const plan = await planned(home, text, { site: now });
      expect([seed, number, edit, plan.rows.length > 0]).toEqual([seed, number, edit, changed]);
      try {
        await applied(home, plan, random);
      } catch (error) {
        throw new Error(`${seed} ${number} ${edit}`, { cause: error });
      }
      const after = withoutIds(await pulled(home, title));
      expect([seed, number, edit, after]).toEqual([seed, number, edit, withoutIds(text)]);
    }
  }
  reached('B13', 'edits', count * EDITS_PER_SITE);
});

it('leaves what others add and rename while it is applied', { timeout: 1_200_000 }, async () => {
  const home = await open(false);
  const base = Number(process.env.SEED ?? 3000);
  const count = runs('B3', 'runs', 3);
  for (let seed = base; seed < base + count; seed += 1) {
    const title = await makeRandomSite(home, seed);
    const text = await pulled(home, title);
    const site = await siteCalled(home, title);
    const place = { organizationId: home.organizationId, siteId: site.id };
    if (!text.includes('\nsections:')) continue;
    for (let edits = 0; edits < 3; edits += 1) await editByHand(home, site, randomOf(seed), seed + edits);
    const { title: now } = await home.client.call(getSite, place);
    const plan = await planned(home, text, { site: now, prune: false });
    const theirs = new Map<string, string>();
    const client = {
      ...home.client,
      call: (async (...given: Parameters<typeof home.client.call>) => {
        const name = `Theirs ${seed} ${theirs.size}`;
        const { id: spaceId } = await home.client.call(createSpace, {
          organizationId: home.organizationId,
          title: name,
        });
        const made = await home.client.call(createSiteSection, { ...place, spaceId, title: 'New' });
        await home.client.call(updateSiteSection, { ...place, siteSectionId: made.id, title: name });
        theirs.set(made.id, name);
        return home.client.call(...given);
      }) as typeof home.client.call,
    };
    await applied({ ...home, client }, plan, randomOf(seed));
    const { items } = await home.client.call(listSiteSections, { ...place, limit: 1000 });
    const found = new Map(items.map(({ id, title: called }) => [id, called]));
    for (const [id, name] of theirs) expect([seed, found.get(id)]).toEqual([seed, name]);
    expect((await home.client.call(getSite, place)).title).toBe(title);
  }
  reached('B3', 'runs', count);
});

it('keeps comments, order and style of a file that is there', async () => {
  const home = await open(true);
  const pulledOnce = await pulled(home, 'Tarnpost Docs');
  const own = pulledOnce
    .replace('version: 2\n', '')
    .replace('  - title: API #', '  # For developers.\n\n  - title: "API" #')
    .replace(/(title: Release notes # id: \w+)/, '$1, do not move')
    .replace('publish: true\n', '')
    .replace('visibility: public\n', 'visibility: public # everybody\npublish: true\n')
    .replace(/^redirects:\n([\s\S]*?)^integrations:/m, (_, list: string) => {
      const items = list.split(/(?=^ {2}- )/m);
      return `redirects:\n${items.reverse().join('')}integrations:`;
    });
  const { id: siteId } = await siteCalled(home, 'Tarnpost Docs');
  const place = { organizationId: home.organizationId, siteId };
  // A key that is missing comes in at its place; nothing else moves.
  const completed = await pulled(home, 'Tarnpost Docs', own);
  expect(completed.replace('version: 2\n', '')).toBe(own);
  expect(await pulled(home, 'Tarnpost Docs', completed)).toBe(completed);
  expect((await planned(home, completed)).rows).toEqual([]);
  await home.client.call(updateSite, { ...place, visibility: 'unlisted' });
  const changed = await pulled(home, 'Tarnpost Docs', completed);
  expect(changed).toBe(
    completed.replace('visibility: public # everybody', 'visibility: unlisted # everybody'),
  );
});

it('escapes signs that turn the direction of text, and reads them back', async () => {
  const title = 'Guides "\u202e" \u2066# hidden';
  const site = { version: 2, title, publish: false };
  const text = await siteText(site);
  expect(text).toContain('title: "Guides \\"\\u202e\\" \\u2066# hidden"');
  expect(parse(text)).toEqual(site);
  expect(await siteText(site, text)).toBe(text);
  const changed = await siteText({ ...site, publish: true }, text);
  expect(changed).toBe(text.replace('false', 'true'));
  expect(parse(changed).title).toBe(title);
});

it('reads through a client that refuses every other method', async () => {
  const { client, organizationId, requests } = await open(true);
  const reader = readingClient(client);
  const place = { organizationId, siteId: 'x' };
  const sent = requests.length;
  const refusals = await Promise.allSettled([
    reader.call(updateSite, { ...place, title: 'Other' }),
    reader.callWithStatus(publishSite, place),
    reader.raw({ method: 'DELETE', path: '/v1/orgs/x/sites/y' }),
  ]);
  expect(refusals.map((one) => (one.status === 'rejected' ? one.reason.code : one.status))).toEqual([
    'READS_ONLY',
    'READS_ONLY',
    'READS_ONLY',
  ]);
  expect(requests.length).toBe(sent);
});

textCases(join(import.meta.dirname, 'refused'), async (_, { 'site.yaml': text = '' }) => {
  const error = await parseSite(text, 'site.yaml').catch((one: unknown) => one);
  return { why: error instanceof DocsError ? `${error.exit}: ${error.message}\n` : 'it is taken' };
});
