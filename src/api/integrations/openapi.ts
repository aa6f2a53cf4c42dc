// OpenAPI specifications of an organization.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './openapi.generated.ts';

const { Object: Obj, String: Str } = Type;

export const SLUG = '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$';
export const PROCESSING_STATES = ['pending', 'progress', 'complete'] as const;
export const PROCESS_ERRORS = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const;

export const OpenApiSpec = wire.OpenAPISpec;
export type OpenApiSpec = Static<typeof OpenApiSpec>;

/** The slug names it; the id does too (src/api/README.md#openapi-specifications). */
export const OpenApiRef = Obj({
  organizationId: Str({ description: 'organization' }),
  specSlug: Str({ description: 'OpenAPI specification: slug or ID' }),
});

/** A URL that is fetched, or the text itself (src/api/README.md#openapi-specifications). */
export const OpenApiSource = wire.OpenAPISpecSource;

export const listOpenApiSpecs = operation('openapi.list', {
  ...wire.listOpenAPISpecs,
  summary: 'List the OpenAPI specifications in an organization',
  lists: { param: 'specSlug', noun: 'OpenAPI specification', key: 'slug', names: ['id'] },
  params: OrganizationRef,
});

export const createOpenApiSpec = operation('openapi.create', {
  ...wire.createOpenAPISpec,
  summary: 'Add an OpenAPI specification by its URL or text (for files: push)',
  params: OrganizationRef,
  errors: [400],
  large: true,
  says: { slug: 'letters, digits and single dashes' },
});

export const getOpenApiSpec = operation('openapi.get', {
  ...wire.getOpenAPISpecBySlug,
  summary: 'Show an OpenAPI specification',
  params: OpenApiRef,
  errors: [404],
});

export const setOpenApiSpec = operation('openapi.set', {
  ...wire.createOrUpdateOpenAPISpecBySlug,
  summary: 'Create or replace an OpenAPI specification (for files: push)',
  params: OpenApiRef,
  errors: [400],
  large: true,
});

export const updateOpenApiSpec = operation('openapi.update', {
  ...wire.updateOpenAPISpecBySlug,
  summary: 'Update the visibility of an OpenAPI specification',
  params: OpenApiRef,
  errors: [400, 404],
  says: { visibility: 'who can see it' },
});

export const deleteOpenApiSpec = operation('openapi.delete', {
  ...wire.deleteOpenAPISpecBySlug,
  summary: 'Delete an OpenAPI specification and its versions',
  params: OpenApiRef,
});
