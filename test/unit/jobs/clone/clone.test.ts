// A clone shows what its source shows, reads only, and fetches nothing twice.
import { expect, it, onTestFinished } from 'vitest';
import { listSpaces, updateSpace } from '../../../../src/api/content/spaces.ts';
import { operations } from '../../../../src/api/index.ts';
import { listOrganizationInstallations } from '../../../../src/api/integrations/installed-integrations.ts';
import { listOpenApiSpecs, listOpenApiVersions } from '../../../../src/api/integrations/openapi.ts';
import type { Operation } from '../../../../src/api/operation.ts';
import { listMembers, listTeams } from '../../../../src/api/people/members.ts';
import { addSpacePermission } from '../../../../src/api/people/permissions.ts';
import {
  listOrganizationChangeRequests,
  updateChangeRequest,
} from '../../../../src/api/review/change-requests.ts';
import { listSiteSpaces } from '../../../../src/api/sites/site-structure.ts';
import { listSites } from '../../../../src/api/sites/sites.ts';
import type { Client } from '../../../../src/client/client.ts';
import { clientOfFile, cloneFolder, cloneInto } from '../../../helpers/cloned.ts';
import { randomOrganization } from '../../../helpers/random-organization.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { refused, workflowClient } from '../../../helpers/workflow-client.ts';

async function box({ demo = true } = {}) {
  const source = await openTestSandbox({ demo });
  const place = cloneFolder();
  onTestFinished(source.cleanup);
  onTestFinished(place.remove);
  const { client, requests, intercept } = workflowClient(source);
  const { organizationId } = source;
  const now = () => source.clock.now;
  const clone = (options = {}) => cloneInto(place.file, client, { organizationId, now, ...options });
  return { source, client, requests, intercept, clone, place, now, organizationId };
}

const LISTED =
  /^\/v1\/orgs\/\{organizationId\}\/(members|teams|collections|spaces|sites|openapi|translations|translations-glossary|integrations|installations|link-invites)$/;
const OF_SPECIFICATION = /\/openapi\/\{specSlug\}\/versions(\/latest\/content\/raw)?$/;
const OF_VERSION = /\/openapi\/\{specSlug\}\/versions\/\{versionId\}\/content$/;
const OF_INSTALLATION = /\/installations\/\{installationId\}\/(spaces|sites)$/;
const OF_SPACE =
  /^\/v1\/spaces\/\{spaceId\}\/(content|comments|permissions\/(users|teams|access)|change-requests)$/;
const OF_SITE =
  /\/sites\/\{siteId\}\/(structure|redirects|customization|share-links|publishing\/auth|permissions\/(users|teams))$/;
const OF_CHANGE_REQUEST =
  /change-requests\/\{changeRequestId\}\/(content|comments|reviews|changes|requested-reviewers)$/;

/** What an organization shows: lists, content, sites and change requests, by operation. */
async function shown(client: Client, organizationId: string): Promise<unknown> {
  const found: Record<string, unknown> = {};
  const all = async (operation: Operation, input: object) => {
    const items: { id: string; space: string }[] = [];
    for await (const page of client.pages(operation, { ...input } as never))
      items.push(...(page.items as never[]));
    return items;
  };
  const ask = async (form: RegExp, input: object) => {
    for (const operation of operations.filter(
      ({ method, path, newer }) => method === 'GET' && !newer && form.test(path),
    ))
      found[`${operation.id} ${JSON.stringify(input)}`] = operation.paging
        ? await all(operation, input)
        : await client.call(operation, input as never);
  };
  /** Of places made in the same moment, the order is that of the host's own rows. */
  const askSorted = async (form: RegExp, input: object) => {
    const before = new Set(Object.keys(found));
    await ask(form, input);
    for (const [key, items] of Object.entries(found))
      if (!before.has(key) && Array.isArray(items))
        found[key] = items.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  };
  await ask(LISTED, { organizationId });
  for (const { id } of await all(listSpaces, { organizationId })) await ask(OF_SPACE, { spaceId: id });
  for (const { id } of await all(listSites, { organizationId }))
    await ask(OF_SITE, { organizationId, siteId: id });
  for (const { id, space } of await all(listOrganizationChangeRequests, { organizationId }))
    await ask(OF_CHANGE_REQUEST, { spaceId: space, changeRequestId: id });
  for (const { id } of await all(listOpenApiSpecs, { organizationId })) {
    const spec = { organizationId, specSlug: id };
    const versions = await all(listOpenApiVersions, spec);
    if (versions.length > 0) await ask(OF_SPECIFICATION, spec);
    for (const version of versions) await ask(OF_VERSION, { ...spec, versionId: version.id });
  }
  for await (const { items } of client.pages(listOrganizationInstallations, { organizationId }))
    for (const { installation, integration } of items)
      await askSorted(OF_INSTALLATION, {
        integrationName: integration.name,
        installationId: installation.id,
      });
  return JSON.parse(
    JSON.stringify(found, (key, one) =>
      /^(urls?|downloadURL|document|privateKey|previewImages)$/.test(key) ? undefined : one,
    ),
  );
}

