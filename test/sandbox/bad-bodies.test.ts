// What the published contract does not take, the sandbox refuses: bodies that are missing, empty, or wrong deep inside.
import { expect, it } from 'vitest';
import { moveSpace, updateSpace } from '../../src/api/content/spaces.ts';
import type { Operation } from '../../src/api/operation.ts';
import {
  createOrganization,
  listAuditEvents,
  setAgentInstructions,
} from '../../src/api/people/organizations.ts';
import { addSpacePermission } from '../../src/api/people/permissions.ts';
import { createChangeRequest, updateChangeRequestContent } from '../../src/api/review/change-requests.ts';
import { createComment } from '../../src/api/review/comments.ts';
import { createReview } from '../../src/api/review/reviews.ts';
import { createExternalLink, updateSiteSpace } from '../../src/api/sites/site-structure.ts';
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

it.each([
  ['fields of which one is needed', moveSpace, {}, 'must have at least 1 of its fields'],
  ['nobody to give access to', addSpacePermission, { role: 'read' }, 'users or teams must name at least one'],
])('refuses %s', async (_, operation, body, message) => {
  expect(await ask(operation, { spaceId: guides() }, { body })).toMatchObject({ status: 400, message });
});

const text = (leaf: object) => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: 'a', marks: [], ...leaf }],
});
const quote = (...nodes: unknown[]) => ({
  object: 'document',
  data: {},
  nodes: [
    { object: 'block', type: 'blockquote', nodes: [{ object: 'block', type: 'paragraph', key: 'p', nodes }] },
  ],
});

it.each([
  ['a mark', text({ marks: [{ object: 'mark', type: 'loud' }] }), 'leaves.0.marks.0.type'],
  ['a text', text({ text: 5 }), 'leaves.0.text'],
  ['a leaf', { object: 'text', leaves: [{ object: 'leaf', text: 'a' }] }, 'leaves.0.marks'],
  ['an inline', { object: 'inline', type: 'blink', nodes: [] }, 'type'],
  ['a block', { object: 'block', type: 'paragraph', nodes: 'a' }, 'nodes'],
  ['data', { object: 'block', type: 'paragraph', data: [] }, 'data'],
])('refuses a rich document with %s that is wrong deep inside', async (_, node, field) => {
  const params = { organizationId: box.organizationId };
  expect(
    await ask(setAgentInstructions, params, { body: { instructions: quote(text({}), node) } }),
  ).toMatchObject({ status: 400, message: expect.stringContaining(field) });
  const commented = await ask(
    createComment,
    { spaceId: guides() },
    { body: { body: { document: quote(node) } } },
  );
  expect(commented.status).toBe(400);
  const fine = { body: { body: { document: quote(text({})) } } };
  expect((await ask(createComment, { spaceId: guides() }, fine)).status).toBe(200);
});

it.each([
  [{ limit: '101' }, 400],
  [{ limit: '100' }, 200],
])('holds the bound that a list has of its own: %o', async (query, status) => {
  expect((await ask(listAuditEvents, { organizationId: box.organizationId }, { query })).status).toBe(status);
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

it('says where each thing is that was made, where the contract has that', async () => {
  const { organizationId } = box;
  const { id } = await box.call(createChangeRequest, { spaceId: guides() });
  const site = box.sandbox.db.get<{ site: string }>('SELECT site FROM siteSections');
  for (const [operation, params, body] of [
    [createOrganization, {}, { title: 'Another' }],
    [createReview, { spaceId: guides(), changeRequestId: id }, { status: 'approved' }],
    [
      createExternalLink,
      { organizationId, siteId: site?.site ?? '' },
      { title: 'Status', url: 'https://a.example' },
    ],
  ] as const) {
    const { status, headers } = await ask(operation, params, { body });
    expect([operation.id, status, URL.canParse(headers.location ?? '')]).toEqual([operation.id, 201, true]);
  }
});

it('refuses a file of more than 1 MiB in a content edit', async () => {
  const { id } = await box.call(createChangeRequest, { spaceId: guides() });
  for (const [groups, status] of [
    [349_526, 400],
    [349_525, 200],
  ] as const) {
    const file = { name: 'a.bin', contentType: 'application/octet-stream', base64: 'AAAA'.repeat(groups) };
    const body = { changes: [{ operation: 'insert_files', files: [file] }] };
    const params = { spaceId: guides(), changeRequestId: id };
    expect((await ask(updateChangeRequestContent, params, { body })).status).toBe(status);
  }
});
