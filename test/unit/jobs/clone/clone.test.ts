// A clone shows what its source shows, reads only, and fetches nothing twice.
import { expect, it } from 'vitest';
import { listSpaces, updateSpace } from '../../../../src/api/content/spaces.ts';
import { operations } from '../../../../src/api/index.ts';
import { listOrganizationInstallations } from '../../../../src/api/integrations/installed-integrations.ts';
import { listOpenApiSpecs, listOpenApiVersions } from '../../../../src/api/integrations/openapi.ts';
import type { Operation } from '../../../../src/api/operation.ts';
import { listMembers, listTeams } from '../../../../src/api/people/members.ts';
import { addSpacePermission } from '../../../../src/api/people/permissions.ts';
import * as review from '../../../../src/api/review/change-requests.ts';
import { listSiteSpaces } from '../../../../src/api/sites/site-structure.ts';
import { listSites } from '../../../../src/api/sites/sites.ts';
import type { Client } from '../../../../src/client/client.ts';
import { cloneBox, cloneInto } from '../../../helpers/cloned.ts';
import { randomOrganization } from '../../../helpers/random-organization.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { refused } from '../../../helpers/workflow-client.ts';

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

/** Of places made in the same moment, the order is that of the host's own rows. */
const sorted = (items: object[], isTold: boolean) =>
  isTold ? items.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))) : items;

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
        ? sorted(await all(operation, input), form === OF_INSTALLATION)
        : await client.call(operation, input as never);
  };
  await ask(LISTED, { organizationId });
  for (const { id } of await all(listSpaces, { organizationId })) await ask(OF_SPACE, { spaceId: id });
  for (const { id } of await all(listSites, { organizationId }))
    await ask(OF_SITE, { organizationId, siteId: id });
  for (const { id, space } of await all(review.listOrganizationChangeRequests, { organizationId }))
    await ask(OF_CHANGE_REQUEST, { spaceId: space, changeRequestId: id });
  for (const { id } of await all(listOpenApiSpecs, { organizationId })) {
    const spec = { organizationId, specSlug: id };
    const versions = await all(listOpenApiVersions, spec);
    if (versions.length > 0) await ask(OF_SPECIFICATION, spec);
    for (const version of versions) await ask(OF_VERSION, { ...spec, versionId: version.id });
  }
  for await (const { items } of client.pages(listOrganizationInstallations, { organizationId }))
    for (const { installation, integration } of items)
      await ask(OF_INSTALLATION, { integrationName: integration.name, installationId: installation.id });
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

/** What the clone shows is what the source shows. */
async function showsTheSame(
  { client, organizationId, open }: Awaited<ReturnType<typeof cloneBox>>,
  token: string,
  seed = 0,
) {
  expect(comparable(await shown(open(token), organizationId)), `seed ${seed}`).toEqual(
    comparable(await shown(client, organizationId)),
  );
}

it('reads nothing twice, and drops what was tried', async () => {
  const made = await cloneBox();
  const { source, client, requests, clone, open, organizationId } = made;
  const first = await clone();
  const copy = open(first.token);
  const before = await shown(copy, organizationId);
  const [work] = (await client.call(review.listOrganizationChangeRequests, { organizationId })).items;
  const place = { spaceId: work?.space ?? '', changeRequestId: work?.id ?? '' };
  await copy.call(review.updateChangeRequest, { ...place, status: 'archived' });
  const spaces = (await copy.call(listSpaces, { organizationId })).items;
  await copy.call(updateSpace, { spaceId: spaces[0]?.id ?? '', title: 'Tried' });
  const asked = requests.length;
  requests.length = 0;
  const second = await clone();
  expect(second.report.fetched).toBe(0);
  expect(requests.length).toBeLessThan(asked / 2);
  expect(await shown(open(second.token), organizationId)).toEqual(before);
  await expect(open(first.token).call(listSpaces, { organizationId })).rejects.toThrow(/token/);

  const [member] = (await client.call(listMembers, { organizationId })).items;
  const spaceId = spaces[0]?.id ?? '';
  await source.call(addSpacePermission, { spaceId, users: [member?.id ?? ''], role: 'edit' });
  const third = await clone();
  await showsTheSame(made, third.token);
});

it('shows the same of the demo and of organizations of chance, by GET requests only', async () => {
  const count = runs('L26', 'cloned organizations', 1);
  for (let seed = 0; seed < count; seed += 1) {
    const made = await cloneBox({ demo: seed % 2 === 0 });
    await randomOrganization(made.source, seed, 150);
    const { token, report } = await made.clone();
    expect(report.failures).toEqual([]);
    expect(made.requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
    await showsTheSame(made, token, seed);
  }
  reached('L26', 'cloned organizations', count);
});

it('goes on where it was cut off', async () => {
  const made = await cloneBox();
  const { requests, intercept, clone, clear } = made;
  const whole = await clone();
  clear();
  // Late: what is read side by side ends side by side.
  let left = Math.floor(requests.length * 0.9);
  requests.length = 0;
  intercept(() => (--left < 0 ? refused(401) : undefined));
  await expect(clone()).rejects.toThrow(/token/);
  intercept(() => undefined);
  const { token, report } = await clone();
  expect(report.failures).toEqual([]);
  expect(report.fetched).toBeLessThan(whole.report.fetched);
  await showsTheSame(made, token);
});

it('keeps what may not be read any more, and loses no sites over one that was deleted meanwhile', async () => {
  const { client, intercept, clone, open, organizationId } = await cloneBox();
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
  const copy = open(token);
  const titlesIn = async (from: Client, list: typeof listSites | typeof listTeams) =>
    (await from.call(list, { organizationId })).items.map(({ title }) => title).sort();
  expect(await titlesIn(copy, listTeams)).toEqual(await titlesIn(client, listTeams));
  expect(await titlesIn(copy, listSites)).toEqual(
    (await titlesIn(client, listSites)).filter((title) => title !== gone?.title),
  );
});

it('keeps the change requests of a clone where they may not be listed any more', async () => {
  const made = await cloneBox();
  const { intercept, clone, organizationId } = made;
  await clone();
  intercept((_, line) =>
    line.endsWith(`/orgs/${organizationId}/change-requests`) ? refused(403) : undefined,
  );
  const { token, report } = await clone();
  expect(report.skipped.map(({ part }) => part)).toEqual(['change requests']);
  intercept(() => undefined);
  await showsTheSame(made, token);
});

it('takes of a site only what belongs to it', async () => {
  const { client, clone, open, organizationId } = await cloneBox();
  const [site] = (await client.call(listSites, { organizationId })).items;
  const { token, report } = await clone({ scope: { sites: [site?.title ?? ''] } });
  const here = (await client.call(listSiteSpaces, { organizationId, siteId: site?.id ?? '' })).items;
  const copy = open(token);
  const spaces = (await copy.call(listSpaces, { organizationId })).items.map(({ id }) => id);
  expect(spaces.sort()).toEqual(here.map(({ space }) => space.id).sort());
  expect(report).toMatchObject({ sites: 1, spaces: here.length, failures: [] });
  expect((await copy.call(listSites, { organizationId })).items.map(({ id }) => id)).toEqual([site?.id]);
});

it('takes no file that is something else', async () => {
  const { source, client, now, organizationId } = await cloneBox();
  const made = cloneInto(source.file, client, { organizationId, now });
  await expect(made).rejects.toThrow('is a sandbox that is not a clone');
});
