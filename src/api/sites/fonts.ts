// Fonts of an organization, for the looks of its sites.
import type { Static } from '@sinclair/typebox';
import { resource, Type } from '../schema.ts';
import * as wire from './fonts.generated.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Boolean: Bool } = Type;
export const FontFace = wire.FontFace;
/** As the looks of a site name it. */
export const CustomizationFontDefinitionInput = Obj({
  id: Str(),
  custom: Bool(),
  fontFamily: Str({ minLength: 1, maxLength: 50 }),
  fontFaces: ArrayOf(FontFace, { minItems: 1 }),
});
export const CustomizationFontDefinition = wire.CustomizationFontDefinition;
export type CustomizationFontDefinition = Static<typeof CustomizationFontDefinition>;

const op = resource('fonts', { says: { fontId: 'font: ID or family' } });
export const listFonts = op('list', 'List the fonts of an organization', {
  ...wire.listCustomFonts,
  lists: { param: 'fontId', noun: 'font', rows: 'items', names: ['fontFamily'] },
  errors: [404],
});
export const createFont = op('create', 'Add a font to an organization', {
  ...wire.createCustomFont,
  errors: [404, 412],
  retry: 'never',
  says: { fontFamily: 'name of the font', fontFaces: 'weights, each with the key of its uploaded file' },
});
export const getFont = op('get', 'Show a font of an organization', {
  ...wire.getCustomFont,
  errors: [404],
});
export const updateFont = op('update', 'Update a font of an organization', {
  ...wire.updateCustomFont,
  errors: [404, 412],
  retry: 'idempotent',
  says: {
    fontFamily: 'new name',
    fontFaces: 'weights to add or replace, each with the key of its uploaded file; null removes a weight',
  },
});
export const deleteFont = op('delete', 'Delete a font of an organization', wire.deleteCustomFont);
