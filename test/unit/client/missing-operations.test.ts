// A host that is older than an operation: what it answers, and what a person is told.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listSpaceLinks } from '../../../src/api/content/links.ts';
import { listPages } from '../../../src/api/content/pages.ts';
import { listComments } from '../../../src/api/review/comments.ts';
import { builders, resource } from '../../../src/api/schema.ts';
import { testRedirect } from '../../../src/api/sites/site-redirects.ts';
import { removeFromSiteSectionGroup } from '../../../src/api/sites/site-structure.ts';
import { createClient } from '../../../src/client/client.ts';
import { nodeHttpTransport } from '../../../src/client/transport/node-http.ts';
import { failureFrom } from '../../helpers/client-harness.ts';

const { Obj, Str, Unknown } = builders;
const newer = 'gadgets';
const SITE = '/v1/orgs/o1/sites/s1';

const listGadgets = resource('gadgets')('list', 'List the gadgets of a site', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/gadgets',
  result: Unknown(),
  newer,
});
/** The list of sections is known to every host. */
const getSection = resource('gadgets')('section', 'Show a section of a site', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  result: Unknown(),
  newer: 'single sections',
});
const removeGadget = resource('gadgets')('remove', 'Remove the gadget of an organization', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/gadget',
  newer,
});
const createGadget = resource('gadgets')('create', 'Create a gadget', {
  method: 'POST',
  path: '/v1/gadgets',
  body: Obj({ title: Str() }),
  result: Unknown(),
  newer,
});

const editGadgets = resource('gadgets')('edit', 'Edit the gadgets of a site', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/gadgets',
  body: Obj({ changes: builders.ArrayOf(Obj({ page: Str() })) }),
  result: Unknown(),
  newer,
});

const site = { organizationId: 'o1', siteId: 's1' };
const section = { ...site, siteSectionId: 'x1' };
const said = (message: string) => JSON.stringify({ error: { code: 404, message } });
type Says = readonly [status: number, text: string];
const OK: Says = [200, '{"items":[]}'];

let server: Server | undefined;
afterEach(() => server?.close());

/** A host that answers a path as it is told to, and anything else like a web server. */
async function host(routes: Readonly<Record<string, Says>>, otherwise: Says = [404, 'Not Found']) {
  const asked: string[] = [];
  server = createServer((request, response) => {
    const path = String(request.url).replace(/\?.*/, '');
    asked.push(`${request.method} ${path}`);
    const [status, text] = routes[path] ?? otherwise;
    request.resume().on('end', () => response.writeHead(status).end(text));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => undefined,
    userAgent: 'docs/0.0.0',
    transport: nodeHttpTransport(),
  });
  return { client, asked };
}

