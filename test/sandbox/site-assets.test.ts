import { beforeEach, describe, expect, it } from 'vitest';
import { lookUpUrl } from '../../src/api/content/links.ts';
import { getCustomization, setCustomization } from '../../src/api/sites/customization.ts';
import {
  createFont,
  createStorageUpload,
  deleteFont,
  getFont,
  listFonts,
  updateFont,
} from '../../src/api/sites/fonts.ts';
import { listChannels, searchSite } from '../../src/api/sites/site-agent-settings.ts';
import {
  checkHostname,
  deleteHostname,
  getHostname,
  getSubdomain,
} from '../../src/api/sites/site-publishing.ts';
import { duplicateSiteSpace, listSiteSpaces } from '../../src/api/sites/site-structure.ts';
import { getSite } from '../../src/api/sites/sites.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));
let organization: { organizationId: string };
beforeEach(() => {
  organization = { organizationId: box.organizationId };
});

const siteCalled = (title: string) => ({
  ...organization,
  siteId: box.sandbox.db.get<{ id: string }>('SELECT id FROM sites WHERE title = ?', title)?.id ?? '',
});
const upload = async (
  type = 'font/woff2',
  kind: 'customization_font' | 'import_file' = 'customization_font',
) =>
  (
    await box.call(createStorageUpload, {
      ...organization,
      kind,
      file: { name: 'a b.woff2', type, size: 10 },
    })
  ).key;

describe('fonts', () => {
  it('are made of uploaded files, one for each weight', async () => {
    const [one, two] = [await upload(), await upload()];
    const font = await box.call(createFont, {
      ...organization,
      fontFamily: 'Serif',
      fontFaces: [
        { weight: 700, storageKey: one },
        { weight: 400, storageKey: two },
      ],
    });
    expect(font.fontFaces.map(({ weight }) => weight)).toEqual([400, 700]);
    const ref = { ...organization, fontId: font.id };
    const changed = await box.call(updateFont, { ...ref, fontFaces: [{ weight: 400, storageKey: null }] });
    expect(changed.fontFaces.map(({ weight }) => weight)).toEqual([700]);
    const last = { ...ref, fontFaces: [{ weight: 700, storageKey: null }] };
    expect((await box.answer(updateFont, last)).status).toBe(412);
    expect((await box.call(listFonts, organization)).items.map(({ fontFamily }) => fontFamily)).toContain(
      'Serif',
    );
    expect((await box.answer(deleteFont, ref)).status).toBe(205);
    expect((await box.answer(deleteFont, ref)).status).toBe(204);
    expect((await box.answer(getFont, ref)).status).toBe(404);
  });

  it('refuse files that are not there, not fonts, or given twice', async () => {
    const attempt = async (...faces: { weight: number; storageKey: string }[]) =>
      (await box.attempt(createFont, { ...organization, fontFamily: 'X', fontFaces: faces })).status;
    const storageKey = await upload();
    expect(await attempt()).toBe(400);
    expect(await attempt({ weight: 1001, storageKey })).toBe(400);
    expect(await attempt({ weight: 400, storageKey: 'nowhere' })).toBe(404);
    expect(await attempt({ weight: 400, storageKey: await upload('font/woff2', 'import_file') })).toBe(404);
    expect(await attempt({ weight: 400, storageKey: await upload('image/png') })).toBe(412);
    expect(await attempt({ weight: 400, storageKey }, { weight: 400, storageKey })).toBe(400);
  });

  it('stay while the looks of a site use them', async () => {
    const [font] = (await box.call(listFonts, organization)).items;
    if (!font) throw new Error('the demo has no font');
    const site = siteCalled('Tarnpost Docs');
    const { updatedAt: _, styling, ...rest } = await box.call(getCustomization, site);
    const { permissions: __, ...own } = font;
    await box.call(setCustomization, { ...site, ...rest, styling: { ...styling, font: own } });
    expect((await box.answer(deleteFont, { ...organization, fontId: font.id })).status).toBe(409);
  });

  it('are not empty', async () => {
    const file = { name: 'x', type: 'font/woff2', size: 0 };
    const empty = { ...organization, kind: 'customization_font' as const, file };
    expect((await box.answer(createStorageUpload, empty)).status).toBe(400);
  });
});

