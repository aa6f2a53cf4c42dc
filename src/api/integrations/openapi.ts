// OpenAPI specifications of an organization.
import type { Static } from '@sinclair/typebox';
import { resource } from '../schema.ts';
import * as wire from './openapi.generated.ts';

export const SLUG = '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$';
export const PROCESSING_STATES = ['pending', 'progress', 'complete'] as const;
export const PROCESS_ERRORS = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const;

export const OpenApiSpec = wire.OpenAPISpec;
export type OpenApiSpec = Static<typeof OpenApiSpec>;

/** A URL that is fetched, or the text itself (src/api/README.md#openapi-specifications). */
export const OpenApiSource = wire.OpenAPISpecSource;

const op = resource('openapi', { says: { specSlug: 'OpenAPI specification: slug or ID' } });
export const listOpenApiSpecs = op('list', 'List the OpenAPI specifications in an organization', {
  ...wire.listOpenAPISpecs,
  lists: { param: 'specSlug', noun: 'OpenAPI specification', key: 'slug', names: ['id'] },
});
export const createOpenApiSpec = op(
  'create',
  'Add an OpenAPI specification by its URL or text (for files: push)',
  {
    ...wire.createOpenAPISpec,
    errors: [400],
    large: true,
    says: { slug: 'letters, digits and single dashes' },
  },
);
export const getOpenApiSpec = op('get', 'Show an OpenAPI specification', {
  ...wire.getOpenAPISpecBySlug,
  errors: [404],
});
export const setOpenApiSpec = op('set', 'Create or replace an OpenAPI specification (for files: push)', {
  ...wire.createOrUpdateOpenAPISpecBySlug,
  errors: [400],
  large: true,
});
export const updateOpenApiSpec = op('update', 'Update the visibility of an OpenAPI specification', {
  ...wire.updateOpenAPISpecBySlug,
  errors: [400, 404],
  says: { visibility: 'who can see it' },
});
export const deleteOpenApiSpec = op('delete', 'Delete an OpenAPI specification and its versions', {
  ...wire.deleteOpenAPISpecBySlug,
});
