// What is taken and what is refused on a site, as the platform does.
import { beforeAll, expect, it } from 'vitest';
import {
  createConnection,
  deleteConnection,
  listConnections,
} from '../../src/api/insights/context-connections.ts';
import { createRedirect } from '../../src/api/sites/site-redirects.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(() => openTestSandbox({ demo: true }));
let site: { organizationId: string; siteId: string };
beforeAll(() => {
  const row = box.sandbox.db.get<{ id: string }>("SELECT id FROM sites WHERE title = 'Tarnpost Docs'");
  site = { organizationId: box.organizationId, siteId: row?.id ?? '' };
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
  'a redirect does not lead to %s',
  async (url) => {
    const wrong = { ...site, source: '/x', destination: { kind: 'external', url } };
    expect((await box.attempt(createRedirect, wrong)).status).toBe(400);
  },
);

it('a connection needs no settings of use', async () => {
  const { items } = await box.call(listConnections, site);
  for (const { id } of items) await box.call(deleteConnection, { ...site, siteContextConnectionId: id });
  expect((await box.attempt(createConnection, { ...site, connector: 'builtin:api' })).status).toBe(201);
});
