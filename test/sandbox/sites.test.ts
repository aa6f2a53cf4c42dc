import { describe, expect, it } from 'vitest';
import { deleteSpace, getSpace, restoreSpace } from '../../src/api/content/spaces.ts';
import * as siteStructure from '../../src/api/sites/site-structure.ts';
import * as sites from '../../src/api/sites/sites.ts';
import { positionBetween } from '../../src/sandbox/db/position.ts';
import { shareLinks, siteSections, siteSpaces } from '../../src/sandbox/db/sites/sites.ts';
import { newId } from '../../src/sandbox/ids.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(openTestSandbox);

const org = () => ({ organizationId: box.organizationId });
const space = async (title: string) => await box.newSpace({ title });
const site = (title: string, spaces: string[] = []) =>
  box.call(sites.createSite, { ...org(), title, spaces });
const ref = ({ id }: { id: string }) => ({ ...org(), siteId: id });

describe('creating a site', () => {
  it('is unpublished, public and basic unless told otherwise', async () => {
    expect(await box.call(sites.createSite, org())).toMatchObject({
      type: 'basic',
      title: 'Docs',
      basename: 'docs',
      visibility: 'public',
      published: false,
      siteSpaces: 0,
    });
    const other = await box.call(sites.createSite, {
      ...org(),
      title: 'Docs',
      type: 'premium',
      visibility: 'unlisted',
    });
    expect(other).toMatchObject({ basename: 'docs-1', type: 'premium', visibility: 'unlisted' });
    const { headers } = await box.answer(sites.createSite, org());
    expect(headers.location).toMatch(/\/v1\/orgs\/\w+\/sites\/\w{20}$/);
  });

  it('begins with the given spaces, the first one as default, each at a path of its own', async () => {
    const spaces = [await space('Guides'), await space('Guides'), await space('API')];
    const { id } = await site('Docs', spaces);
    const rows = box.sandbox.db.all(
      'SELECT space, path, isDefault FROM siteSpaces WHERE site = ? ORDER BY position',
      id,
    );
    expect(rows).toEqual([
      { space: spaces[0], path: 'guides', isDefault: 1 },
      { space: spaces[1], path: 'guides-1', isDefault: 0 },
      { space: spaces[2], path: 'api', isDefault: 0 },
    ]);
  });

  it('refuses an unknown space and one named twice, and makes nothing', async () => {
    const known = await space('Guides');
    expect((await box.answer(sites.createSite, { ...org(), spaces: [known, 'nowhere'] })).status).toBe(404);
    expect((await box.answer(sites.createSite, { ...org(), spaces: [known, known] })).status).toBe(409);
    expect((await box.call(sites.listSites, org())).count).toBe(0);
  });
});

describe('listing sites', () => {
  it('filters by space, title, type and published', async () => {
    const guides = await space('Guides');
    const shown = await site('Public Docs', [guides]);
    await box.call(sites.createSite, { ...org(), title: 'Partners', type: 'ultimate' });
    await box.call(sites.publishSite, ref(shown));
    const titles = async (filter: object) =>
      (await box.call(sites.listSites, { ...org(), ...filter })).items.map(({ title }) => title);
    expect(await titles({})).toEqual(['Public Docs', 'Partners']);
    expect(await titles({ space: guides })).toEqual(['Public Docs']);
    expect(await titles({ space: 'nowhere' })).toEqual([]);
    expect(await titles({ title: 'docs' })).toEqual(['Public Docs']);
    expect(await titles({ title: '%' })).toEqual([]);
    expect(await titles({ published: true })).toEqual(['Public Docs']);
    expect(await titles({ published: false })).toEqual(['Partners']);
    expect(await titles({ type: ['ultimate', 'premium'] })).toEqual(['Partners']);
    expect(await titles({ type: 'ultimate' })).toEqual(['Partners']);
    expect((await box.attempt(sites.listSites, Object.assign({ type: ['golden'] }, org()))).status).toBe(400);
  });
});

