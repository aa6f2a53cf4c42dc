// Fonts of an organization, for the looks of its sites.
import type { Static } from '@sinclair/typebox';
import { Enum, Nullable, OrganizationRef, operation, pageOf, Type, Uri } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Boolean: Bool, Integer } = Type;

const Weight = () => Integer({ minimum: 1, maximum: 1000 });
const FontSource = Obj({ url: Uri(), format: Optional(Enum(['woff2', 'woff'])) });
export const FontFace = Obj({ weight: Weight(), sources: ArrayOf(FontSource, { minItems: 1 }) });
/** As the looks of a site name it. */
export const CustomizationFontDefinitionInput = Obj({
  id: Str(),
  custom: Bool(),
  fontFamily: Str({ minLength: 1, maxLength: 50 }),
  fontFaces: ArrayOf(FontFace, { minItems: 1 }),
});
export const CustomizationFontDefinition = Obj({
  ...CustomizationFontDefinitionInput.properties,
  permissions: Obj({ edit: Bool() }),
});
export type CustomizationFontDefinition = Static<typeof CustomizationFontDefinition>;

const FontRef = Obj({
  ...OrganizationRef.properties,
  fontId: Str({ description: 'font: ID or family' }),
});
const StorageKey = () => Str({ minLength: 1, maxLength: 512 });
const Family = (description: string) => Str({ minLength: 1, maxLength: 50, description });

export const listFonts = operation('fonts.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/fonts',
  summary: 'List the fonts of an organization',
  lists: { param: 'fontId', noun: 'font', rows: 'items', names: ['fontFamily'] },
  params: OrganizationRef,
  result: pageOf(CustomizationFontDefinition),
  errors: [404],
});

export const createFont = operation('fonts.create', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/fonts',
  summary: 'Add a font to an organization',
  params: OrganizationRef,
  body: Obj({
    fontFamily: Family('name of the font'),
    fontFaces: ArrayOf(Obj({ weight: Weight(), storageKey: StorageKey() }), {
      minItems: 1,
      description: 'weights, each with the key of its uploaded file',
    }),
  }),
  result: CustomizationFontDefinition,
  success: [201],
  errors: [404, 412],
  retry: 'never',
});

export const getFont = operation('fonts.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/fonts/{fontId}',
  summary: 'Show a font of an organization',
  params: FontRef,
  result: CustomizationFontDefinition,
  errors: [404],
});

export const updateFont = operation('fonts.update', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/fonts/{fontId}',
  summary: 'Update a font of an organization',
  params: FontRef,
  body: Obj({
    fontFamily: Optional(Family('new name')),
    fontFaces: Optional(
      ArrayOf(Obj({ weight: Weight(), storageKey: Nullable(StorageKey()) }), {
        description:
          'weights to add or replace, each with the key of its uploaded file; null removes a weight',
      }),
    ),
  }),
  result: CustomizationFontDefinition,
  success: [201],
  errors: [404, 412],
  retry: 'idempotent',
});

export const deleteFont = operation('fonts.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/fonts/{fontId}',
  summary: 'Delete a font of an organization',
  params: FontRef,
});
