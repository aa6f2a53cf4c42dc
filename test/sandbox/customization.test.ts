import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../src/api/sites/customization.ts';
import { deleteFont, listFonts } from '../../src/api/sites/fonts.ts';
import { getPublishedSite, listSiteSpaces } from '../../src/api/sites/site-structure.ts';
import { createSite } from '../../src/api/sites/sites.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));
let site: { organizationId: string; siteId: string };
let places: string[];
beforeEach(async () => {
  const row = box.sandbox.db.get<{ id: string }>("SELECT id FROM sites WHERE title = 'Tarnpost Docs'");
  site = { organizationId: box.organizationId, siteId: row?.id ?? '' };
  places = (await box.call(listSiteSpaces, site)).items.map(({ id }) => id);
});

const inPlace = (at = 0) => ({ ...site, siteSpaceId: places[at] ?? '' });
const settings = async () => {
  const { updatedAt: _, ...rest } = await box.call(api.getCustomization, site);
  return rest;
};

describe('the looks of a site', () => {
  it('takes fonts of the organization only, and keeps those that are in use', async () => {
    const { organizationId } = site;
    const [font] = (await box.call(listFonts, { organizationId })).items;
    const { styling, ...before } = await settings();
    const own = { custom: true, fontFamily: 'Sans', fontFaces: font?.fontFaces ?? [] };
    const withFont = (id: string) => ({ ...styling, font: { ...own, id } });
    const wrong = { ...before, styling: withFont('nothing') };
    expect(await box.attempt(api.setCustomization, { ...site, ...wrong })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('has no font') } },
    });
    const fontId = font?.id ?? '';
    await box.call(api.setCustomization, { ...site, ...before, styling: withFont(fontId) });
    expect((await box.answer(deleteFont, { organizationId, fontId })).status).toBe(409);
    await box.call(api.setCustomization, { ...site, ...before, styling });
    expect((await box.answer(deleteFont, { organizationId, fontId })).status).toBe(205);
  });

  it.each([
    ['a part of the document', () => ({ styling: undefined })],
    ['a key that there is not', () => ({ themes: { default: 'light', toggeable: true, other: 1 } })],
    ['a value that is not on the list', () => ({ ai: { mode: 'chat' } })],
    ['a color that is not one', () => ({ announcement: { enabled: true, message: 'x', style: 'info' } })],
    ['six questions', () => ({ ai: { mode: 'search', suggestions: Array(6).fill('Where is it?') } })],
    [
      'a condition that cannot be read',
      () => ({ header: { preset: 'none', links: [{ title: 'a', to: null, links: [], condition: '1 +' }] } }),
    ],
  ])('refuses %s', async (_, change) => {
    expect(
      (await box.attempt(api.setCustomization, { ...site, ...(await settings()), ...change() })).status,
    ).toBe(400);
  });

  it('is told of a published site, for each of its spaces', async () => {
    await box.call(api.updateSiteSpaceCustomization, { ...inPlace(), footer: { copyright: 'Parcels Ltd' } });
    const { customizations } = await box.call(getPublishedSite, site);
    expect(customizations.siteSpaces[places[0] ?? '']?.footer.copyright).toBe('Parcels Ltd');
    expect(customizations.site.footer.copyright).toBeUndefined();
  });

  it('shows what the plan does not include only when it is asked for', async () => {
    const organizationId = box.organizationId;
    const { id: siteId } = await box.call(createSite, { organizationId, title: 'Small', type: 'basic' });
    const small = { organizationId, siteId };
    await box.call(api.setCustomization, { ...small, ...(await settings()), trademark: { enabled: false } });
    expect((await box.call(api.getCustomization, small)).trademark).toEqual({ enabled: true });
    const whole = await box.call(api.getCustomization, { ...small, unmasked: true });
    expect(whole.trademark).toEqual({ enabled: false });
  });
});
