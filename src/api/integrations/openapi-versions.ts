// Versions of an OpenAPI specification: one for each source that was processed.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, Nullable, operation, Paging, pageOf, Type } from '../schema.ts';
import { OpenApiRef } from './openapi.ts';

const {
  Array: ArrayOf,
  Boolean: Bool,
  Literal,
  Object: Obj,
  String: Str,
  Optional,
  Union,
  Unknown,
  Record: RecordOf,
} = Type;

export const OpenApiVersion = Obj({
  object: Literal('openapi-spec-version'),
  id: Str(),
  createdAt: Optional(DateTime()),
  url: Str(),
  urls: Obj({ location: Str() }),
});
export type OpenApiVersion = Static<typeof OpenApiVersion>;

const VersionRef = Obj({ ...OpenApiRef.properties, versionId: Str({ description: 'version' }) });
const ContentFile = Obj({
  filename: Str(),
  dir: Str(),
  isEntrypoint: Bool(),
  references: ArrayOf(Str()),
  specification: RecordOf(Str(), Unknown()),
});
export type OpenApiFile = Static<typeof ContentFile>;

/** The parsed specification: its files by name, the one to start at marked as the entry point. Older hosts list them. */
const Content = Obj({
  url: Optional(Str()),
  urls: Optional(Obj({ source: Str(), public: Nullable(Str()) })),
  filesystem: Union([ArrayOf(ContentFile), RecordOf(Str(), Unknown())]),
});
export type OpenApiContent = Static<typeof Content>;

export const listOpenApiVersions = operation('openapiVersions.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions',
  summary: 'List the versions of an OpenAPI specification',
  params: OpenApiRef,
  query: Obj({ ...Paging }),
  result: pageOf(OpenApiVersion),
  paging: 'pages',
});

export const getLatestOpenApiVersion = operation('openapiVersions.latest', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest',
  summary: 'Show the latest version of an OpenAPI specification',
  params: OpenApiRef,
  result: OpenApiVersion,
});

export const getOpenApiVersion = operation('openapiVersions.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
  summary: 'Show a version of an OpenAPI specification',
  params: VersionRef,
  result: OpenApiVersion,
});

export const getLatestOpenApiContent = operation('openapiVersions.latestContent', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
  summary: 'Show the parsed content of the latest version of an OpenAPI specification',
  params: OpenApiRef,
  result: Content,
});

export const getOpenApiContent = operation('openapiVersions.content', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
  summary: 'Show the parsed content of a version of an OpenAPI specification',
  params: VersionRef,
  result: Content,
});

export const getRawOpenApiContent = operation('openapiVersions.latestRaw', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw',
  summary: 'Download the latest version of an OpenAPI specification',
  params: OpenApiRef,
  result: Obj({ text: Str(), format: Enum(['json', 'yaml']) }),
});