describe('an operation that an older host does not have', () => {
  it.each<[string, Says]>([
    ['as a web server does', [404, 'Not Found']],
    ['as a web page', [404, '<html><body>Page not found</body></html>']],
    ['as the platform does to any path', [404, said('Not Found')]],
    ['with the path in it', [404, said(`Cannot GET ${SITE}/gadgets`)]],
    ['by the method', [405, '']],
    ['by its name', [501, said('not implemented')]],
  ])('is said to be missing where it is refused %s', async (_, says) => {
    const { client } = await host({ [`${SITE}/gadgets`]: says, [SITE]: OK });
    expect(await failureFrom(client.call(listGadgets, site))).toMatchObject({
      code: 'UNSUPPORTED',
      exit: 5,
      outcome: 'rejected',
      message: expect.stringMatching(/^this host does not offer gadgets: .+$/),
      hint: 'use a host with a newer version of the platform',
    });
  });

  it('is missing where nothing that could be missing is named', async () => {
    const { client, asked } = await host({}, [404, said('Not Found')]);
    expect(await failureFrom(client.call(createGadget, { title: 'x' }))).toMatchObject({
      code: 'UNSUPPORTED',
    });
    expect(asked).toEqual(['POST /v1/gadgets']);
  });

  it('is told apart from a delete of what is not there', async () => {
    const lacking = await host({ '/v1/orgs/o1': OK });
    const input = { organizationId: 'o1' };
    expect(await failureFrom(lacking.client.call(removeGadget, input))).toMatchObject({
      code: 'UNSUPPORTED',
    });
    server?.close();
    const missing = await host({ '/v1/orgs/o1': [404, said('Not Found')] }, [404, said('Not Found')]);
    expect(await failureFrom(missing.client.call(removeGadget, input))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an operation that newer hosts do not have any more', () => {
  const space = { spaceId: 's1' };
  it.each<[string, Says]>([
    ['as a web server does', [404, 'Not Found']],
    ['as the platform does to what it does not find', [404, said('Space not found')]],
    ['by the method', [405, '']],
  ])('is said to be removed where it is refused %s', async (_, says) => {
    const { client } = await host({ '/v1/spaces/s1/links': says, '/v1/spaces/s1': OK });
    expect(await failureFrom(client.call(listSpaceLinks, space))).toMatchObject({
      code: 'UNSUPPORTED',
      exit: 5,
      message: 'this host does not offer lists of links (removed in 0.201.0)',
    });
  });

  it('is not blamed for a space that is gone', async () => {
    const { client } = await host({}, [404, said('Not Found')]);
    expect(await failureFrom(client.call(listSpaceLinks, space))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'space "s1" not found',
    });
  });

  it('is told apart from a section that its group does not have', async () => {
    const group = { ...site, siteSectionGroupId: 'g1', siteSectionId: 'x1' };
    const { client } = await host({ [`${SITE}/section-groups`]: OK }, [404, 'Not Found']);
    expect(await failureFrom(client.call(removeFromSiteSectionGroup, group))).toMatchObject({
      code: 'UNSUPPORTED',
    });
  });
});

describe('an operation that no published version is known to lack', () => {
  const space = { spaceId: 's1' };

  it('is not offered where its space is there', async () => {
    const { client, asked } = await host({ '/v1/spaces/s1': OK }, [404, said('Not Found')]);
    expect(await failureFrom(client.call(listPages, space))).toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringMatching(/^this host cannot list the pages in a space: /),
    });
    expect(asked).toEqual([
      'GET /v1/spaces/s1/content/pages',
      'GET /v1/spaces/s1/content',
      'GET /v1/spaces/s1',
    ]);
  });

  it('leaves the blame with a space that is gone', async () => {
    const { client } = await host({}, [404, said('Not Found')]);
    expect(await failureFrom(client.call(listPages, space))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a thing that is really not found', () => {
  it.each([
    said('redirect "/api" not found'),
    said('Redirect not found'),
    said('no redirect from /api'),
    said('Not Found'),
  ])('may be what the query asks about: %s', async (text) => {
    const { client, asked } = await host({
      [`${SITE}/redirect`]: [404, text],
      [SITE]: OK,
    });
    expect(await failureFrom(client.call(testRedirect, { ...site, source: '/api' }))).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.not.stringContaining('this host'),
    });
    expect(asked).toEqual([`GET ${SITE}/redirect`]);
  });

  it('may be what a filter names, which a page of a list does not', async () => {
    const path = '/v1/spaces/s1/comments';
    const { client } = await host({ [path]: [404, said('Not Found')], '/v1/spaces/s1': OK });
    const failure = (filter: object) => failureFrom(client.call(listComments, { spaceId: 's1', ...filter }));
    expect(await failure({ targetPage: 'webhooks' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failure({ status: 'open' })).toMatchObject({ code: 'UNSUPPORTED' });
  });

  it('may be whatever a body names, where the answer quotes it', async () => {
    const key = 'fonts/serif.woff2';
    const { client } = await host({
      [SITE]: OK,
      [`${SITE}/gadgets`]: [404, said(`uploaded font "${key}" not found`)],
    });
    const error = await failureFrom(client.call(editGadgets, { ...site, changes: [{ page: key }] }));
    expect([error.code, error.message]).toEqual(['NOT_FOUND', expect.stringContaining(key)]);
  });

  it.each(['Page not found', 'no page "p1" in this revision', 'p1 does not exist'])(
    'may be named by the body: %s',
    async (words) => {
      const { client, asked } = await host({
        [`${SITE}/gadgets`]: [404, said(words)],
        [SITE]: OK,
      });
      const input = { ...site, changes: [{ page: 'p1' }] };
      expect(await failureFrom(client.call(editGadgets, input))).toMatchObject({
        code: 'NOT_FOUND',
        exit: 5,
        message: expect.not.stringContaining('this host'),
      });
      expect(asked).toHaveLength(1);
    },
  );

  it.each(['site "s1" not found', 'Site not found', 'no such site: s1'])(
    'stays not found where the platform says so: %s',
    async (words) => {
      const { client, asked } = await host({ [`${SITE}/gadgets`]: [404, said(words)], [SITE]: OK });
      expect(await failureFrom(client.call(listGadgets, site))).toMatchObject({ code: 'NOT_FOUND', exit: 5 });
      expect(asked).toHaveLength(1);
    },
  );

  it('is what it is in', async () => {
    const { client, asked } = await host({}, [404, said('Not Found')]);
    expect(await failureFrom(client.call(listGadgets, site))).toMatchObject({ code: 'NOT_FOUND' });
    expect(asked).toEqual([`GET ${SITE}/gadgets`, `GET ${SITE}`]);
  });

  it.each([said('Not Found'), 'Not Found'])('is one of a list that the host has (%s)', async (text) => {
    const { client } = await host({ [`${SITE}/sections`]: OK }, [404, text]);
    expect(await failureFrom(client.call(getSection, section))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is never read again where the host refuses for another reason', async () => {
    const { client, asked } = await host({ [`${SITE}/gadgets`]: [403, said('no')] });
    expect(await failureFrom(client.call(listGadgets, site))).toMatchObject({ code: 'FORBIDDEN', exit: 4 });
    expect(asked).toHaveLength(1);
  });
});

describe('what the plan of an organization does not include', () => {
  it.each<[number, string]>([
    [402, ''],
    [402, said('payment required')],
    [403, said('Audit logs are not part of your current plan')],
    [403, said('Upgrade to see audit events')],
  ])('is said as such (%i %s)', async (status, text) => {
    const { client } = await host({ [`${SITE}/gadgets`]: [status, text] });
    const error = await failureFrom(client.call(listGadgets, site));
    expect(error).toMatchObject({
      code: 'NOT_IN_PLAN',
      exit: 4,
      hint: 'docs orgs get o1 --fields title,plan',
    });
    if (text === '') expect(error.message).toContain("the organization's plan does not include it");
  });

  it('is not meant where a plan is only the name of something', async () => {
    const { client } = await host({ [`${SITE}/gadgets`]: [403, said('no right on space "Plan 2026"')] });
    expect(await failureFrom(client.call(listGadgets, site))).toMatchObject({ code: 'FORBIDDEN' });
  });
});
