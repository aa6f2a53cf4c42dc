// What a site learns from, and what scans find on it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listSpaces, updateSpace } from '../../src/api/content/spaces.ts';
import {
  createConnection,
  getConnection,
  listRecords,
  pushRecords,
  syncConnection,
  testConnection,
} from '../../src/api/insights/context-connections.ts';
import {
  findingStats,
  fixFinding,
  getFinding,
  getScan,
  getTopic,
  listFindingChangeRequests,
  listFindingPages,
  listFindingQuestions,
  listFindingRecords,
  listFindings,
  listScans,
  listTopics,
  updateFinding,
} from '../../src/api/insights/site-findings.ts';
import { listChangeRequests, mergeChangeRequest } from '../../src/api/review/change-requests.ts';
import { setSiteAgentSettings } from '../../src/api/sites/site-agent-settings.ts';
import { listSites } from '../../src/api/sites/sites.ts';
import { editPage } from '../../src/sandbox/editing.ts';
import { startScans } from '../../src/sandbox/resources/insights/context/scan.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

let site: { organizationId: string; siteId: string };
let guides: string;
let server: Server | undefined;
const box = perTest(() => openTestSandbox({ demo: true }));
beforeEach(async () => {
  const { organizationId } = box;
  const { items } = await box.call(listSites, { organizationId });
  site = { organizationId, siteId: items.find(({ title }) => title === 'Tarnpost Docs')?.id ?? '' };
  const { items: spaces } = await box.call(listSpaces, { organizationId });
  guides = spaces.find(({ title }) => title === 'Guides')?.id ?? '';
  await box.call(updateSpace, { spaceId: guides, editMode: 'live' });
});
afterEach(async () => {
  await box.sandbox.background.settle();
  server?.close();
  server = undefined;
});

const settle = () => box.sandbox.background.settle();
async function scan(topics: string[] = []) {
  startScans(box.sandbox, { site: site.siteId, userId: box.adminId, topics });
  await settle();
}
const findings = async (query: object = {}) => (await box.call(listFindings, { ...site, ...query })).items;
const titled = async (title: string) => {
  const found = (await findings()).find((one) => one.title === title);
  if (!found) throw new Error(`no finding "${title}"`);
  return { ...site, siteFindingId: found.id };
};
const write = (path: string, markdown: string) =>
  editPage(box.sandbox, { spaceId: guides, caller: { userId: box.adminId }, path, markdown });
const usageSettings = { changeRequests: true, search: true, searchBoost: 'x1.0' as const };
const ticket = (id: string, title: string, body = title) => ({ id, type: 'ticket' as const, title, body });

describe('the demo', () => {
  it('holds what a scan of its pages finds', async () => {
    const about = ({
      title,
      type,
      severity,
      description,
      pages,
    }: Awaited<ReturnType<typeof findings>>[number]) => ({ title, type, severity, description, pages });
    const inOrder = async () => (await findings()).map(about).sort((a, b) => (a.title < b.title ? -1 : 1));
    const before = await inOrder();
    await scan((await box.call(listTopics, site)).items.map(({ id }) => id));
    expect(await inOrder()).toEqual(before);
    expect(before.map(({ title }) => title)).toEqual([
      'Broken link: tools/shipping-calculator.md',
      'No page about "Customs forms"',
      'Unanswered question: Is there a Shopify plugin?',
    ]);
  });
});