describe('domains', () => {
  const hostname = 'docs.tarnpost.example';
  const state = (status: string) => box.sandbox.db.run('UPDATE customHostnames SET status = ?', status);

  it.each([
    ['dns_passed', 'ssl_pending', false],
    ['ssl_failed', 'ssl_pending', false],
    ['ssl_pending', 'live', true],
    ['dns_no_cname', 'dns_no_cname', false],
    ['live', 'live', true],
  ])('that are %s are %s after another check', async (before, after, isActive) => {
    state(before);
    expect((await box.answer(checkHostname, { hostname })).status).toBe(204);
    expect(await box.call(getHostname, { hostname })).toMatchObject({ status: after, isActive });
  });

  it('go from their site', async () => {
    state('invalid_domain');
    expect((await box.answer(checkHostname, { hostname })).status).toBe(400);
    expect((await box.answer(deleteHostname, { hostname })).status).toBe(205);
    expect((await box.answer(deleteHostname, { hostname })).status).toBe(204);
    expect((await box.call(getSite, siteCalled('Tarnpost Docs'))).hostname).toBeUndefined();
  });

  it('of the platform belong to an organization', async () => {
    expect((await box.call(getSubdomain, { subdomain: 'tarnpost' })).target.organization).toBe(
      box.organizationId,
    );
    expect((await box.answer(getSubdomain, { subdomain: 'other' })).status).toBe(404);
  });
});

describe('a URL', () => {
  const lookUp = (url: string, as?: { as: string }) => box.answer(lookUpUrl, { url }, as);

  it('of the app or of a published site refers to what is there', async () => {
    const space = box.sandbox.db.get<{ id: string }>("SELECT id FROM spaces WHERE title = 'Guides'")?.id;
    const collection = box.sandbox.db.get<{ id: string }>('SELECT id FROM collections')?.id;
    const app = `https://app.example/o/${box.organizationId}`;
    expect((await lookUp(`${app}/c/${collection}`)).body).toMatchObject({ collection: { id: collection } });
    expect((await lookUp(`${app}/s/${space}/~/changes/1`)).body).toMatchObject({
      changeRequest: { number: 1 },
    });
    const pages = [
      `${app}/s/${space}/shipments/labels`,
      'https://docs.tarnpost.example/guides/shipments/labels?q=1#x',
    ];
    for (const url of pages)
      expect((await lookUp(url)).body).toMatchObject({ space: { id: space }, page: { title: 'Labels' } });
  });

  it.each([
    ['nothing', 400],
    ['https://docs.tarnpost.example/guides/nowhere', 404],
    ['https://app.example/o/x/s/nowhere', 404],
    ['https://elsewhere.example/', 404],
  ])('that is %s is %d', async (url, status) => {
    expect((await lookUp(url)).status).toBe(status);
  });
});

describe('the search of a site', () => {
  it('is of the spaces in its scope', async () => {
    const site = siteCalled('Tarnpost Docs');
    const { items: places } = await box.call(listSiteSpaces, site);
    const titles = async (scope: object) =>
      (await box.call(searchSite, { ...site, query: 'webhook', ...scope })).items.map((one) => one.title);
    const all = await titles({ mode: 'all' });
    expect(all).toContain('Guides');
    const guides = places.find(({ title }) => title === 'Guides')?.id ?? '';
    expect(await titles({ mode: 'current', siteSpaceId: guides })).toEqual(['Guides']);
    expect(await titles({ scope: { mode: 'specific', siteSpaceIds: [guides] } })).toEqual(['Guides']);
    const others = { mode: 'default', currentSiteSpace: guides, restrictTo: 'otherSiteSpaces' };
    expect(await titles({ scope: others })).not.toContain('Guides');
    for (const [scope, status] of [
      [{}, 400],
      [{ mode: 'specific' }, 400],
      [{ mode: 'current', siteSpaceId: 'nowhere' }, 404],
    ] as const)
      expect((await box.attempt(searchSite, { ...site, query: 'webhook', ...scope })).status).toBe(status);
  });
});

it('a space on a site is copied with its content, right behind the original', async () => {
  const site = siteCalled('Partner portal');
  const before = (await box.call(listSiteSpaces, site)).items;
  const first = before[0]?.id ?? '';
  const copy = await box.call(duplicateSiteSpace, { ...site, siteSpaceId: first });
  expect((await box.call(listSiteSpaces, site)).items.map(({ id }) => id)).toEqual([
    first,
    copy.id,
    ...before.slice(1).map(({ id }) => id),
  ]);
  expect(copy.space.id).not.toBe(before[0]?.space.id);
  expect(await box.call(duplicateSiteSpace, { ...site, siteSpaceId: first, draft: true })).toMatchObject({
    draft: true,
  });
});

it('what needs a chat tool or an agent is refused by its name', async () => {
  const { status, body } = await box.answer(listChannels, siteCalled('Tarnpost Docs'));
  expect([status, body]).toMatchObject([
    501,
    { error: { message: expect.stringContaining('siteChannels.list') } },
  ]);
});