describe('changing a site', () => {
  it('changes what is given, null removes the proxy', async () => {
    const { id } = await site('Docs', [await space('Guides')]);
    const changed = await box.call(sites.updateSite, {
      ...ref({ id }),
      title: 'Manual',
      visibility: 'visitor-auth',
      basename: 'manual',
      agentsContext: 'excluded',
      adaptiveContent: { enabled: true },
      proxy: 'tarnpost.com/docs',
    });
    expect(changed).toMatchObject({
      title: 'Manual',
      visibility: 'visitor-auth',
      basename: 'manual',
      agentsContext: 'excluded',
      adaptiveContent: { enabled: true },
      proxy: { origin: 'tarnpost.com/docs' },
    });
    expect((await box.call(sites.updateSite, { ...ref({ id }), proxy: null })).proxy).toBeUndefined();
    for (const bad of [
      { title: 'x' },
      { proxy: 'no-path.com' },
      { basename: '' },
      { visibility: 'private' },
    ]) {
      expect((await box.attempt(sites.updateSite, Object.assign(ref({ id }), bad))).status).toBe(400);
    }
  });

  it('keeps base names apart', async () => {
    await site('One');
    const two = await site('Two');
    expect((await box.answer(sites.updateSite, { ...ref(two), basename: 'one' })).status).toBe(409);
    expect((await box.answer(sites.updateSite, { ...ref(two), basename: 'two' })).status).toBe(200);
  });

  it('moves the default, and there is always exactly one', async () => {
    const created = await site('Docs', [await space('Guides'), await space('API')]);
    const ids = box.sandbox.db
      .all<{ id: string }>('SELECT id FROM siteSpaces ORDER BY position')
      .map(({ id }) => id);
    await box.call(sites.updateSite, { ...ref(created), defaultSiteSpace: ids[1] ?? '' });
    const defaults = box.sandbox.db.all('SELECT id FROM siteSpaces WHERE isDefault = 1');
    expect(defaults).toEqual([{ id: ids[1] }]);
    expect(
      (await box.answer(sites.updateSite, { ...ref(created), defaultSiteSpace: 'nowhere' })).status,
    ).toBe(404);
    expect(
      (await box.answer(sites.updateSite, { ...ref(created), defaultSiteSection: 'nowhere' })).status,
    ).toBe(404);
  });

  it('with sections, the default space must stand in the default section', async () => {
    const created = await site('Docs');
    const ids: string[] = [];
    for (const [index, path] of ['a', 'b'].entries()) {
      const section = {
        id: newId(),
        site: created.id,
        sectionGroup: null,
        title: path,
        description: null,
        path,
      };
      siteSections(box.sandbox.db).insert({
        ...section,
        condition: null,
        icon: null,
        isDefault: index === 0 ? 1 : 0,
        position: positionBetween(),
      });
      const row = {
        id: newId(),
        site: created.id,
        section: section.id,
        space: await space(path),
        title: path,
        path,
      };
      siteSpaces(box.sandbox.db).insert({
        ...row,
        condition: null,
        isDefault: 1,
        position: positionBetween(),
      });
      ids.push(section.id, row.id);
    }
    const update = async (input: object) =>
      (await box.attempt(sites.updateSite, { ...ref(created), ...input })).status;
    expect(await update({ defaultSiteSpace: ids[3] })).toBe(400);
    expect(await update({ defaultSiteSection: ids[2], defaultSiteSpace: ids[3] })).toBe(200);
    expect(box.sandbox.db.all('SELECT id FROM siteSections WHERE isDefault = 1')).toEqual([{ id: ids[2] }]);
  });
});