describe('a scan', () => {
  it('finds broken links once for each destination, links to missing headings, and empty pages', async () => {
    await write('one', '[gone](nowhere.md)\n\n[head](two.md#lost)\n');
    await write('two', '# Two\n\n[gone too](nowhere.md)\n');
    await write('three', '');
    await scan();
    const found = await findings({ status: 'open' });
    expect(
      found.map(({ title, pages, severity, autoFixable }) => [title, pages, severity, autoFixable]),
    ).toEqual(
      expect.arrayContaining([
        ['Broken link: nowhere.md', 2, 'medium', false],
        ['Link to a missing heading: two.md#lost', 1, 'low', true],
        ['Empty page: Three', 1, 'low', false],
      ]),
    );
    const { items } = await box.call(listFindingPages, await titled('Broken link: nowhere.md'));
    expect(items.map(({ page }) => page.path)).toEqual(['one', 'two']);
    const [newest] = (await box.call(listScans, site)).items;
    expect(newest).toMatchObject({ status: 'done', topic: null, findings: { low: 2, medium: 1, high: 0 } });
  });

  it('proposes a change request where the page has moved, and is done with it once that is merged', async () => {
    await write(
      'one',
      '[moved](old/target-page.md) and [again](old/target-page.md) but `(old/target-page.md)`\n',
    );
    await write('deep/target-page', 'Here.\n');
    await scan();
    const ref = await titled('Broken link: old/target-page.md');
    const finding = await box.call(getFinding, ref);
    expect(finding).toMatchObject({
      autoFixable: true,
      changeRequests: 1,
      brokenLinkAction: { destination: { kind: 'path', spaceId: guides, path: 'deep/target-page' } },
    });
    expect(finding.brokenLinkAction?.source).toMatch(/\/old\/target-page$/);
    const [request] = (await box.call(listFindingChangeRequests, ref)).items;
    expect(request).toMatchObject({ status: 'open', subject: 'Fix: Broken link: old/target-page.md' });
    await scan();
    expect((await box.call(listFindingChangeRequests, ref)).items).toHaveLength(1);
    const [topic = { id: '' }] = (await box.call(listTopics, site)).items;
    box.sandbox.db.run('UPDATE siteFindings SET topic = ? WHERE id = ?', topic.id, finding.id);
    const ofTopic = async (id: string) =>
      (await box.call(listChangeRequests, { spaceId: guides, topic: id })).count;
    expect([await ofTopic(topic.id), await ofTopic('another')]).toEqual([1, 0]);
    box.sandbox.db.run('UPDATE siteFindings SET topic = NULL WHERE id = ?', finding.id);
    await box.call(mergeChangeRequest, { spaceId: guides, changeRequestId: request?.id ?? '' });
    await scan();
    expect(await box.call(getFinding, ref)).toMatchObject({ status: 'done' });
    const stats = await box.call(findingStats, site);
    expect(stats).toMatchObject({ mergedChangeRequests: 1, statuses: { done: 1 } });
    const { items } = await box.call(listChangeRequests, { spaceId: guides, status: 'merged' });
    expect(items.map(({ subject }) => subject)).toContain('Fix: Broken link: old/target-page.md');
  });

  it('leaves change requests to people where the agent may not make any', async () => {
    const editing = { customInstructions: { object: 'document' as const, data: {}, nodes: [] } };
    const never = {
      scans: { topics: 'never' as const },
      findings: { changeRequests: 'never' as const },
      editing,
    };
    await box.call(setSiteAgentSettings, { ...site, ...never });
    await write('one', '[moved](old/target-page.md)\n');
    await write('deep/target-page', 'Here.\n');
    const [topic] = (await box.call(listTopics, site)).items;
    await scan([topic?.id ?? '']);
    const ref = await titled('Broken link: old/target-page.md');
    expect(await box.call(getFinding, ref)).toMatchObject({ autoFixable: true, changeRequests: 0 });
    expect((await box.call(listScans, { ...site, topic: topic?.id ?? '' })).items).toEqual([]);
    await box.call(fixFinding, ref);
    await box.call(fixFinding, ref);
    expect((await box.call(listFindingChangeRequests, ref)).items).toHaveLength(1);
  });

  it('keeps what was canceled, and opens again what was done and is still there', async () => {
    const ref = await titled('Broken link: tools/shipping-calculator.md');
    await box.call(updateFinding, { ...ref, status: 'canceled' });
    await scan();
    expect(await box.call(getFinding, ref)).toMatchObject({ status: 'canceled' });
    await box.call(updateFinding, { ...ref, status: 'done' });
    await scan();
    expect(await box.call(getFinding, ref)).toMatchObject({ status: 'open' });
    const { items } = await box.call(listScans, site);
    expect((await box.call(getFinding, ref)).scan).toBe(items[0]?.id);
  });

  it('has failed once its process is gone', async () => {
    await scan();
    const [newest] = (await box.call(listScans, site)).items;
    box.sandbox.db.run(
      "UPDATE siteScans SET status = 'running', owner = '', updatedAt = '2020-01-01T00:00:00.000Z' WHERE id = ?",
      newest?.id ?? '',
    );
    const lost = await box.call(getScan, { ...site, siteScanId: newest?.id ?? '' });
    expect(lost).toMatchObject({ status: 'failed', failureMessage: expect.stringContaining('ended before') });
  });
});

