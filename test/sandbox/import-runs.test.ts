// Imports as runs with states: completed, failed, cancelled, lost; and who may start and see them.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  cancelImportRun,
  getImportRun,
  listImportRuns,
  startImportRun,
} from '../../src/api/content/imports.ts';
import { listChangeRequestPages } from '../../src/api/content/pages.ts';
import { updateSpace } from '../../src/api/content/spaces.ts';
import { createChangeRequest } from '../../src/api/review/change-requests.ts';
import { listening, perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

let server: Server;
let url: string;
let held: ServerResponse[];
let organizationId: string;
let space: string;
const box = perTest(() => openTestSandbox({ demo: true }));
beforeEach(async () => {
  ({ organizationId } = box);
  space = box.sandbox.db.get<{ id: string }>("SELECT id FROM spaces WHERE title = 'Guides'")?.id ?? '';
  held = [];
  server = createServer((request, response) => {
    if (request.url === '/slow') held.push(response);
    else if (request.url === '/')
      response.setHeader('content-type', 'text/html').end('<main><h1>Old</h1>Text</main>');
    else response.writeHead(404).end();
  });
  url = await listening(server);
});
afterEach(async () => {
  await new Promise((closed) => server.close(closed));
});

const begin = (path: string, target: object = {}) =>
  box.attempt(startImportRun, {
    organizationId,
    source: { type: 'website', url: `${url}${path}` },
    target: { space, changeRequest: '1', ...target },
  });
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
const read = (importRunId: string) => box.call(getImportRun, { organizationId, importRunId });

it('puts the pages under a page of a change request', async () => {
  const { id } = await box.call(createChangeRequest, { spaceId: space });
  const before = await box.call(listChangeRequestPages, { spaceId: space, changeRequestId: id });
  const parent = before.pages.find(({ type }) => type === 'document')?.id ?? '';
  const started = await begin('/', { changeRequest: id, page: parent });
  expect(started).toMatchObject({ status: 201, body: { status: 'pending', target: { changeRequest: id } } });
  await box.sandbox.background.settle();
  const done = await read(idOf(started));
  expect(done).toMatchObject({ status: 'completed', pages: [{ type: 'page', status: 'complete' }] });
  const after = await box.call(listChangeRequestPages, { spaceId: space, changeRequestId: id });
  expect(JSON.stringify(after.pages.find((page) => page.id === parent))).toContain('"title":"Old"');
});

it('keeps why it failed, and changes nothing', async () => {
  const started = await begin('/nothing');
  await box.sandbox.background.settle();
  expect(await read(idOf(started))).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('404'),
  });
});

it('can be cancelled until it has ended', async () => {
  const id = idOf(await begin('/slow'));
  const cancelled = await box.call(cancelImportRun, { organizationId, importRunId: id });
  expect(cancelled).toMatchObject({ status: 'cancelled' });
  for (let tries = 0; held.length === 0 && tries < 100; tries += 1)
    await new Promise((later) => setTimeout(later, 10));
  for (const response of held)
    response.setHeader('content-type', 'text/html').end('<main><h1>Late</h1></main>');
  await box.sandbox.background.settle();
  expect(await read(id)).toMatchObject({ status: 'cancelled', pages: [] });
  expect((await box.answer(cancelImportRun, { organizationId, importRunId: id })).status).toBe(400);
});

it('is failed once its process is gone', async () => {
  const id = idOf(await begin('/'));
  await box.sandbox.background.settle();
  box.sandbox.db.run(
    "UPDATE importRuns SET status = 'in-progress', owner = '', updatedAt = '2020-01-01T00:00:00.000Z'",
  );
  expect(await read(id)).toMatchObject({ status: 'failed' });
});

it('is listed by status, space and change request', async () => {
  await begin('/');
  await box.sandbox.background.settle();
  const list = async (query: object) => {
    const { body } = await box.attempt(listImportRuns, { organizationId, ...query });
    return (body as { items: unknown[] }).items.length;
  };
  expect([await list({}), await list({ status: 'completed' }), await list({ status: 'active' })]).toEqual([
    2, 1, 0,
  ]);
  expect([await list({ space }), await list({ space: 'other' })]).toEqual([2, 0]);
});

it('is refused: files, a locked space, a page or space that is not there, and a run in a space that is hidden', async () => {
  const file = {
    organizationId,
    source: { type: 'file', files: ['key'] },
    target: { space, changeRequest: '1' },
  };
  expect((await box.attempt(startImportRun, file)).status).toBe(400);
  expect((await begin('/', { changeRequest: undefined })).status).toBe(409);
  expect((await begin('/', { page: 'nothing' })).status).toBe(404);
  expect((await begin('/', { space: 'nothing' })).status).toBe(404);
  expect(
    (await box.attempt(startImportRun, { organizationId, source: { type: 'website', url } })).status,
  ).toBe(400);
  const as = box.addMember('comment');
  const id = idOf(await begin('/'));
  await box.call(updateSpace, { spaceId: space, defaultLevel: null });
  expect((await box.answer(getImportRun, { organizationId, importRunId: id }, { as })).status).toBe(404);
  await box.sandbox.background.settle();
});
