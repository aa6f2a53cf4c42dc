// Fonts of an organization, for the looks of its sites.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation, Type } from '../schema.ts';
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

const FontRef = Obj({
  ...OrganizationRef.properties,
  fontId: Str({ description: 'font: ID or family' }),
});

export const listFonts = operation('fonts.list', {
  ...wire.listCustomFonts,
  summary: 'List the fonts of an organization',
  lists: { param: 'fontId', noun: 'font', rows: 'items', names: ['fontFamily'] },
  params: OrganizationRef,
  errors: [404],
});

export const createFont = operation('fonts.create', {
  ...wire.createCustomFont,
  summary: 'Add a font to an organization',
  params: OrganizationRef,
  errors: [404, 412],
  retry: 'never',
  says: { fontFamily: 'name of the font', fontFaces: 'weights, each with the key of its uploaded file' },
});

export const getFont = operation('fonts.get', {
  ...wire.getCustomFont,
  summary: 'Show a font of an organization',
  params: FontRef,
  errors: [404],
});

export const updateFont = operation('fonts.update', {
  ...wire.updateCustomFont,
  summary: 'Update a font of an organization',
  params: FontRef,
  errors: [404, 412],
  retry: 'idempotent',
  says: {
    fontFamily: 'new name',
    fontFaces: 'weights to add or replace, each with the key of its uploaded file; null removes a weight',
  },
});

export const deleteFont = operation('fonts.delete', {
  ...wire.deleteCustomFont,
  summary: 'Delete a font of an organization',
  params: FontRef,
});
