import { createServer, type Server } from 'node:http';
import type { TString } from '@sinclair/typebox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSpace, updateSpace } from '../../src/api/content/spaces.ts';
import {
  installIntegration,
  listInstallations,
  listIntegrationSites,
  listIntegrationSpaces,
} from '../../src/api/integrations/integration-installations.ts';
import { INTEGRATION_NAME } from '../../src/api/integrations/integration-parts.ts';
import {
  deleteIntegration,
  disableDevelopment,
  enableDevelopment,
  getIntegration,
  getIntegrationEvent,
  listIntegrationEvents,
  listIntegrations,
  publishIntegration,
} from '../../src/api/integrations/integrations.ts';
import * as api from '../../src/api/integrations/openapi.ts';
import { getPublishedSite } from '../../src/api/sites/site-structure.ts';
import { Site } from '../../src/api/sites/sites.generated.ts';
import { createSite, publishSite } from '../../src/api/sites/sites.ts';
import { ownerId } from '../../src/files/process-owner.ts';
import { openApiSpecOf, openApiSpecs } from '../../src/sandbox/db/integrations/openapi.ts';
import { processSpec } from '../../src/sandbox/resources/integrations/openapi/specs.ts';
import { growth, LINEAR } from '../helpers/growth.ts';
import { listening } from '../helpers/lasting.ts';
import { openTestSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let box: TestSandbox;
let org: { organizationId: string };
beforeAll(async () => {
  box = await openTestSandbox();
  org = { organizationId: box.organizationId };
});
afterAll(() => box.cleanup());

const status = async (answer: Promise<{ status: number }>) => (await answer).status;

const input = (integrationName: string) => ({
  integrationName,
  title: 'Parcel map',
  description: 'Shows parcels',
  organization: box.organizationId,
  scopes: ['space:content:read', 'space:metadata:read', 'site:script:inject', 'site:script:cookies'] as const,
  script: 'export default {};',
});
const publish = (name: string, more: object = {}) =>
  box.attempt(publishIntegration, { ...input(name), ...more });

describe('an integration', () => {
  it.each([
    ['title', 'tt', 't'],
    ['title', 't'.repeat(30), 't'.repeat(31)],
    ['description', 'd'.repeat(100), 'd'.repeat(101)],
    ['summary', 's'.repeat(2048), 's'.repeat(2049)],
    ['previewImages', ['a', 'b', 'c'], ['a', 'b', 'c', 'd']],
    ['externalLinks', links(5), links(6)],
    ['blocks', [block({ title: 'b'.repeat(40) })], [block({ title: 'b'.repeat(41) })]],
    ['blocks', [block({ description: 'b'.repeat(150) })], [block({ description: 'b'.repeat(151) })]],
    ['contentSources', [source({ title: 'bb' })], [source({ title: 'b' })]],
    ['scopes', ['openapi:read'], ['openapi:delete']],
    ['runtime', 'v2', 'v3'],
  ])('takes %s at its limit and refuses it one past it', async (field, fits, breaks) => {
    expect(await status(publish('limits', { [field]: fits }))).toBe(200);
    expect(await status(publish('limits', { [field]: breaks }))).toBe(400);
  });

  it('has a name of letters, digits, dots, dashes and underscores, at most 100', async () => {
    expect(await status(publish('a.b-c_D9'))).toBe(200);
    expect(await status(publish('n'.repeat(100)))).toBe(200);
    expect(await status(publish('n'.repeat(101)))).toBe(400);
    expect(await status(publish('no spaces'))).toBe(400);
  });

  it('counts its versions and keeps what it is not told anew', async () => {
    await publish('versioned', { visibility: 'public', icon: 'aWNvbg==' });
    await publish('versioned');
    const found = await box.call(getIntegration, { integrationName: 'versioned' });
    expect(found).toMatchObject({ version: 2, visibility: 'public', target: 'all', verified: false });
    expect(found.urls.icon).toBeDefined();
    expect(found.owner.id).toBe(box.organizationId);
    expect(JSON.stringify(found)).not.toContain('export default');
  });

  it('never tells its secrets', async () => {
    await publish('secretive', { secrets: { KEY: 'very-secret-value' }, organization: 'my-organization' });
    const answers = [
      await box.answer(getIntegration, { integrationName: 'secretive' }),
      await box.answer(listIntegrations, { limit: 1000 }),
    ];
    expect(JSON.stringify(answers)).not.toContain('very-secret-value');
  });

  it('is private until told otherwise, and administrated by administrators of its owner', async () => {
    await publish('hidden');
    const reader = box.addMember('read');
    const ref = { integrationName: 'hidden' };
    expect(await status(box.answer(getIntegration, ref, { as: reader }))).toBe(200);
    expect((await box.call(getIntegration, ref, { as: reader })).permissions.admin).toBe(false);
    expect(await status(box.answer(listInstallations, ref))).toBe(403);
    await publish('another');
    const other = { as: 'another', kind: 'integration' } as const;
    expect(await status(box.answer(listInstallations, ref, other))).toBe(403);
    expect(await status(box.answer(deleteIntegration, ref))).toBe(205);
    expect(await status(box.answer(deleteIntegration, ref))).toBe(204);
  });

  it('is found by every filter', async () => {
    await publish('finder', {
      categories: ['marketing'],
      scopes: ['openapi:read'],
      target: 'site',
      blocks: [block({ urlUnfurl: ['https://maps.example'] })],
      contentSources: [source({})],
    });
    const names = async (filter: object) =>
      (await box.call(listIntegrations, { limit: 1000, ...filter })).items.map(({ name }) => name);
    for (const filter of [
      { search: 'FIND' },
      { category: 'marketing' },
      { scope: 'openapi:read', target: 'site' },
      { blockDomain: 'maps.example' },
      { blocks: true, contentSources: true },
      { owner: box.organizationId, category: 'marketing' },
    ]) {
      expect(await names(filter), JSON.stringify(filter)).toContain('finder');
    }
    expect(await names({ target: 'space' })).not.toContain('finder');
    expect(await names({ blocks: false })).not.toContain('finder');
    expect(await names({ owner: 'somebody' })).toEqual([]);
  });
});

describe('an installation', () => {
  // In an organization of its own: it is on every space and site that another test makes.
  let own: TestSandbox;
  beforeEach(async () => {
    own = box;
    box = await openTestSandbox();
    org = { organizationId: box.organizationId };
  });
  afterEach(() => {
    box.cleanup();
    box = own;
    org = { organizationId: box.organizationId };
  });

  it('is on all spaces and sites, hears of what happens there, and puts its script on them', async () => {
    await publish('listener', { contentSecurityPolicy: { 'default-src': "'self'" } });
    const ref = { integrationName: 'listener' };
    const itself = { as: 'listener', kind: 'integration' } as const;
    const install = { ...ref, organization: box.organizationId };
    const made = await box.call(installIntegration, install);
    expect(await status(box.answer(installIntegration, install))).toBe(409);
    const space = await box.call(createSpace, { ...org, title: 'Heard' });
    const site = await box.call(createSite, { ...org, title: 'Seen', spaces: [space.id] });
    await box.call(publishSite, { ...org, siteId: site.id });
    expect((await box.call(listIntegrationSpaces, ref, itself)).items).toMatchObject([
      { space: space.id, installation: made.id },
    ]);
    const { items } = await box.call(listIntegrationSites, { ...ref, extended: true }, itself);
    expect(items).toMatchObject([{ site: { title: 'Seen' } }]);
    const events = await box.call(listIntegrationEvents, ref);
    expect(events.items.map(({ payload }) => payload.type)).toEqual([
      'space_visibility_updated',
      'installation_setup',
    ]);
    expect(events.items[0]?.payload).toMatchObject({
      spaceId: space.id,
      previousVisibility: 'private',
      visibility: 'public',
    });
    const { scripts } = await box.call(getPublishedSite, { ...org, siteId: site.id });
    expect(scripts).toEqual([
      {
        script: expect.stringContaining('listener'),
        contentSecurityPolicy: "default-src 'self';",
        cookies: true,
      },
    ]);
    // A change of settings is no change of content.
    await box.call(updateSpace, { spaceId: space.id, title: 'Still heard' });
    expect((await box.call(listIntegrationEvents, ref)).count).toBe(2);
  });

  it('sends events to this machine only while it is developed, and says of older ones that they were not sent', async () => {
    const ref = { integrationName: 'listener' };
    await publish('listener');
    await box.call(installIntegration, { ...ref, organization: box.organizationId });
    const dev = (tunnelUrl: string) => status(box.attempt(enableDevelopment, { ...ref, tunnelUrl }));
    expect(await dev('')).toBe(400);
    expect(await dev('u'.repeat(257))).toBe(400);
    for (const address of [
      'not a url',
      'ftp://127.0.0.1/x',
      'https://tunnel.example/x',
      'http://me@127.0.0.1/',
      'http://10.0.0.1',
    ]) {
      expect([address, await dev(address)]).toEqual([address, 400]);
    }
    expect(await dev('http://127.0.0.1:9/x')).toBe(204);
    const [event] = (await box.call(listIntegrationEvents, ref)).items;
    const { trace } = await box.call(getIntegrationEvent, { ...ref, eventId: event?.id ?? '' });
    // It happened before, when nobody could get it.
    expect(trace?.logs.map(({ message }) => message).join()).toContain('not sent anywhere');
    expect(await status(box.answer(disableDevelopment, ref))).toBe(205);
    expect(await status(box.answer(disableDevelopment, ref))).toBe(205);
    expect(await status(box.answer(getIntegrationEvent, { ...ref, eventId: 'none' }))).toBe(404);
  });
});

describe('an OpenAPI specification', () => {
  let server: Server;
  let base = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/slow') return;
      if (request.url === '/moved') response.writeHead(302, { location: '/spec' }).end();
      else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end();
      else if (request.url === '/missing') response.writeHead(404).end();
      else response.end(VALID);
    });
    base = await listening(server);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const VALID = JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} });

  async function processed(specSlug: string, source: { url: string } | { text: string }) {
    const begun = await box.answer(api.setOpenApiSpec, { ...org, specSlug, source });
    expect(begun.body).toMatchObject({ processingState: 'pending' });
    await box.sandbox.background.settle();
    return box.call(api.getOpenApiSpec, { ...org, specSlug });
  }

  it('is fetched, also where it has moved to, and kept as a version', async () => {
    const spec = await processed('fetched', { url: `${base}/moved` });
    expect(spec).toMatchObject({ processingState: 'complete', sourceURL: `${base}/moved` });
    expect(spec).not.toHaveProperty('lastProcessErrorCode');
    const latest = await box.call(api.getLatestOpenApiVersion, { ...org, specSlug: 'fetched' });
    expect(latest.id).toBe(spec.lastVersion);
    const content = await box.call(api.getOpenApiContent, {
      ...org,
      specSlug: spec.id,
      versionId: latest.id,
    });
    expect(content).toMatchObject({
      urls: { source: latest.url, public: null },
      filesystem: { 'openapi.json': { isEntrypoint: true, specification: { info: { title: 'T' } } } },
    });
    expect(latest).toMatchObject({ object: 'openapi-spec-version', urls: { location: expect.any(String) } });
  });

  it.each([
    ['/missing', 'FETCH_ERROR', 'answered 404'],
    ['/round', 'FETCH_ERROR', 'redirects more than 5 times'],
  ])('says why %s could not be fetched, and keeps the version before', async (path, code, message) => {
    await processed('kept', { text: VALID });
    const spec = await processed('kept', { url: base + path });
    expect(spec).toMatchObject({ processingState: 'complete', lastProcessErrorCode: code });
    expect(spec.lastProcessedErrors?.[0]?.message).toContain(message);
    expect(spec.lastVersion).toBeDefined();
  });

  it('says when the server was too slow', async () => {
    await processed('slow', { text: VALID });
    const row = openApiSpecOf(box.sandbox.db, box.organizationId, 'slow');
    await processSpec(box.sandbox, row?.job ?? '', { url: `${base}/slow` }, 50);
    expect(await box.call(api.getOpenApiSpec, { ...org, specSlug: 'slow' })).toMatchObject({
      lastProcessErrorCode: 'FETCH_TIMEOUT',
    });
  });

  it.each([
    ['a: [b', 'syntax'],
    ['"text"', 'object'],
    ['{"openapi":"9.9"}', 'version'],
    [JSON.stringify({ openapi: '3.1.0', info: { title: 'T' }, paths: {} }), 'version'],
    [`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`, 'nests'],
    [JSON.stringify({ ...JSON.parse(VALID), paths: { '/a': { $ref: '#/nothing' } } }), 'nothing'],
  ])('is refused when it is none: %s', async (text, word) => {
    const spec = await processed('broken', { text });
    expect(spec.lastProcessErrorCode).toBe('PARSE_ERROR');
    expect(JSON.stringify(spec.lastProcessedErrors)).toContain(word);
    expect(spec).not.toHaveProperty('lastVersion');
  });

  it('keeps the last source when two are processed at once', async () => {
    const { organizationId } = org;
    const first = box.call(api.setOpenApiSpec, {
      organizationId,
      specSlug: 'twice',
      source: { url: `${base}/spec` },
    });
    await first;
    await box.call(api.setOpenApiSpec, { organizationId, specSlug: 'twice', source: { text: VALID } });
    await box.sandbox.background.settle();
    const spec = await box.call(api.getOpenApiSpec, { organizationId, specSlug: 'twice' });
    expect(spec).not.toHaveProperty('sourceURL');
    expect((await box.call(api.listOpenApiVersions, { organizationId, specSlug: 'twice' })).count).toBe(1);
  });

  it('has failed when the process that read it is gone', async () => {
    await processed('lost', { text: VALID });
    const row = openApiSpecOf(box.sandbox.db, box.organizationId, 'lost');
    openApiSpecs(box.sandbox.db).update(
      { id: row?.id ?? '' },
      {
        processingState: 'progress',
        owner: ownerId().replace(/^\d+/, '4194999'),
      },
    );
    const spec = await box.call(api.getOpenApiSpec, { ...org, specSlug: 'lost' });
    expect(spec).toMatchObject({ processingState: 'complete', lastProcessErrorCode: 'FETCH_ERROR' });
  });

  it.each([
    ['s', 201],
    ['s'.repeat(100), 201],
    ['a-b-1', 201],
    ['', 400],
    ['s'.repeat(101), 400],
    ['Upper', 201],
    ['double--dash', 400],
    ['-edge', 400],
  ])('takes the slug %s with %s', async (slug, wanted) => {
    const source = { text: VALID };
    expect(await status(box.attempt(api.createOpenApiSpec, { ...org, slug, source }))).toBe(wanted);
    if (wanted !== 201) {
      if (slug !== '')
        expect(await status(box.attempt(api.setOpenApiSpec, { ...org, specSlug: slug, source }))).toBe(400);
      return;
    }
    expect(await status(box.attempt(api.createOpenApiSpec, { ...org, slug, source }))).toBe(409);
    expect(await status(box.answer(api.setOpenApiSpec, { ...org, specSlug: slug, source }))).toBe(200);
    expect(await status(box.answer(api.deleteOpenApiSpec, { ...org, specSlug: slug }))).toBe(205);
    expect(await status(box.answer(api.deleteOpenApiSpec, { ...org, specSlug: slug }))).toBe(204);
    await box.sandbox.background.settle();
  });

  it('has a source of one of two forms, a URL of at most 2048 characters', async () => {
    const create = (source: unknown) =>
      status(box.attempt(api.createOpenApiSpec, { ...org, slug: 'form', source }));
    expect(await create({ text: '' })).toBe(400);
    expect(await create({})).toBe(400);
    expect(await create({ url: 'nothing' })).toBe(400);
    expect(await create({ url: `${base}/${'u'.repeat(2048 - base.length)}` })).toBe(400);
    expect(await create({ url: `${base}/${'u'.repeat(2047 - base.length)}` })).toBe(201);
    await box.sandbox.background.settle();
  });

  it('is public only when it is told to be, by those who may', async () => {
    await processed('seen', { text: VALID });
    const ref = { ...org, specSlug: 'seen' };
    const reader = box.addMember('read');
    expect((await box.call(api.getOpenApiSpec, ref, { as: reader })).permissions).toEqual({
      view: true,
      edit: false,
    });
    const change = { ...ref, visibility: 'public' as const };
    expect((await box.call(api.updateOpenApiSpec, change)).urls.published).toContain('seen');
    expect(
      (await box.call(api.updateOpenApiSpec, { ...change, visibility: 'private' })).urls,
    ).not.toHaveProperty('published');
  });
});