describe('publishing', () => {
  it('sets published and its address, for the site and its spaces; unpublishing takes both back', async () => {
    const guides = await space('Guides');
    const created = await site('Docs', [guides, await space('API')]);
    const published = await box.call(sites.publishSite, ref(created));
    expect(published).toMatchObject({ object: 'site', published: true });
    expect((await box.call(sites.getSite, ref(created))).urls.published).toBe(
      'https://my-organization.docs.example/docs/',
    );
    const shown = await box.call(getSpace, { spaceId: guides });
    expect(shown.visibility).toBe('public');
    expect(shown.urls.published).toBe('https://my-organization.docs.example/docs/');
    const hidden = await box.call(sites.unpublishSite, ref(created));
    expect([hidden.published, hidden.urls.published]).toEqual([false, undefined]);
    expect((await box.call(getSpace, { spaceId: guides })).visibility).toBe('private');
    expect((await box.call(sites.unpublishSite, ref(created))).published).toBe(false);
  });

  it('tells addresses that are addresses, whatever its paths hold', async () => {
    const guides = await space('Guides');
    const created = await site('Docs', [guides]);
    const section = await box.call(siteStructure.createSiteSection, {
      ...ref(created),
      spaceId: await space('More'),
    });
    const path = 'has space?x#y/導入';
    await box.call(siteStructure.updateSiteSection, { ...ref(created), siteSectionId: section.id, path });
    await box.call(sites.publishSite, ref(created));
    const [shown] = section.siteSpaces;
    const { urls } = await box.call(getSpace, { spaceId: shown?.space.id ?? '' });
    expect(urls.published).toMatch(/\/has%20space%3Fx%23y%2F%E5%B0%8E%E5%85%A5\/$/);
    const { items } = await box.call(siteStructure.listSiteSections, ref(created));
    expect(items.map((one) => one.urls.published)).toContain(urls.published);
  });

  it('needs a space to show', async () => {
    const guides = await space('Guides');
    const created = await site('Docs', [guides]);
    await box.call(deleteSpace, { spaceId: guides });
    expect((await box.call(sites.getSite, ref(created))).siteSpaces).toBe(0);
    expect((await box.answer(sites.publishSite, ref(created))).status).toBe(409);
    await box.call(restoreSpace, { spaceId: guides });
    expect((await box.answer(sites.publishSite, ref(created))).status).toBe(200);
  });

  it('answers a checkout where the plan must be paid first', async () => {
    box.sandbox.db.run(`UPDATE organizations SET settings = json_set(settings, '$.plan', 'free_2024')`);
    const guides = await space('Guides');
    const paid = await box.call(sites.createSite, { ...org(), type: 'premium', spaces: [guides] });
    expect(await box.call(sites.publishSite, ref(paid))).toMatchObject({
      type: 'checkout',
      sessionId: expect.any(String),
    });
    expect((await box.call(sites.getSite, ref(paid))).published).toBe(false);
    const free = await box.call(sites.createSite, { ...org(), spaces: [guides] });
    expect(await box.call(sites.publishSite, ref(free))).toMatchObject({ published: true });
  });

  it('tells the address on a share-link site only to who has the key', async () => {
    const guides = await space('Guides');
    const created = await box.call(sites.createSite, {
      ...org(),
      title: 'Partners',
      visibility: 'share-link',
      spaces: [guides],
    });
    await box.call(sites.publishSite, ref(created));
    const link = { id: newId(), site: created.id, name: 'x', key: 'k3y', active: 1 as const };
    shareLinks(box.sandbox.db).insert({ ...link, createdAt: box.clock.now.toISOString() });
    const address = async (shareKey?: string) =>
      (await box.call(getSpace, { spaceId: guides, ...(shareKey && { shareKey }) })).urls.published;
    expect(await address()).toBeUndefined();
    expect(await address('wrong')).toBeUndefined();
    expect(await address('k3y')).toBe('https://my-organization.docs.example/partners/k3y/');
  });
});

describe('deleting a site', () => {
  it('answers 205, then 204, and leaves its spaces', async () => {
    const guides = await space('Guides');
    const created = await site('Docs', [guides]);
    expect((await box.answer(sites.deleteSite, ref(created))).status).toBe(205);
    expect((await box.answer(sites.deleteSite, ref(created))).status).toBe(204);
    expect((await box.answer(sites.getSite, ref(created))).status).toBe(404);
    expect((await box.call(getSpace, { spaceId: guides })).id).toBe(guides);
    for (const operation of [sites.publishSite, sites.unpublishSite]) {
      expect((await box.answer(operation, ref(created))).status).toBe(404);
    }
  });
});
