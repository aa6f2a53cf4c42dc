// Integrations, their installations and events as the platform shows them.

import type { IntegrationInstallation as Installation } from '../../../api/integrations/integration-installations.generated.ts';
import type { Integration, IntegrationEvent } from '../../../api/integrations/integrations.generated.ts';
import type {
  OpenAPISpec as OpenApiSpec,
  OpenAPISpecVersion as OpenApiVersion,
} from '../../../api/integrations/openapi.generated.ts';
import { maskUrl } from '../../../files/mask-url.ts';
import { mayEdit } from '../../actions/integrations/openapi/specs.ts';
import { isOwner } from '../../actions/integrations/publish.ts';
import type { Database } from '../../db/database.ts';
import type { IntegrationEventRow } from '../../db/integrations/integration-events.ts';
import { type InstallationRow, type IntegrationRow, isOn } from '../../db/integrations/integrations.ts';
import type { OpenApiSpecRow, OpenApiVersionRow } from '../../db/integrations/openapi.ts';
import { organizations } from '../../db/people/organizations.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { appUrl, integrationEndpoint, locationUrl } from '../../urls.ts';
import { notFound } from '../../wire-error.ts';
import { organizationView } from '../people/organizations.ts';

export function integrationView(call: Call, row: IntegrationRow): Integration {
  const { previewImages, categories, externalLinks, scopes, runtime: _, ...details } = row.details;
  const owner = organizations(call.db).find({ id: row.organization });
  if (!owner) throw notFound('organization', row.organization);
  return {
    object: 'integration',
    name: row.name,
    version: row.version,
    ...details,
    // The images themselves are not served: their place is told.
    previewImages: (previewImages ?? []).map((_, at) => `${integrationEndpoint(row.name)}/preview/${at}`),
    target: row.target,
    verified: false,
    visibility: row.visibility,
    scopes,
    categories: categories ?? [],
    externalLinks: externalLinks ?? [],
    owner: organizationView(call, owner),
    urls: {
      location: locationUrl(call, `/v1/integrations/${row.name}`),
      ...(row.icon !== null && { icon: `${integrationEndpoint(row.name)}/icon` }),
      app: appUrl(call, `/integrations/${row.name}`),
      assets: `${integrationEndpoint(row.name)}/assets`,
      publicEndpoint: integrationEndpoint(row.name),
      publicContentEndpoint: `${integrationEndpoint(row.name)}/content`,
    },
    permissions: { admin: isOwner(call, row) },
  };
}

export function installationView(
  sandbox: Sandbox,
  row: InstallationRow,
  { target }: Pick<IntegrationRow, 'target'>,
): Installation {
  return {
    id: row.id,
    status: row.status,
    space_selection: row.spaceSelection,
    site_selection: row.siteSelection,
    spaces: target === 'all' || target === 'space' ? spacesOf(sandbox.db, row) : 0,
    configuration: row.configuration,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    urls: {
      location: locationUrl(sandbox, installationPath(row)),
      app: appUrl(sandbox, `/o/${row.organization}/integrations/${row.integration}`),
      publicEndpoint: installationEndpoint(row),
      publicContentEndpoint: `${installationEndpoint(row)}/content`,
    },
    externalIds: row.externalIds,
    target: { organization: row.organization },
  };
}

const spacesOf = (db: Database, { id, organization }: InstallationRow) =>
  db.get<{ n: number }>(
    `SELECT count(*) AS n FROM spaces s JOIN installations i ON i.id = ?
     WHERE s.organization = ? AND s.deletedAt IS NULL AND ${isOn('space', 'i', 's.id')}`,
    id,
    organization,
  )?.n ?? 0;

type InstallationName = Pick<InstallationRow, 'integration' | 'id'>;

export const installationPath = ({ integration, id }: InstallationName) =>
  `/v1/integrations/${integration}/installations/${id}`;

export const installationEndpoint = ({ integration, id }: InstallationName) =>
  `${integrationEndpoint(integration)}/~installations/${id}`;

export function eventView(row: IntegrationEventRow): IntegrationEvent {
  return {
    id: row.id,
    integrationId: row.integration,
    ...(row.installation !== null && { installationId: row.installation }),
    createdAt: row.createdAt,
    // One that is pending is in no list yet.
    status: row.status === 'failed' ? 'failed' : 'success',
    payload: {
      eventId: row.id,
      type: row.type,
      ...(row.installation !== null && { installationId: row.installation }),
      ...row.payload,
      // A revision does not tell who wrote what is in it.
      ...(row.type === 'space_content_updated' && { updatedBy: [] }),
    },
  };
}

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
