// Bodies, switches and headers as they come over the wire, which scripts of requests cannot send.
import { expect, it } from 'vitest';
import { updateSpace } from '../../src/api/content/spaces.ts';
import type { Operation } from '../../src/api/operation.ts';
import { updateSiteSpace } from '../../src/api/sites/site-structure.ts';
import { createSite, listSites } from '../../src/api/sites/sites.ts';
import { dispatch } from '../../src/sandbox/app.ts';
import { spaceId } from '../../src/sandbox/demo/content.ts';
import { perFile } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perFile(() => openTestSandbox({ demo: true }));
const guides = () => spaceId('Guides');

async function ask(
  operation: Operation,
  params: Record<string, string>,
  { body, query = {}, prefer = '' }: { body?: unknown; query?: Record<string, unknown>; prefer?: string },
) {
  const headers = { authorization: `Bearer ${box.adminToken}`, prefer };
  const answer = await dispatch(box.sandbox, operation, { params, query, body, headers });
  const { error }: { error?: { message: string } } = Object(answer.body);
  return { ...answer, message: error?.message };
}

it('refuses a request without the body that it needs, and takes one where that may be left out', async () => {
  const params = { organizationId: box.organizationId };
  expect(await ask(updateSpace, { spaceId: guides() }, {})).toMatchObject({
    status: 400,
    message: 'a body is required',
  });
  expect(await ask(createSite, params, {})).toMatchObject({ status: 201 });
});

it('takes true and false alone for a switch in a query', async () => {
  const params = { organizationId: box.organizationId };
  for (const [published, status] of [
    ['true', 200],
    ['1', 400],
    ['TRUE', 400],
  ])
    expect((await ask(listSites, params, { query: { published } })).status).toBe(status);
});

it('answers nothing to a change that prefers so, where the contract has that', async () => {
  const site = box.sandbox.db.get<{ site: string; id: string }>('SELECT site, id FROM siteSpaces') ?? {
    site: '',
    id: '',
  };
  const params = { organizationId: box.organizationId, siteId: site.site, siteSpaceId: site.id };
  const body = { hidden: true };
  expect(await ask(updateSiteSpace, params, { body, prefer: 'return=minimal' })).toMatchObject({
    status: 204,
    body: undefined,
    headers: { 'preference-applied': 'return=minimal' },
  });
  expect(await ask(updateSiteSpace, params, { body })).toMatchObject({ status: 200, body });
  expect(await ask(updateSpace, { spaceId: guides() }, { body: {}, prefer: 'return=minimal' })).toMatchObject(
    {
      status: 200,
    },
  );
});
