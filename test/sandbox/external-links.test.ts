import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../src/api/sites/site-structure.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));
let site: { organizationId: string; siteId: string };
let group: string;
beforeEach(() => {
  const id = (sql: string) => box.sandbox.db.get<{ id: string }>(sql)?.id ?? '';
  site = {
    organizationId: box.organizationId,
    siteId: id("SELECT id FROM sites WHERE title = 'Tarnpost Docs'"),
  };
  group = id('SELECT id FROM siteSectionGroups');
});

const link = { title: 'Blog', url: 'https://tarnpost.example/blog' };
/** Titles of one level, of the whole site or of the group. */
async function titles(
  inGroup: boolean,
  operation: typeof api.getSiteStructure | typeof api.getPublishedSite = api.getSiteStructure,
) {
  const found = await box.call(operation, site);
  const { structure } = 'site' in found ? found.structure : found;
  const nodes = structure as { id: string; title: string; children?: { title: string }[] }[];
  const level = inGroup ? (nodes.find(({ id }) => id === group)?.children ?? []) : nodes;
  return level.map(({ title }) => title);
}

describe('external links', () => {
  it('are placed at the end of a level, and move to another one', async () => {
    const { id, draft } = await box.call(api.createExternalLink, { ...site, ...link });
    expect(draft).toBe(false);
    expect((await titles(false)).at(-1)).toBe('Blog');
    const ref = { ...site, siteExternalLinkId: id };
    expect((await box.call(api.updateExternalLink, { ...ref, parent: group })).sectionGroup).toBe(group);
    expect((await titles(true)).at(-1)).toBe('Blog');
    await box.call(api.updateExternalLink, { ...ref, parent: null });
    expect((await titles(false)).at(-1)).toBe('Blog');
    expect((await box.answer(api.deleteExternalLink, ref)).status).toBe(205);
    expect((await box.answer(api.deleteExternalLink, ref)).status).toBe(204);
    expect((await box.answer(api.updateExternalLink, { ...ref, title: 'New' })).status).toBe(404);
  });

  it('are not seen by readers while they are drafts', async () => {
    const { id } = await box.call(api.createExternalLink, { ...site, ...link, draft: true });
    expect(await titles(false)).toContain('Blog');
    expect(await titles(false, api.getPublishedSite)).not.toContain('Blog');
    await box.call(api.updateExternalLink, { ...site, siteExternalLinkId: id, draft: false });
    expect(await titles(false, api.getPublishedSite)).toContain('Blog');
  });

  it('move up when their group is deleted', async () => {
    expect(await titles(true)).toContain('Support');
    await box.call(api.deleteSiteSectionGroup, { ...site, siteSectionGroupId: group });
    expect(await titles(false)).toContain('Support');
  });

  it.each([
    ['a title of one letter', { title: 'B' }, 400],
    ['an address that is not of the web', { url: 'ftp://tarnpost.example' }, 400],
    ['a condition that cannot be read', { condition: '1 +' }, 400],
    ['a group that is not on the site', { parent: 'nowhere' }, 404],
  ])('refuse %s', async (_, wrong, status) => {
    expect((await box.attempt(api.createExternalLink, { ...site, ...link, ...wrong })).status).toBe(status);
  });

  it('need a site with sections', async () => {
    const portal = box.sandbox.db.get<{ id: string }>("SELECT id FROM sites WHERE title = 'Partner portal'");
    const there = { ...site, siteId: portal?.id ?? '', ...link };
    expect((await box.answer(api.createExternalLink, there)).status).toBe(400);
  });
});
