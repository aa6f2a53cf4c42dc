// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Enum,
  Integer,
  Literal,
  Nullable,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Union,
  Unknown,
  Uri,
  pageOf,
} = builders;

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

export const OpenAPISpecVersion = Obj({
  object: Literal('openapi-spec-version'),
  id: Str(),
  createdAt: Optional(DateTime()),
  url: Uri({ maxLength: 2048 }),
  urls: Obj({ location: Uri({ maxLength: 2048 }) }),
});
export type OpenAPISpecVersion = Static<typeof OpenAPISpecVersion>;

export const OpenAPISpecContent = Obj({
  filesystem: RecordOf(Str(), Unknown()),
  url: Optional(Uri({ maxLength: 2048 })),
  urls: Optional(Obj({ source: Uri({ maxLength: 2048 }), public: Nullable(Uri({ maxLength: 2048 })) })),
});

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

export const listOpenAPISpecVersions = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions',
  query: Obj({ ...Paging }),
  result: pageOf(OpenAPISpecVersion),
  errors: [404],
  paging: 'pages',
} as const;

export const getLatestOpenAPISpecVersion = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest',
  result: OpenAPISpecVersion,
  errors: [404],
} as const;

export const getOpenAPISpecVersionById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
  result: OpenAPISpecVersion,
  errors: [404],
} as const;

export const getLatestOpenAPISpecVersionContent = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
  result: OpenAPISpecContent,
  errors: [404],
} as const;

export const getOpenAPISpecVersionContentById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
  result: OpenAPISpecContent,
  errors: [404],
} as const;

export const getLatestOpenAPISpecVersionContentRaw = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw',
  result: Obj({ text: Str(), format: Enum(['json', 'yaml']) }),
  errors: [404],
  only: '0.202.0',
} as const;
