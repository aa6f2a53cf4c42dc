import { beforeEach, describe, expect, it } from 'vitest';
import {
  createFont,
  createStorageUpload,
  deleteFont,
  getFont,
  listFonts,
  updateFont,
} from '../../src/api/sites/fonts.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));
let organization: { organizationId: string };
beforeEach(() => {
  organization = { organizationId: box.organizationId };
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
});
