import { beforeEach, describe, expect, it } from 'vitest';
import {
  createShareLink,
  deleteShareLink,
  getPublishingAuth,
  getSitePreview,
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
});