describe('patterns', () => {
  const patternOf = ({ pattern = '' }: TString) => pattern;
  const attacks = ['a', 'a.', '-', 'a-', 'a.a', '/a', 'a/', '.', 'a1-.', 'A', '\u{1f4a3}'].flatMap((unit) => [
    (size: number) => unit.repeat(size / unit.length),
    (size: number) => `${unit.repeat(size / unit.length)}!`,
  ]);
  it.each([
    ['integration name', INTEGRATION_NAME],
    ['slug', api.SLUG],
    ['hostname', patternOf(Site.properties.hostname)],
    ['proxy', patternOf(Site.properties.proxy.properties.origin)],
  ])('of the %s take no longer than a text is long, whatever comes', (_, source) => {
    expect(source).not.toBe('');
    const pattern = new RegExp(source);
    for (const attack of attacks)
      expect(
        growth((size) => pattern.test(attack(size)), 12_500),
        attack(8),
      ).toBeLessThan(LINEAR);
  });
});

function links(count: number) {
  return Array.from({ length: count }, () => ({ url: 'https://e.example', label: 'L' }));
}

function source(fields: object) {
  return { ...block(fields), configuration: { componentId: 'choose' } };
}

function block(fields: object) {
  return { id: 'b', title: 'Block', ...fields };
}
