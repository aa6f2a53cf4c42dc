// OpenAPI specifications of an organization.
import type { Static } from '@sinclair/typebox';
import { builders, Nullable, resource } from '../schema.ts';
import * as wire from './openapi.generated.ts';

const { ArrayOf, Bool, Obj, Optional, RecordOf, Str, Union, Unknown } = builders;

export const SLUG = '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$';
const op = resource('openapi', { says: { specSlug: 'OpenAPI specification: slug or ID' } });
export const listOpenApiSpecs = op('list', 'List the OpenAPI specifications in an organization', {
  ...wire.listOpenAPISpecs,
  lists: { param: 'specSlug', noun: 'OpenAPI specification', key: 'slug', names: ['slug', 'id'] },
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

const versionOp = resource('openapiVersions', { says: { specSlug: 'OpenAPI specification: slug or ID' } });
export const listOpenApiVersions = versionOp('list', 'List the versions of an OpenAPI specification', {
  ...wire.listOpenAPISpecVersions,
});
export const getLatestOpenApiVersion = versionOp(
  'latest',
  'Show the latest version of an OpenAPI specification',
  {
    ...wire.getLatestOpenAPISpecVersion,
  },
);
export const getOpenApiVersion = versionOp('get', 'Show a version of an OpenAPI specification', {
  ...wire.getOpenAPISpecVersionById,
});
export const getLatestOpenApiContent = versionOp(
  'latestContent',
  'Show the parsed content of the latest version of an OpenAPI specification',
  {
    ...wire.getLatestOpenAPISpecVersionContent,
    result: Content,
  },
);
export const getOpenApiContent = versionOp(
  'content',
  'Show the parsed content of a version of an OpenAPI specification',
  {
    ...wire.getOpenAPISpecVersionContentById,
    result: Content,
  },
);
export const getRawOpenApiContent = versionOp(
  'latestRaw',
  'Download the latest version of an OpenAPI specification',
  { ...wire.getLatestOpenAPISpecVersionContentRaw, newer: 'downloads of OpenAPI specifications' },
);
