import { beforeEach, describe, expect, it } from 'vitest';
import {
  createMcpServer,
  deleteMcpServer,
  getMcpServer,
  getSiteAgentSettings,
  listMcpServers,
  setSiteAgentSettings,
  updateMcpServer,
} from '../../src/api/sites/site-agent-settings.ts';
import {
  createShareLink,
  deleteShareLink,
  getPublishingAuth,
  getSitePreview,
  listShareLinks,
  regeneratePublishingAuth,
  updatePublishingAuth,
  updateShareLink,
} from '../../src/api/sites/site-publishing.ts';
import { getPublishedSite } from '../../src/api/sites/site-structure.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));
let site: { organizationId: string; siteId: string };
beforeEach(() => {
  const row = box.sandbox.db.get<{ id: string }>("SELECT id FROM sites WHERE title = 'Partner portal'");
  site = { organizationId: box.organizationId, siteId: row?.id ?? '' };
});

const keyIn = (url: string | undefined) => new URL(url ?? '').pathname.split('/').at(-2) ?? '';

describe('share links', () => {
  it('open the site while they are active', async () => {
    const { id, urls } = await box.call(createShareLink, { ...site, name: 'Press' });
    const shareKey = keyIn(urls.published);
    const opens = async () => (await box.answer(getPublishedSite, { ...site, shareKey })).status;
    expect(await opens()).toBe(200);
    await box.call(updateShareLink, { ...site, shareLinkId: id, active: false });
    expect(await opens()).toBe(404);
    await box.call(updateShareLink, { ...site, shareLinkId: id, active: true });
    expect(await opens()).toBe(200);
    expect((await box.answer(deleteShareLink, { ...site, shareLinkId: id })).status).toBe(205);
    expect((await box.answer(deleteShareLink, { ...site, shareLinkId: id })).status).toBe(204);
    expect(await opens()).toBe(404);
    expect((await box.answer(updateShareLink, { ...site, shareLinkId: id, name: 'x' })).status).toBe(404);
  });

  it('are counted, searched and bounded', async () => {
    expect((await box.attempt(createShareLink, { ...site, name: 'x'.repeat(51) })).status).toBe(400);
    for (let at = 1; at < 100; at += 1) await box.call(createShareLink, { ...site, name: `Link ${at}` });
    expect((await box.answer(createShareLink, { ...site, name: 'One more' })).status).toBe(409);
    expect((await box.call(listShareLinks, { ...site, search: 'LINK 9' })).count).toBe(11);
  });
});

describe('publishing auth', () => {
  it('has a key that stays until it is replaced', async () => {
    const { privateKey } = await box.call(getPublishingAuth, site);
    expect((await box.call(getPublishingAuth, site)).privateKey).toBe(privateKey);
    const url = (await box.call(getSitePreview, site)).url;
    const changed = await box.call(regeneratePublishingAuth, site);
    expect(changed.privateKey).not.toBe(privateKey);
    expect((await box.call(getPublishingAuth, site)).privateKey).toBe(changed.privateKey);
    expect((await box.call(getSitePreview, site)).url).not.toBe(url);
  });

  it('names the integration that signs visitors in, and needs one for it', async () => {
    const ask = { ...site, backend: 'integration' as const };
    expect((await box.answer(updatePublishingAuth, ask)).status).toBe(400);
    box.sandbox.db.run(
      `UPDATE integrations SET details = json_insert(details, '$.scopes[#]', 'site:visitor:auth')
       WHERE name IN (SELECT integration FROM installations WHERE status = 'active')`,
    );
    const { integration, backend } = await box.call(updatePublishingAuth, ask);
    expect(backend).toBe('integration');
    expect(integration).toBeTruthy();
  });

  it('refuses a preview of what is not there', async () => {
    expect((await box.answer(getSitePreview, { ...site, siteSpace: 'nowhere' })).status).toBe(404);
    expect((await box.answer(getSitePreview, { ...site, claims: '[1]' })).status).toBe(400);
  });
});

describe('MCP servers', () => {
  const server = { name: 'Orders', url: 'https://mcp.example/x', headers: { Authorization: 'Bearer x' } };

  it('are kept with their headers, each name once', async () => {
    const { id, headers } = await box.call(createMcpServer, { ...site, ...server });
    expect(headers).toEqual(server.headers);
    expect((await box.answer(createMcpServer, { ...site, ...server })).status).toBe(409);
    const other = await box.call(createMcpServer, {
      ...site,
      ...server,
      name: 'Other',
      condition: 'visitor.claims.a',
    });
    const rename = { ...site, siteMcpServerId: other.id, name: 'Orders' };
    expect((await box.answer(updateMcpServer, rename)).status).toBe(409);
    const open = await box.call(updateMcpServer, { ...site, siteMcpServerId: other.id, condition: null });
    expect(open.condition).toBeUndefined();
    expect((await box.call(listMcpServers, site)).items.map(({ name }) => name)).toEqual(['Orders', 'Other']);
    expect((await box.answer(deleteMcpServer, { ...site, siteMcpServerId: id })).status).toBe(205);
    expect((await box.answer(getMcpServer, { ...site, siteMcpServerId: id })).status).toBe(404);
  });

  it.each([
    ['an address that is not of the web', { url: 'ftp://mcp.example' }],
    ['a condition that cannot be read', { condition: '1 +' }],
    ['a header without a value', { headers: { Authorization: '' } }],
    ['an unknown transport', { transport: 'smoke' }],
  ])('refuse %s', async (_, wrong) => {
    expect((await box.attempt(createMcpServer, { ...site, ...server, ...wrong })).status).toBe(400);
  });
});

it('the agent of a site does what was set, as a whole', async () => {
  const { scans, findings, editing } = await box.call(getSiteAgentSettings, site);
  expect((await box.attempt(setSiteAgentSettings, { ...site, scans })).status).toBe(400);
  await box.call(setSiteAgentSettings, { ...site, scans: { topics: 'never' }, findings, editing });
  const after = await box.call(getSiteAgentSettings, site);
  expect(after).toMatchObject({ scans: { topics: 'never' }, findings, updatedBy: box.adminId });
});

it('the instructions of an agent have the nodes of every block, though they were sent without', async () => {
  const { scans, findings, editing } = await box.call(getSiteAgentSettings, site);
  const block = { object: 'block' as const, type: 'paragraph' };
  const customInstructions = { ...editing.customInstructions, nodes: [block] };
  await box.call(setSiteAgentSettings, { ...site, scans, findings, editing: { customInstructions } });
  const after = await box.call(getSiteAgentSettings, site);
  expect(after.editing.customInstructions.nodes).toEqual([{ ...block, nodes: [] }]);
});
