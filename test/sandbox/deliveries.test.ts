import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSpace } from '../../src/api/content/spaces.ts';
import { installIntegration } from '../../src/api/integrations/integration-installations.ts';
import * as api from '../../src/api/integrations/integrations.ts';
import { createSite, publishSite } from '../../src/api/sites/sites.ts';
import { writePage } from '../../src/sandbox/door.ts';
import { eventKey } from '../../src/sandbox/resources/integrations/publish.ts';
import { listening, perTest } from '../helpers/lasting.ts';
import { reached } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';
import { soonerThan } from '../helpers/sooner.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let receiver: Server;
let base = '';
let received: Received[] = [];
/** Statuses of the next answers; 200 after them. */
let statuses: number[] = [];
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end('thanks');
  });
  base = await listening(receiver);
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const ref = { integrationName: 'listener' };
const box = perTest(openTestSandbox);
beforeEach(async () => {
  received = [];
  statuses = [];
  await box.call(api.publishIntegration, {
    ...ref,
    organization: box.organizationId,
    title: 'Listener',
    description: 'Listens',
    scopes: ['space:content:read', 'space:metadata:read'],
    script: 'export default {}',
  });
});
afterEach(async () => {
  await box.sandbox.background.settle();
});

const develop = (tunnelUrl: string) => box.call(api.enableDevelopment, { ...ref, tunnelUrl });
async function install(): Promise<void> {
  await box.call(installIntegration, { ...ref, organization: box.organizationId });
  await box.sandbox.background.settle();
}
/** Makes a space public, which is an event. */
async function publish(): Promise<void> {
  const org = { organizationId: box.organizationId };
  const space = await box.call(createSpace, { ...org, title: 'Heard' });
  const site = await box.call(createSite, { ...org, title: 'Seen', spaces: [space.id] });
  await box.call(publishSite, { ...org, siteId: site.id });
  await box.sandbox.background.settle();
}
const events = async () => (await box.call(api.listIntegrationEvents, ref)).items;
async function logOf(eventId = ''): Promise<string[]> {
  const { trace } = await box.call(api.getIntegrationEvent, { ...ref, eventId });
  return trace?.logs.map(({ message = '' }) => message) ?? [];
}

it('an event is sent to the tunnel, signed, and only then delivered', async () => {
  await develop(`${base}/tunnel`);
  await install();
  const [event] = await events();
  expect(received).toHaveLength(1);
  const { headers, body } = received[0] ?? { headers: {}, body: '' };
  expect(JSON.parse(body)).toEqual(event?.payload);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-docs-event': event?.id });
  const [, seconds, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-docs-signature'])) ?? [];
  const expected = createHmac('sha256', eventKey(box.sandbox.db)).update(`${seconds}.${body}`).digest('hex');
  expect(digest).toBe(expected);
  const ofBody = createHmac('sha256', eventKey(box.sandbox.db)).update(body).digest('hex');
  expect(headers['x-gitbook-integration-signature']).toBe(ofBody);
  expect(event?.status).toBe('success');
  expect((await logOf(event?.id)).join()).toMatch(/installation_setup delivered to .*: attempt 1, HTTP 200/);
  reached('L13', 'outcomes', 1);
});

it('an answer that is no success is tried again, and said', async () => {
  await develop(base);
  statuses = [500, 503];
  await install();
  const [event] = await events();
  expect(received.map(({ headers }) => headers['x-docs-attempt'])).toEqual(['1', '2', '3']);
  expect(event?.status).toBe('success');
  expect(await logOf(event?.id)).toEqual([
    'attempt 1: HTTP 500',
    'attempt 2: HTTP 503',
    expect.stringContaining('delivered'),
  ]);
  reached('L13', 'outcomes', 1);
});

it.each([404, 302])('an answer of %i fails at once, and no redirect is followed', async (status) => {
  await develop(base);
  statuses = [status];
  await install();
  const [event] = await events();
  expect([received.length, event?.status]).toEqual([1, 'failed']);
  expect((await logOf(event?.id)).join()).not.toMatch(/(?<!not )delivered/);
  reached('L13', 'outcomes', 1);
});

it('a dead tunnel fails its events within bounds, and nothing says delivered', async () => {
  const dead = createServer();
  await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve));
  const { port } = dead.address() as AddressInfo;
  await new Promise((resolve) => dead.close(resolve));
  await develop(`http://127.0.0.1:${port}`);
  // A dead one must not cost a minute.
  await soonerThan(60_000, async () => {
    await install();
    await publish();
  });
  const found = await events();
  expect(found.map(({ status }) => status)).toEqual(['failed', 'failed']);
  for (const { id } of found) {
    const lines = await logOf(id);
    const log = lines.join();
    expect(lines.filter((line) => /^attempt \d/.test(line)).length).toBeLessThanOrEqual(3);
    expect(log).toContain('ECONNREFUSED');
    expect(log).not.toMatch(/(?<!not )delivered/);
  }
  reached('L13', 'outcomes', 1);
});

it('without development mode nothing is sent, and the log says so', async () => {
  await install();
  const [event] = await events();
  expect(received).toEqual([]);
  expect((await logOf(event?.id)).join()).toContain('not sent anywhere');
});

it('what a killed process left is sent by the next one, once', async () => {
  await install();
  await develop(base);
  box.sandbox.db.run("UPDATE integrationEvents SET status = 'pending', message = '4194304-1-elsewhere'");
  expect(await events()).toEqual([]);
  box.clock.now = new Date(box.clock.now.getTime() + 3_600_000);
  await publish();
  expect(received.map(({ body }) => JSON.parse(body).type)).toEqual([
    'installation_setup',
    'space_visibility_updated',
  ]);
  expect((await events()).map(({ status }) => status)).toEqual(['success', 'success']);
});

it('turning development mode off ends the sending', async () => {
  await develop(base);
  await box.call(api.disableDevelopment, ref);
  await install();
  await publish();
  expect(received).toEqual([]);
});

it('a page that is written beside the API is an event too', async () => {
  await install();
  const space = await box.call(createSpace, {
    organizationId: box.organizationId,
    title: 'Written',
    editMode: 'live',
  });
  // Whoever is still at work would send what is written beside it.
  await box.sandbox.background.settle();
  await develop(base);
  await writePage(box.file, {
    token: box.adminToken,
    spaceId: space.id,
    path: 'hello',
    markdown: '# Hello',
    now: box.sandbox.now,
    env: {},
  });
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'space_content_updated', spaceId: space.id },
  ]);
});
