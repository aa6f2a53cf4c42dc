// OpenAPI specifications of an organization.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, Flags, OrganizationRef, operation, Paging, pageOf, Type, Uri } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Union } = Type;

export const SLUG = '^[a-z0-9]+(?:-[a-z0-9]+)*$';
export const PROCESSING_STATES = ['pending', 'progress', 'complete'] as const;
export const PROCESS_ERRORS = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const;

export const OpenApiSpec = Obj({
  object: Literal('openapi-spec'),
  id: Str(),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  slug: Str({ minLength: 1, maxLength: 100, pattern: SLUG }),
  sourceURL: Optional(Uri()),
  processingState: Enum(PROCESSING_STATES),
  visibility: Optional(Enum(['private', 'public'])),
  lastVersion: Optional(Str()),
  lastProcessedAt: Optional(DateTime()),
  lastProcessErrorCode: Optional(Enum(PROCESS_ERRORS)),
  lastProcessedErrors: Optional(ArrayOf(Obj({ message: Str(), code: Optional(Str()) }))),
  permissions: Flags(['view', 'edit']),
  urls: Obj({ location: Str(), app: Str(), published: Optional(Str()) }),
});
export type OpenApiSpec = Static<typeof OpenApiSpec>;

/** The slug names it; the id does too (src/api/README.md#openapi-specifications). */
export const OpenApiRef = Obj({
  organizationId: Str({ description: 'organization' }),
  specSlug: Str({ description: 'OpenAPI specification: slug or ID' }),
});

/** A URL that is fetched, or the text itself (src/api/README.md#openapi-specifications). */
export const OpenApiSource = Union([Obj({ url: Uri() }), Obj({ text: Str({ minLength: 1 }) })]);

export const listOpenApiSpecs = operation('openapi.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi',
  summary: 'List the OpenAPI specifications in an organization',
  lists: { param: 'specSlug', noun: 'OpenAPI specification', key: 'slug', names: ['id'] },
  params: OrganizationRef,
  query: Obj({ ...Paging }),
  result: pageOf(OpenApiSpec),
  paging: 'pages',
});

export const createOpenApiSpec = operation('openapi.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/openapi',
  summary: 'Add an OpenAPI specification by its URL or text (for files: push)',
  params: OrganizationRef,
  body: Obj({
    slug: Str({
      minLength: 1,
      maxLength: 100,
      pattern: SLUG,
      description: 'lowercase letters, digits and single dashes',
    }),
    source: OpenApiSource,
  }),
  result: OpenApiSpec,
  success: [201],
  errors: [400],
  large: true,
});

export const getOpenApiSpec = operation('openapi.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  summary: 'Show an OpenAPI specification',
  params: OpenApiRef,
  result: OpenApiSpec,
  errors: [404],
});

export const setOpenApiSpec = operation('openapi.set', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  summary: 'Create or replace an OpenAPI specification (for files: push)',
  params: OpenApiRef,
  body: Obj({ source: OpenApiSource }),
  result: OpenApiSpec,
  // 201 when it was not there before (src/api/README.md#created).
  success: [200, 201],
  errors: [400],
  large: true,
});

export const updateOpenApiSpec = operation('openapi.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  summary: 'Update the visibility of an OpenAPI specification',
  params: OpenApiRef,
  body: Obj({ visibility: Enum(['private', 'public'], { description: 'who can see it' }) }),
  result: OpenApiSpec,
  errors: [400, 404],
});

export const deleteOpenApiSpec = operation('openapi.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  summary: 'Delete an OpenAPI specification and its versions',
  params: OpenApiRef,
});
