// OpenAPI specifications of an organization.
import { resource } from '../schema.ts';
import * as wire from './openapi.generated.ts';

export const SLUG = '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$';
const op = resource('openapi', { says: { specSlug: 'OpenAPI specification: slug or ID' } });
export const listOpenApiSpecs = op('list', 'List the OpenAPI specifications in an organization', {
  ...wire.listOpenAPISpecs,
  lists: { param: 'specSlug', noun: 'OpenAPI specification', key: 'slug', names: ['id'] },
});
export const createOpenApiSpec = op('create', 'Add an OpenAPI specification (for files: push)', {
  ...wire.createOpenAPISpec,
  large: true,
  says: { slug: 'letters, digits and single dashes' },
});
export const getOpenApiSpec = op('get', 'Show an OpenAPI specification', wire.getOpenAPISpecBySlug);
export const setOpenApiSpec = op('set', 'Create or replace an OpenAPI specification (for files: push)', {
  ...wire.createOrUpdateOpenAPISpecBySlug,
  large: true,
});
export const updateOpenApiSpec = op('update', 'Update the visibility of an OpenAPI specification', {
  ...wire.updateOpenAPISpecBySlug,
  says: { visibility: 'who can see it' },
});
export const deleteOpenApiSpec = op('delete', 'Delete an OpenAPI specification and its versions', {
  ...wire.deleteOpenAPISpecBySlug,
});
