// OpenAPI specifications and the versions made of their sources.

import type { OpenAPISpec as OpenApiSpec } from '../../../api/integrations/openapi.generated.ts';
import type { Database } from '../database.ts';
import { jsonOrNull, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const openApiSpecs = table(
  'openApiSpecs',
  {
    id: key(),
    organization: partOf('organizations'),
    slug: text(),
    visibility: text<NonNullable<OpenApiSpec['visibility']>>(),
    /** null: the source was sent as text. */
    sourceURL: textOrNull(),
    processingState: text<OpenApiSpec['processingState']>(),
    /** The processing under way, or the last one: an older one that ends later changes nothing. */
    job: text(),
    /** The process that does it. */
    owner: text(),
    lastVersion: textOrNull(),
    lastProcessedAt: textOrNull(),
    lastProcessErrorCode: textOrNull<NonNullable<OpenApiSpec['lastProcessErrorCode']>>(),
    lastProcessedErrors: jsonOrNull<NonNullable<OpenApiSpec['lastProcessedErrors']>>(),
    createdAt: text(),
    updatedAt: text(),
  },
  { rest: ['UNIQUE (organization, slug)'] },
);
export type OpenApiSpecRow = RowOf<typeof openApiSpecs>;

export const openApiVersions = table(
  'openApiVersions',
  {
    id: key(),
    spec: partOf('openApiSpecs'),
    format: text<'json' | 'yaml'>("CHECK (format IN ('json', 'yaml'))"),
    text: text(),
    createdAt: text(),
  },
  { indexes: ['CREATE INDEX openApiVersions_by_spec ON openApiVersions (spec, createdAt)'] },
);
export type OpenApiVersionRow = RowOf<typeof openApiVersions>;

/** By slug, or by id (src/api/README.md#openapi-specifications). */
export function openApiSpecOf(db: Database, organization: string, ref: string): OpenApiSpecRow | undefined {
  const found = db.get<object>(
    'SELECT * FROM openApiSpecs WHERE organization = ?1 AND (slug = ?2 OR id = ?2) ORDER BY slug = ?2 DESC',
    organization,
    ref,
  );
  return found && openApiSpecs.read(found);
}
