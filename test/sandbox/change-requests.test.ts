import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, it } from 'vitest';
import {
  getChangeRequestContent,
  getChangeRequestPage,
  getContent,
  getPage,
  listPages,
} from '../../src/api/content/pages.ts';
import { createSpace, getSpace, updateSpace } from '../../src/api/content/spaces.ts';
import { fixFinding, listFindings } from '../../src/api/insights/site-findings.ts';
import {
  createChangeRequest,
  getChangeRequest,
  getChangeRequestPdf,
  listChangeRequests,
  listOrganizationChangeRequests,
  mergeChangeRequest,
  syncChangeRequest,
  updateChangeRequest,
} from '../../src/api/review/change-requests.ts';
import { listSites } from '../../src/api/sites/sites.ts';
import { requestedReviewers } from '../../src/sandbox/db/review/change-requests.ts';
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
const main = async () => (await test.call(getSpace, { spaceId })).revision;
const textOf = async (pageId: string) => {
  const page = await test.call(getPage, { spaceId, pageId });
  return page.type === 'document' ? page.markdown : undefined;
};

describe('a change request', () => {
  it('forks the revision of the space and is counted from 1', async ({ expect }) => {
    const head = await main();
    const first = await open();
    const second = await open('Second');
    expect(first).toMatchObject({
      number: 1,
      status: 'open',
      subject: 'Better words',
      revision: head,
      revisionInitial: head,
      outdated: false,
      comments: 0,
    });
    expect(second.number).toBe(2);
    expect(await test.call(getSpace, { spaceId })).toMatchObject({
      changeRequests: 2,
      changeRequestsOpen: 2,
    });
  });

  it('tells its location in the header', async ({ expect }) => {
    const { headers, body } = await test.answer(createChangeRequest, { spaceId });
    expect(headers.location).toMatch(/\/v1\/spaces\/\w+\/change-requests\/\w+$/);
    expect(body).toMatchObject({ subject: '', urls: { location: headers.location } });
  });

  it('gets its own number however many are opened at once', async ({ expect }) => {
    const made = await Promise.all(Array.from({ length: 20 }, () => open()));
    const numbers = made.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

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

  it('is found by id and by number in its space', async ({ expect }) => {
    const made = await open();
    const other = await test.call(createSpace, { organizationId: test.organizationId, title: 'Other' });
    for (const changeRequestId of [made.id, '1']) {
      expect((await test.call(getChangeRequest, { spaceId, changeRequestId })).id).toBe(made.id);
      const elsewhere = await test.answer(getChangeRequest, { spaceId: other.id, changeRequestId });
      expect(elsewhere.status).toBe(404);
    }
    for (const changeRequestId of ['2', '01', '1.0', '-1', '99999999999', 'nobody']) {
      expect((await test.answer(getChangeRequest, { spaceId, changeRequestId })).status).toBe(404);
    }
  });

  it('keeps its edits to itself until it is merged', async ({ expect }) => {
    const { id } = await open();
    const { pageId } = await write('install', '# Install\n\nOne\n\nTwo and a half\n\nThree\n', id);
    const page = await test.call(getChangeRequestPage, { spaceId, changeRequestId: id, pageId });
    expect(page).toMatchObject({ markdown: expect.stringContaining('half') });
    expect(await textOf(pageId)).not.toContain('half');
    const merged = await test.call(mergeChangeRequest, { spaceId, changeRequestId: id });
    expect(merged).toEqual({ revision: await main(), result: 'merge' });
    expect(await textOf(pageId)).toContain('half');
  });

  it('names itself in the revision its merge made', async ({ expect }) => {
    const before = await main();
    const { id } = await open();
    const { revision } = await write('install', '# Install\n\nNew\n', id);
    await test.call(mergeChangeRequest, { spaceId, changeRequestId: id });
    const content = await test.call(getContent, { spaceId });
    expect(content).toMatchObject({
      type: 'merge',
      parents: [before, revision],
      mergedFrom: { id, status: 'merged', revisionMerged: content.id, outdated: false },
    });
  });

  it('takes its subject, description and status by an update', async ({ expect }) => {
    const { id } = await open();
    const description = {
      object: 'document' as const,
      data: {},
      nodes: [{ object: 'block' as const, type: 'paragraph' }],
    };
    const changed = await test.call(updateChangeRequest, {
      spaceId,
      changeRequestId: id,
      subject: 'Plainer words',
      description,
      status: 'draft',
    });
    expect(changed).toMatchObject({ subject: 'Plainer words', description, status: 'draft' });
    expect(await test.call(getSpace, { spaceId })).toMatchObject({
      changeRequestsOpen: 0,
      changeRequestsDraft: 1,
    });
  });
});

describe('main that has moved', () => {
  it('makes a change request outdated until it is synced', async ({ expect }) => {
    const { id } = await open();
    const { revision } = await write('install', '# Install\n\nOne\n\nTwo\n\nThird\n');
    expect((await test.call(getChangeRequest, { spaceId, changeRequestId: id })).outdated).toBe(true);
    const synced = await test.call(syncChangeRequest, { spaceId, changeRequestId: id });
    expect(synced.result).toBe('update');
    expect(await test.call(getChangeRequest, { spaceId, changeRequestId: id })).toMatchObject({
      outdated: false,
      revision: synced.revision,
      revisionMergedAncestor: revision,
    });
    expect(await test.call(getChangeRequestContent, { spaceId, changeRequestId: id })).toMatchObject({
      type: 'update',
    });
  });

  it('merges line by line with the edits of a change request', async ({ expect }) => {
    const { id } = await open();
    const { pageId } = await write('install', '# Install\n\nFirst\n\nTwo\n\nThree\n', id);
    await write('install', '# Install\n\nOne\n\nTwo\n\nThird\n');
    expect((await test.call(mergeChangeRequest, { spaceId, changeRequestId: id })).result).toBe('merge');
    expect(await textOf(pageId)).toBe('First\n\nTwo\n\nThird\n');
  });

  it('conflicts where both changed the same line, and then nothing changes', async ({ expect }) => {
    const { id } = await open();
    await write('install', '# Install\n\nUn\n\nTwo\n\nThree\n', id);
    await write('install', '# Install\n\nEins\n\nTwo\n\nThree\n');
    const before = {
      space: await test.call(getSpace, { spaceId }),
      changeRequest: await test.call(getChangeRequest, { spaceId, changeRequestId: id }),
    };
    test.clock.now = new Date('2026-03-03T09:00:00Z');
    const merged = await test.call(mergeChangeRequest, { spaceId, changeRequestId: id });
    const synced = await test.call(syncChangeRequest, { spaceId, changeRequestId: id });
    expect(merged).toEqual({ revision: before.space.revision, result: 'conflicts' });
    expect(synced).toEqual({ revision: before.changeRequest.revision, result: 'conflicts' });
    expect(await test.call(getSpace, { spaceId })).toEqual(before.space);
    expect(await test.call(getChangeRequest, { spaceId, changeRequestId: id })).toEqual(before.changeRequest);
  });

  it('conflicts where one side deleted the page the other one edited', async ({ expect }) => {
    const { id } = await open();
    await write('install', '# Install\n\nNew\n', id);
    removePageAt(test.sandbox, { spaceId, path: 'install' });
    expect((await test.call(mergeChangeRequest, { spaceId, changeRequestId: id })).result).toBe('conflicts');
    expect((await test.call(listPages, { spaceId })).pages).toEqual([]);
  });

  it('is brought in by a sync only once', async ({ expect }) => {
    const { id, revision } = await open();
    expect(await test.call(syncChangeRequest, { spaceId, changeRequestId: id })).toEqual({
      revision,
      result: 'update',
    });
    await write('extra', '# Extra\n');
    const first = await test.call(syncChangeRequest, { spaceId, changeRequestId: id });
    expect(first.revision).not.toBe(revision);
    expect(await test.call(syncChangeRequest, { spaceId, changeRequestId: id })).toEqual(first);
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

  it('that is archived can be merged after it is opened again', async ({ expect }) => {
    const { id } = await open();
    await test.call(updateChangeRequest, { spaceId, changeRequestId: id, status: 'archived' });
    const refused = await test.answer(mergeChangeRequest, { spaceId, changeRequestId: id });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('archived'),
    ]);
    await test.call(updateChangeRequest, { spaceId, changeRequestId: id, status: 'open' });
    expect((await test.call(mergeChangeRequest, { spaceId, changeRequestId: id })).result).toBe('merge');
  });

  it('cannot be merged by an update', async ({ expect }) => {
    const { id } = await open();
    const answer = await test.answer(updateChangeRequest, {
      spaceId,
      changeRequestId: id,
      // What the schema refuses, as another client may send it.
      status: 'merged' as 'open',
    });
    expect(answer.status).toBe(400);
  });
});

describe('lists', () => {
  it('show open ones, newest first, unless told otherwise', async ({ expect }) => {
    await open('a');
    await open('b');
    const { id } = await open('c');
    await test.call(updateChangeRequest, { spaceId, changeRequestId: id, status: 'draft' });
    const subjects = async (query: object) =>
      (await test.call(listChangeRequests, { spaceId, ...query })).items.map(({ subject }) => subject);
    expect(await subjects({})).toEqual(['b', 'a']);
    expect(await subjects({ status: 'draft' })).toEqual(['c']);
    expect(await subjects({ status: 'merged' })).toEqual([]);
  });

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

  it('put what changed last first, where that is asked for', async ({ expect }) => {
    const first = await open('First');
    const later = () => {
      test.clock.now = new Date(test.clock.now.getTime() + 1000);
    };
    later();
    await open('Second');
    later();
    await test.call(updateChangeRequest, { spaceId, changeRequestId: first.id, subject: 'Changed' });
    const subjects = async (orderBy: 'updatedAt' | 'createdAt') =>
      [
        await test.call(listChangeRequests, { spaceId, orderBy }),
        await test.call(listOrganizationChangeRequests, { organizationId: test.organizationId, orderBy }),
      ].map(({ items }) => items.map(({ subject }) => subject));
    expect(await subjects('updatedAt')).toEqual([
      ['Changed', 'Second'],
      ['Changed', 'Second'],
    ]);
    expect(await subjects('createdAt')).toEqual([
      ['Second', 'Changed'],
      ['Second', 'Changed'],
    ]);
  });

  it('filter by creator, contributor and requested reviewer', async ({ expect }) => {
    const ann = test.addMember('edit', { name: 'Ann' });
    const one = await test.call(createChangeRequest, { spaceId, subject: 'one' }, { as: ann });
    const two = await open('two');
    await editPage(test.sandbox, {
      spaceId,
      changeRequestId: two.id,
      path: 'install',
      markdown: '# Install\n\nAnn was here\n',
      caller: { userId: ann },
    });
    requestedReviewers(test.sandbox.db).insert({
      changeRequest: one.id,
      user: test.adminId,
      requestedBy: ann,
      createdAt: test.clock.now.toISOString(),
    });
    const subjects = async (query: object) =>
      (await test.call(listChangeRequests, { spaceId, ...query })).items.map(({ subject }) => subject);
    expect(await subjects({ creator: ann })).toEqual(['one']);
    expect(await subjects({ contributor: ann })).toEqual(['two']);
    expect(await subjects({ requestedReviewer: test.adminId })).toEqual(['one']);
    expect(await subjects({ conversationsIssuesCluster: 'none' })).toEqual([]);
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
