import { describe, expect, it } from 'vitest';
import { createRedirect, testRedirect } from '../../src/api/sites/site-redirects.ts';
import { listSiteSpaces, removeSiteSpace } from '../../src/api/sites/site-structure.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));

const siteCalled = (title: string) => ({
  organizationId: box.organizationId,
  siteId: box.sandbox.db.get<{ id: string }>('SELECT id FROM sites WHERE title = ?', title)?.id ?? '',
});
const portal = () => siteCalled('Partner portal');

describe('redirects', () => {
  it('opens a share-link site with its key only, and tells of a destination that is gone', async () => {
    const { items } = await box.call(listSiteSpaces, portal());
    const place = items.find(({ default: isDefault }) => !isDefault);
    const destination = { kind: 'site-space' as const, siteSpaceId: place?.id ?? '' };
    await box.call(createRedirect, { ...portal(), source: '/notes', destination });
    const asked = { ...portal(), source: '/notes' };
    expect((await box.answer(testRedirect, asked)).status).toBe(404);
    expect((await box.answer(testRedirect, { ...asked, shareKey: 'wrong' })).status).toBe(404);
    const key = box.sandbox.db.get<{ key: string }>('SELECT key FROM shareLinks')?.key ?? '';
    expect((await box.call(testRedirect, { ...asked, shareKey: key })).target).toMatch(
      `/${key}/release-notes/`,
    );
    await box.call(removeSiteSpace, { ...portal(), siteSpaceId: destination.siteSpaceId });
    expect((await box.answer(testRedirect, { ...asked, shareKey: key })).body).toMatchObject({
      error: { message: expect.stringContaining('no longer exists') },
    });
  });
});
