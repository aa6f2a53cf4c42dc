// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Enum, Integer, Literal, Obj, Optional, Paging, Str, Union, Uri, pageOf } =
  builders;

export const OpenAPISpec = Obj({
  object: Literal('openapi-spec'),
  id: Str(),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  slug: Str({ minLength: 1, maxLength: 100, pattern: '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$' }),
  sourceURL: Optional(Uri({ maxLength: 2048 })),
  processingState: Enum(['pending', 'progress', 'complete']),
  visibility: Optional(Enum(['private', 'public'])),
  lastVersion: Optional(Str()),
  lastProcessedAt: Optional(DateTime()),
  lastProcessErrorCode: Optional(Enum(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'])),
  lastProcessedErrors: Optional(ArrayOf(Obj({ message: Str(), code: Optional(Str()) }))),
  permissions: Obj({ view: Bool(), edit: Bool() }),
  urls: Obj({
    location: Uri({ maxLength: 2048 }),
    app: Uri({ maxLength: 2048 }),
    published: Optional(Uri()),
  }),
  lastProcessedErrorCount: Optional(Integer({ minimum: 0 })),
});
export type OpenAPISpec = Static<typeof OpenAPISpec>;

export const OpenAPISpecSource = Union([
  Obj({ url: Uri({ maxLength: 2048 }) }),
  Obj({ text: Str({ minLength: 1 }) }),
]);
export type OpenAPISpecSource = Static<typeof OpenAPISpecSource>;

export const listOpenAPISpecs = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi',
  query: Obj({ ...Paging }),
  result: pageOf(OpenAPISpec),
  paging: 'pages',
} as const;

export const createOpenAPISpec = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/openapi',
  body: Obj({
    slug: Str({ minLength: 1, maxLength: 100, pattern: '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$' }),
    source: OpenAPISpecSource,
  }),
  result: OpenAPISpec,
  success: [201],
  errors: [400],
} as const;

export const getOpenAPISpecBySlug = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  result: OpenAPISpec,
  errors: [404],
} as const;

export const createOrUpdateOpenAPISpecBySlug = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  body: Obj({ source: OpenAPISpecSource }),
  result: OpenAPISpec,
  success: [200, 201],
  errors: [400],
} as const;

export const updateOpenAPISpecBySlug = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  body: Obj({ visibility: Enum(['private', 'public']) }),
  result: OpenAPISpec,
  errors: [400, 404],
} as const;

export const deleteOpenAPISpecBySlug = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
} as const;