/**
 * Of merged and archived change requests there is nothing in a clone, and it says so of sites by what they show. Without
 * the change request that a merge has to name, its revision is one of edits.
 */
const ELSEWHERE = /^(changeRequests|mergedFrom)$/;
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one) => {
      if (ELSEWHERE.test(key)) return undefined;
      return key === 'type' && one === 'merge' ? 'edits' : one;
    }),
  );

it('shows the same of the demo, by GET requests only', async () => {
  const { client, requests, clone, place, now, organizationId } = await box();
  const { token, report } = await clone();
  expect(report.failures).toEqual([]);
  expect(requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
  const copy = clientOfFile(place.file, token, now);
  expect(comparable(await shown(copy, organizationId))).toEqual(
    comparable(await shown(client, organizationId)),
  );
  await copy.close();
});

it('reads nothing twice, and drops what was tried', async () => {
  const { source, client, requests, clone, place, now, organizationId } = await box();
  const first = await clone();
  const copy = clientOfFile(place.file, first.token, now);
  const before = await shown(copy, organizationId);
  const [open] = (await client.call(listOrganizationChangeRequests, { organizationId })).items;
  await copy.call(updateChangeRequest, {
    spaceId: open?.space ?? '',
    changeRequestId: open?.id ?? '',
    status: 'archived',
  });
  const spaces = (await copy.call(listSpaces, { organizationId })).items;
  await copy.call(updateSpace, { spaceId: spaces[0]?.id ?? '', title: 'Tried' });
  await copy.close();
  const asked = requests.length;
  requests.length = 0;
  const second = await clone();
  expect(second.report.fetched).toBe(0);
  expect(requests.length).toBeLessThan(asked / 2);
  const again = clientOfFile(place.file, second.token, now);
  expect(await shown(again, organizationId)).toEqual(before);
  await again.close();
  const ended = clientOfFile(place.file, first.token, now);
  await expect(ended.call(listSpaces, { organizationId })).rejects.toThrow(/token/);
  await ended.close();

  const members = (await client.call(listMembers, { organizationId })).items;
  await source.call(addSpacePermission, {
    spaceId: spaces[0]?.id ?? '',
    users: [members[0]?.id ?? ''],
    role: 'edit',
  });
  const third = await clone();
  const latest = clientOfFile(place.file, third.token, now);
  expect(comparable(await shown(latest, organizationId))).toEqual(
    comparable(await shown(client, organizationId)),
  );
  await latest.close();
});

it('shows the same of organizations of chance', async () => {
  const count = runs('L26', 'cloned organizations', 1);
  for (let seed = 0; seed < count; seed += 1) {
    const { source, client, requests, clone, place, now, organizationId } = await box({
      demo: seed % 2 === 0,
    });
    await randomOrganization(source, seed, 150);
    const { token, report } = await clone();
    expect(report.failures).toEqual([]);
    const copy = clientOfFile(place.file, token, now);
    expect(comparable(await shown(copy, organizationId)), `seed ${seed}`).toEqual(
      comparable(await shown(client, organizationId)),
    );
    await copy.close();
    expect(requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
  }
  reached('L26', 'cloned organizations', count);
});

it('goes on where it was cut off', async () => {
  const { client, requests, intercept, clone, place, now, organizationId } = await box();
  const whole = await clone();
  place.clear();
  // Late: what is read side by side ends side by side.
  let left = Math.floor(requests.length * 0.9);
  requests.length = 0;
  intercept(() => (--left < 0 ? refused(401) : undefined));
  await expect(clone()).rejects.toThrow(/token/);
  intercept(() => undefined);
  const { token, report } = await clone();
  expect(report.failures).toEqual([]);
  expect(report.fetched).toBeLessThan(whole.report.fetched);
  const copy = clientOfFile(place.file, token, now);
  expect(comparable(await shown(copy, organizationId))).toEqual(
    comparable(await shown(client, organizationId)),
  );
  await copy.close();
});

it('keeps what may not be read any more, and loses no sites over one that was deleted meanwhile', async () => {
  const { client, intercept, clone, place, now, organizationId } = await box();
  const { items: sites } = await client.call(listSites, { organizationId });
  const [gone] = sites;
  intercept((_, line) => (line.includes(`/sites/${gone?.id}/structure`) ? refused(404) : undefined));
  const first = await clone();
  expect(first.report.skipped.map(({ part }) => part)).toEqual([`site "${gone?.title}"`]);
  expect(first.report.sites).toBe(sites.length - 1);
  intercept((_, line) => (/\/orgs\/\w+\/(?:sites|teams|saml)$/.test(line) ? refused(403) : undefined));
  const { token, report } = await clone();
  expect(report.skipped.map(({ part }) => part)).toEqual(['SAML', 'sites', 'teams']);
  intercept(() => undefined);
  const copy = clientOfFile(place.file, token, now);
  const titlesIn = async (from: Client, list: typeof listSites | typeof listTeams) =>
    (await from.call(list, { organizationId })).items.map(({ title }) => title).sort();
  expect(await titlesIn(copy, listTeams)).toEqual(await titlesIn(client, listTeams));
  expect(await titlesIn(copy, listSites)).toEqual(
    (await titlesIn(client, listSites)).filter((title) => title !== gone?.title),
  );
  await copy.close();
});

it('keeps the change requests of a clone where they may not be listed any more', async () => {
  const { client, intercept, clone, place, now, organizationId } = await box();
  await clone();
  intercept((_, line) =>
    line.endsWith(`/orgs/${organizationId}/change-requests`) ? refused(403) : undefined,
  );
  const { token, report } = await clone();
  expect(report.skipped.map(({ part }) => part)).toEqual(['change requests']);
  intercept(() => undefined);
  const copy = clientOfFile(place.file, token, now);
  expect(comparable(await shown(copy, organizationId))).toEqual(
    comparable(await shown(client, organizationId)),
  );
  await copy.close();
});

it('takes of a site only what belongs to it', async () => {
  const { client, clone, place, now, organizationId } = await box();
  const [site] = (await client.call(listSites, { organizationId })).items;
  const { token, report } = await clone({ scope: { sites: [site?.title ?? ''] } });
  const here = (await client.call(listSiteSpaces, { organizationId, siteId: site?.id ?? '' })).items;
  const copy = clientOfFile(place.file, token, now);
  const spaces = (await copy.call(listSpaces, { organizationId })).items.map(({ id }) => id);
  expect(spaces.sort()).toEqual(here.map(({ space }) => space.id).sort());
  expect(report).toMatchObject({ sites: 1, spaces: here.length, failures: [] });
  expect((await copy.call(listSites, { organizationId })).items.map(({ id }) => id)).toEqual([site?.id]);
  await copy.close();
});

it('takes no file that is something else, and no space that is not there', async () => {
  const { source, client, clone, now, organizationId } = await box();
  const options = { organizationId, now };
  await expect(cloneInto(source.file, client, options)).rejects.toThrow('is a sandbox that is not a clone');
  await clone();
  await expect(clone({ scope: { spaces: ['Nowhere'] } })).rejects.toThrow(
    'no space "Nowhere" in this organization',
  );
  await expect(clone({ scope: { sites: ['Nowhere'] } })).rejects.toThrow(
    'no site "Nowhere" in this organization',
  );
});
