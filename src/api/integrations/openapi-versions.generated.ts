// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { DateTime, Enum, Literal, Nullable, Obj, Optional, Paging, RecordOf, Str, Unknown, Uri, pageOf } =
  builders;

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
