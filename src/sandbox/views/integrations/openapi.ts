// OpenAPI specifications as the platform shows them.

import type { OpenAPISpec as OpenApiSpec } from '../../../api/integrations/openapi.generated.ts';
import type { OpenAPISpecVersion as OpenApiVersion } from '../../../api/integrations/openapi-versions.generated.ts';
import { maskUrl } from '../../../files/mask-url.ts';
import { mayEdit } from '../../actions/integrations/openapi/specs.ts';
import type { OpenApiSpecRow, OpenApiVersionRow } from '../../db/integrations/openapi.ts';
import { organizations } from '../../db/people/organizations.ts';
import type { Call } from '../../sandbox.ts';
import { appUrl, locationUrl } from '../../urls.ts';

export function openApiView(call: Call, row: OpenApiSpecRow): OpenApiSpec {
  return {
    object: 'openapi-spec',
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    slug: row.slug,
    ...(row.sourceURL !== null && { sourceURL: maskUrl(row.sourceURL) }),
    processingState: row.processingState,
    visibility: row.visibility,
    ...processedFields(row),
    permissions: { view: true, edit: mayEdit(call, row) },
    urls: {
      location: locationUrl(call, pathOf(row)),
      app: appUrl(call, `/o/${row.organization}/openapi/${row.slug}`),
      ...(row.visibility === 'public' && { published: publishedAt(call, row) }),
    },
  };
}

const pathOf = ({ organization, slug }: OpenApiSpecRow) => `/v1/orgs/${organization}/openapi/${slug}`;

function processedFields(row: OpenApiSpecRow): Partial<OpenApiSpec> {
  return {
    ...(row.lastVersion !== null && { lastVersion: row.lastVersion }),
    ...(row.lastProcessedAt !== null && { lastProcessedAt: row.lastProcessedAt }),
    ...(row.lastProcessErrorCode !== null && { lastProcessErrorCode: row.lastProcessErrorCode }),
    lastProcessedErrorCount: row.lastProcessedErrors?.length ?? 0,
    ...(row.lastProcessedErrors !== null && { lastProcessedErrors: row.lastProcessedErrors }),
  };
}

/** The host is a reserved example name: nothing answers there. */
function publishedAt(call: Call, { organization, slug }: OpenApiSpecRow): string {
  const host = organizations(call.db).find({ id: organization })?.hostname ?? organization.toLowerCase();
  return `https://${host}.docs.example/~openapi/${slug}`;
}

export function versionView(
  call: Call,
  spec: OpenApiSpecRow,
  { id, createdAt }: OpenApiVersionRow,
): OpenApiVersion {
  const location = locationUrl(call, `${pathOf(spec)}/versions/${id}`);
  return { object: 'openapi-spec-version', id, createdAt, url: `${location}/content`, urls: { location } };
}
