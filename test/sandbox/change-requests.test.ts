import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, it } from 'vitest';
import { listPages } from '../../src/api/content/pages.ts';
import { createSpace, updateSpace } from '../../src/api/content/spaces.ts';
import { fixFinding, listFindings } from '../../src/api/insights/site-findings.ts';
import {
  createChangeRequest,
  getChangeRequestPdf,
  listChangeRequests,
  listOrganizationChangeRequests,
  mergeChangeRequest,
  syncChangeRequest,
  updateChangeRequest,
} from '../../src/api/review/change-requests.ts';
import { listSites } from '../../src/api/sites/sites.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { removePageAt } from '../helpers/edit-content.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const test = perTest(openTestSandbox);
let spaceId: string;

beforeEach(async () => {
  const space = await test.call(createSpace, {
    organizationId: test.organizationId,
    title: 'Guides',
    editMode: 'live',
    empty: true,
  });
  spaceId = space.id;
  await write('install', '# Install\n\nOne\n\nTwo\n\nThree\n');
});

const admin = () => ({ userId: test.adminId });
const write = (path: string, markdown: string, changeRequestId?: string) =>
  editPage(test.sandbox, { spaceId, changeRequestId, path, markdown, caller: admin() });
const open = (subject = 'Better words') => test.call(createChangeRequest, { spaceId, subject });

describe('a change request', () => {
  it('gets its own number when several processes open them', async ({ expect }) => {
    const script = fileURLToPath(new URL('../helpers/open-change-requests.ts', import.meta.url));
    const openSome = () =>
      promisify(execFile)(process.execPath, [
        '--import',
        'tsx',
        script,
        test.file,
        spaceId,
        test.adminId,
        '15',
      ]);
    await Promise.all([openSome(), openSome(), openSome()]);
    const { items } = await test.call(listChangeRequests, { spaceId, limit: 100 });
    expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
  });
});

describe('main that has moved', () => {
  it('conflicts where one side deleted the page the other one edited', async ({ expect }) => {
    const { id } = await open();
    await write('install', '# Install\n\nNew\n', id);
    removePageAt(test.sandbox, { spaceId, path: 'install' });
    expect((await test.call(mergeChangeRequest, { spaceId, changeRequestId: id })).result).toBe('conflicts');
    expect((await test.call(listPages, { spaceId })).pages).toEqual([]);
  });
});

describe('a closed change request', () => {
  it('that is merged cannot be merged, synced, edited or reopened', async ({ expect }) => {
    const { id } = await open();
    await test.call(mergeChangeRequest, { spaceId, changeRequestId: id });
    for (const operation of [mergeChangeRequest, syncChangeRequest]) {
      const { status, body } = await test.answer(operation, { spaceId, changeRequestId: id });
      expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('#1 is already merged')]);
    }
    const reopened = await test.answer(updateChangeRequest, { spaceId, changeRequestId: id, status: 'open' });
    expect(reopened.status).toBe(409);
    await expect(write('install', '# Install\n', id)).rejects.toMatchObject({ status: 409 });
    const renamed = await test.call(updateChangeRequest, { spaceId, changeRequestId: id, subject: 'Done' });
    expect(renamed).toMatchObject({ subject: 'Done', status: 'merged' });
  });

  it('is merged once, however many try at the same time', async ({ expect }) => {
    const { id } = await open();
    await write('install', '# Install\n\nNew\n', id);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => test.answer(mergeChangeRequest, { spaceId, changeRequestId: id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
});

describe('lists', () => {
  it('of an organization are those of several statuses, of a space, of a site, and of findings only if asked', async ({
    expect,
  }) => {
    const demo = await openTestSandbox({ demo: true });
    const { organizationId } = demo;
    const list = async (filters: object) =>
      (await demo.call(listOrganizationChangeRequests, { organizationId, limit: 1000, ...filters })).items;
    const all = await list({ status: ['open', 'draft', 'merged'] });
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['open', 'draft', 'merged']));
    const { space } = all[0] ?? {};
    expect(all.map((one) => one.space)).toContain(space);
    expect(new Set((await list({ space })).map((one) => one.space))).toEqual(new Set([space]));
    const { items: sites } = await demo.call(listSites, { organizationId });
    const [site, other] = ['Tarnpost Docs', 'Status and incidents'].map((title) =>
      sites.find((one) => one.title === title),
    );
    expect(await list({ site: site?.id })).not.toEqual([]);
    expect(await list({ site: other?.id })).toEqual([]);
    const ref = { organizationId, siteId: site?.id ?? '' };
    const { items: findings } = await demo.call(listFindings, { ...ref, type: ['broken-link'] });
    await demo.call(fixFinding, { ...ref, siteFindingId: findings[0]?.id ?? '' });
    const fixes = async (filters: object) =>
      (await list({ status: ['draft', 'open'], ...filters })).filter(({ siteTopic, subject }) =>
        Boolean(siteTopic ?? subject.startsWith('Fix')),
      );
    expect(await fixes({ finding: 'none' })).toEqual([]);
    expect(await fixes({ finding: 'all' })).toHaveLength(1);
    // What asks for nothing else lists all.
    expect(await fixes({})).toHaveLength(1);
    demo.cleanup();
  });

  it('turn pages without gaps or doubles while new ones come in', async ({ expect }) => {
    for (let count = 0; count < 7; count += 1) await open();
    const seen: number[] = [];
    let page: string | undefined;
    do {
      const found = await test.call(listChangeRequests, { spaceId, limit: 2, ...(page && { page }) });
      seen.push(...found.items.map(({ number }) => number));
      page = found.next?.page;
      await open();
    } while (page);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('of an organization hold only what the caller may see', async ({ expect }) => {
    const { organizationId } = test;
    const reader = test.addMember('read');
    await open('shown');
    await test.call(updateSpace, { spaceId, defaultLevel: 'read' });
    const hidden = await test.call(createSpace, { organizationId, title: 'Hidden' });
    await test.call(updateSpace, { spaceId: hidden.id, defaultLevel: null });
    await test.call(createChangeRequest, { spaceId: hidden.id, subject: 'hidden' });
    const subjects = async (as?: string) => {
      const found = await test.call(listOrganizationChangeRequests, { organizationId }, as ? { as } : {});
      expect(found.count).toBe(found.items.length);
      return found.items.map(({ subject }) => subject);
    };
    expect((await subjects()).sort()).toEqual(['hidden', 'shown']);
    expect(await subjects(reader)).toEqual(['shown']);
  });
});

describe('a PDF', () => {
  it('has an address of its own for the whole and for one page', async ({ expect }) => {
    const { id } = await open();
    const { pageId } = await write('install', '# Install\n\nNew\n', id);
    const ref = { spaceId, changeRequestId: id };
    const whole = await test.call(getChangeRequestPdf, ref);
    const part = await test.call(getChangeRequestPdf, { ...ref, page: pageId, only: true });
    expect(part.url).not.toBe(whole.url);
    expect((await test.answer(getChangeRequestPdf, { ...ref, page: 'nothing' })).status).toBe(404);
  });
});
