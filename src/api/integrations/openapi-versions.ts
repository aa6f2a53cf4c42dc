// Versions of an OpenAPI specification: one for each source that was processed.
import type { Static } from '@sinclair/typebox';
import { builders, Nullable, resource } from '../schema.ts';
import * as wire from './openapi-versions.generated.ts';

const { ArrayOf, Bool, Obj, Str, Optional, Union, Unknown, RecordOf } = builders;
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

const op = resource('openapiVersions', { says: { specSlug: 'OpenAPI specification: slug or ID' } });
export const listOpenApiVersions = op('list', 'List the versions of an OpenAPI specification', {
  ...wire.listOpenAPISpecVersions,
});
export const getLatestOpenApiVersion = op('latest', 'Show the latest version of an OpenAPI specification', {
  ...wire.getLatestOpenAPISpecVersion,
});
export const getOpenApiVersion = op('get', 'Show a version of an OpenAPI specification', {
  ...wire.getOpenAPISpecVersionById,
});
export const getLatestOpenApiContent = op(
  'latestContent',
  'Show the parsed content of the latest version of an OpenAPI specification',
  {
    ...wire.getLatestOpenAPISpecVersionContent,
    result: Content,
  },
);
export const getOpenApiContent = op(
  'content',
  'Show the parsed content of a version of an OpenAPI specification',
  {
    ...wire.getOpenAPISpecVersionContentById,
    result: Content,
  },
);
export const getRawOpenApiContent = op(
  'latestRaw',
  'Download the latest version of an OpenAPI specification',
  wire.getLatestOpenAPISpecVersionContentRaw,
);