describe('topics', () => {
  it('group records that are alike, and are missing where no page has their words', async () => {
    const requests = ['Fax numbers of depots', 'Fax number of the depot in Bergen', 'Depot fax number'];
    await box.call(pushRecords, { ...site, body: requests.map((title, at) => ticket(`f${at}`, title)) });
    await settle();
    const topic = (await box.call(listTopics, site)).items.find(({ label }) => label.includes('Fax'));
    expect(topic).toMatchObject({ records: 3, pages: 0, findings: { open: 1, total: 1 } });
    const [gap] = await findings({ topic: topic?.id });
    expect(gap).toMatchObject({ type: 'content-gap', severity: 'medium', status: 'open', records: 3 });
    const { items } = await box.call(listFindingRecords, { ...site, siteFindingId: gap?.id ?? '' });
    expect(items.map(({ title }) => title).sort()).toEqual([...requests].sort());
    expect(await findings({ source: [`connection:${items[0]?.connection}`] })).toHaveLength(1);
    expect(await findings({ source: ['questions'], topic: topic?.id })).toEqual([]);
    expect((await box.call(listFindingQuestions, { ...site, siteFindingId: gap?.id ?? '' })).items).toEqual(
      [],
    );
    await write('fax', '# Fax numbers\n\nThe depot in Bergen: number 1.\n');
    await scan([topic?.id ?? '']);
    expect(await findings({ topic: topic?.id })).toMatchObject([{ status: 'done' }]);
    expect(await box.call(getTopic, { ...site, siteTopicId: topic?.id ?? '' })).toMatchObject({ pages: 1 });
  });
});

describe('connections', () => {
  it('read the pages of a website, and forget those that are gone', async () => {
    let pages: Record<string, string> = {
      '/': '<main><h1>Help</h1><p>All of it.</p><a href="/fax">Fax</a></main>',
      '/fax': '<main><h1>Fax numbers</h1><p>One.</p></main>',
    };
    server = createServer((request, response) => {
      const found = pages[request.url ?? ''];
      response.writeHead(found ? 200 : 404, { 'content-type': 'text/html' }).end(found);
    });
    await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const website = { connector: 'builtin:website', setupSettings: { url }, usageSettings };
    const made = await box.call(createConnection, { ...site, ...website });
    expect(made.status).toBe('pending');
    await settle();
    const ref = { ...site, siteContextConnectionId: made.id };
    expect(await box.call(getConnection, ref)).toMatchObject({ status: 'succeeded', records: 2 });
    expect(await box.call(testConnection, ref)).toMatchObject({ success: true });
    const { items } = await box.call(listRecords, { ...site, connection: made.id });
    expect(items.map(({ title, type }) => `${type} ${title}`).sort()).toEqual([
      'document Fax numbers',
      'document Help',
    ]);
    pages = { '/': '<main><h1>Help</h1><p>All of it.</p></main>' };
    await box.call(syncConnection, ref);
    await settle();
    expect(await box.call(getConnection, ref)).toMatchObject({ records: 1 });
    pages = {};
    await box.call(syncConnection, ref);
    await settle();
    const failed = { status: 'failed', failureReason: 'upstream_unavailable', records: 1 };
    expect(await box.call(getConnection, ref)).toMatchObject(failed);
    expect(await box.call(testConnection, ref)).toMatchObject({ success: false, error: expect.any(String) });
  });
});
