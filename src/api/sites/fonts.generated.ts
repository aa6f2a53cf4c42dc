// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Enum, Integer, Literal, Nullable, Num, Obj, Optional, Str, Uri } = builders;

export const CustomizationFontDefinition = Obj({
  id: Str(),
  custom: Bool(),
  fontFamily: Str({ minLength: 1, maxLength: 50 }),
  fontFaces: ArrayOf(
    Obj({
      weight: Integer({ minimum: 1, maximum: 1000 }),
      sources: ArrayOf(Obj({ url: Uri({ maxLength: 2048 }), format: Optional(Enum(['woff2', 'woff'])) }), {
        minItems: 1,
      }),
    }),
    { minItems: 1 },
  ),
  permissions: Obj({ edit: Bool() }),
});
export type CustomizationFontDefinition = Static<typeof CustomizationFontDefinition>;

export const listCustomFonts = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/fonts',
  result: Obj({
    next: Optional(Obj({ page: Str() })),
    count: Optional(Num()),
    items: ArrayOf(CustomizationFontDefinition),
  }),
  errors: [404],
} as const;

export const createCustomFont = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/fonts',
  body: Obj({
    fontFamily: Str({ minLength: 1, maxLength: 50 }),
    fontFaces: ArrayOf(
      Obj({
        weight: Integer({ minimum: 1, maximum: 1000 }),
        storageKey: Str({ minLength: 1, maxLength: 512 }),
      }),
      { minItems: 1 },
    ),
  }),
  result: CustomizationFontDefinition,
  success: [201],
  errors: [404, 412],
} as const;

export const getCustomFont = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/fonts/{fontId}',
  result: CustomizationFontDefinition,
  errors: [404],
} as const;

export const updateCustomFont = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/fonts/{fontId}',
  body: Obj({
    fontFamily: Optional(Str({ minLength: 1, maxLength: 50 })),
    fontFaces: Optional(
      ArrayOf(
        Obj({
          weight: Integer({ minimum: 1, maximum: 1000 }),
          storageKey: Nullable(Str({ minLength: 1, maxLength: 512 })),
        }),
      ),
    ),
  }),
  result: CustomizationFontDefinition,
  success: [201],
  errors: [404, 412],
} as const;

export const deleteCustomFont = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/fonts/{fontId}',
} as const;

export const generateStorageUploadURL = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/storage/upload',
  body: Obj({
    file: Obj({ name: Str(), type: Str(), size: Num() }),
    kind: Enum(['customization_font', 'import_file', 'organization_file']),
  }),
  result: Obj({ object: Literal('storage-signed-url'), url: Uri({ maxLength: 2048 }), key: Str() }),
  success: [201],
  errors: [400],
} as const;
