import { describe, expect, it } from 'vitest';
import { getSpace } from '../../src/api/content/spaces.ts';
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
});

describe('changing a site', () => {
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
