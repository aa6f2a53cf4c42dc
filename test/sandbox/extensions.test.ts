import { createServer, type Server } from 'node:http';
import type { TString } from '@sinclair/typebox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installIntegration } from '../../src/api/integrations/integration-installations.ts';
import { INTEGRATION_NAME } from '../../src/api/integrations/integration-parts.ts';
import {
  disableDevelopment,
  enableDevelopment,
  getIntegration,
  getIntegrationEvent,
  listIntegrationEvents,
  listIntegrations,
  publishIntegration,
} from '../../src/api/integrations/integrations.ts';
import * as api from '../../src/api/integrations/openapi.ts';
import { Site } from '../../src/api/sites/sites.generated.ts';
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
  it('never tells its secrets', async () => {
    await publish('secretive', { secrets: { KEY: 'very-secret-value' }, organization: 'my-organization' });
    const answers = [
      await box.answer(getIntegration, { integrationName: 'secretive' }),
      await box.answer(listIntegrations, { limit: 1000 }),
    ];
    expect(JSON.stringify(answers)).not.toContain('very-secret-value');
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

function source(fields: object) {
  return { ...block(fields), configuration: { componentId: 'choose' } };
}

function block(fields: object) {
  return { id: 'b', title: 'Block', ...fields };
}
