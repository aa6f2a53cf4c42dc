// Integrations, their installations and events as the platform shows them.

import type { IntegrationInstallation as Installation } from '../../../api/integrations/integration-installations.generated.ts';
import type { Integration, IntegrationEvent } from '../../../api/integrations/integrations.generated.ts';
import type {
  OpenAPISpec as OpenApiSpec,
  OpenAPISpecVersion as OpenApiVersion,
} from '../../../api/integrations/openapi.generated.ts';
import { nonNull } from '../../../files/lists.ts';
import { maskUrl } from '../../../files/mask-url.ts';
import { spaces } from '../../db/content/spaces.ts';
import { countOf, type Database } from '../../db/database.ts';
import type { IntegrationEventRow } from '../../db/integrations/integration-events.ts';
import {
  type BindingRow,
  type InstallationRow,
  type IntegrationRow,
  installationBindings,
  isOn,
} from '../../db/integrations/integrations.ts';
import type { OpenApiSpecRow, OpenApiVersionRow } from '../../db/integrations/openapi.ts';
import { organizations } from '../../db/people/organizations.ts';
import { sites } from '../../db/sites/sites.ts';
import { type Page, type PageQuery, paginate } from '../../paging.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { appUrl, integrationEndpoint, locationUrl } from '../../urls.ts';
import type { Condition } from '../../who-sees.ts';
import { notFound } from '../../wire-error.ts';
import { spaceView } from '../content/spaces.ts';
import { organizationView } from '../people/organizations.ts';
import { siteView } from '../sites/sites-view.ts';
import { mayEdit } from './openapi/specs.ts';
import { isOwner } from './publish.ts';

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

export const installationView = (
  sandbox: Sandbox,
  row: InstallationRow,
  { target }: Pick<IntegrationRow, 'target'>,
): Installation => ({
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
});

const spacesOf = (db: Database, { id, organization }: InstallationRow) =>
  countOf(
    db,
    `spaces s JOIN installations i ON i.id = ?
     WHERE s.organization = ? AND s.deletedAt IS NULL AND ${isOn('space', 'i', 's.id')}`,
    ...[id, organization],
  );

type InstallationName = Pick<InstallationRow, 'integration' | 'id'>;

const installationPath = ({ integration, id }: InstallationName) =>
  `/v1/integrations/${integration}/installations/${id}`;

const installationEndpoint = ({ integration, id }: InstallationName) =>
  `${integrationEndpoint(integration)}/~installations/${id}`;

export function eventView(row: IntegrationEventRow): IntegrationEvent {
  return {
    id: row.id,
    integrationId: row.integration,
    ...nonNull({ installationId: row.installation }),
    createdAt: row.createdAt,
    // One that is pending is in no list yet.
    status: row.status === 'failed' ? 'failed' : 'success',
    payload: {
      eventId: row.id,
      type: row.type,
      ...nonNull({ installationId: row.installation }),
      ...row.payload,
      // A revision does not tell who wrote what is in it.
      ...(row.type === 'space_content_updated' && { updatedBy: [] }),
    },
  };
}

export const openApiView = (call: Call, row: OpenApiSpecRow): OpenApiSpec => ({
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
});

const pathOf = ({ organization, slug }: OpenApiSpecRow) => `/v1/orgs/${organization}/openapi/${slug}`;

const processedFields = (row: OpenApiSpecRow): Partial<OpenApiSpec> => ({
  ...nonNull({ lastVersion: row.lastVersion, lastProcessedAt: row.lastProcessedAt }),
  ...nonNull({ lastProcessErrorCode: row.lastProcessErrorCode }),
  lastProcessedErrorCount: row.lastProcessedErrors?.length ?? 0,
  ...nonNull({ lastProcessedErrors: row.lastProcessedErrors }),
});

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

// The spaces and sites that installations are on, as the platform shows them: one, and in lists.

/** Spaces or sites: shown by their ids, or whole. */
interface Kind<S> {
  kind: 'space' | 'site';
  show(call: Call, row: { id: string }, extended: boolean): S;
}

export const SPACE = {
  kind: 'space' as const,
  show: (call: Call, row: { id: string }, extended: boolean) => ({
    space: extended ? spaceView(call, spaces.read(row)) : row.id,
  }),
};

export const SITE = {
  kind: 'site' as const,
  show: (call: Call, row: { id: string }, extended: boolean) => ({
    site: extended ? siteView(call, sites.read(row)) : row.id,
  }),
};

/** An installation, its settings on a space or site, and that. */
interface Bound {
  row: Pick<InstallationRow, 'id' | 'integration' | 'status'>;
  binding: Pick<BindingRow, 'configuration' | 'externalIds'>;
  target: { id: string };
}

export function boundView<S>(
  call: Call,
  { kind, show }: Kind<S>,
  { row, binding, target }: Bound,
  extended = false,
) {
  const path = `/${kind}s/${target.id}`;
  return {
    integration: row.integration,
    installation: row.id,
    status: row.status,
    configuration: binding.configuration,
    externalIds: binding.externalIds,
    urls: {
      location: locationUrl(call, installationPath(row) + path),
      publicEndpoint: installationEndpoint(row) + path,
      publicContentEndpoint: `${installationEndpoint(row)}${path}/content`,
    },
    ...show(call, target, extended),
  };
}

interface Listing extends Condition {
  list: string;
  order: string[];
  query: PageQuery;
  extended?: boolean | undefined;
}

interface BoundColumns extends Pick<InstallationRow, 'integration' | 'status'> {
  id: string;
  installation: string;
  settings: string | null;
  externalIds: string | null;
}

/** The conditions are on `installations i`, their settings `o`, and the space or site `s`. */
export const boundPage = <S>(
  call: Call,
  of: Kind<S>,
  { where, extended, ...listing }: Listing,
): Page<ReturnType<typeof boundView<S>>> =>
  paginate(call.db, {
    ...listing,
    columns: `s.*, i.integration AS integration, i.id AS installation, i.status AS status,
      o.configuration AS settings, o.externalIds AS externalIds`,
    from: `installations i JOIN integrations n ON n.name = i.integration
      JOIN ${of.kind}s s ON s.organization = i.organization
      LEFT JOIN installationBindings o ON o.installation = i.id AND o.kind = '${of.kind}' AND o.target = s.id`,
    where: [
      ...where,
      ...(of.kind === 'space' ? ['s.deletedAt IS NULL'] : []),
      `n.target IN ('all', '${of.kind}')`,
      isOn(of.kind, 'i', 's.id'),
    ],
    item: (row: BoundColumns) => {
      const { integration, installation: id, status, settings, externalIds } = row;
      const stored = { configuration: settings ?? '{}', externalIds: externalIds ?? '[]' };
      const binding = installationBindings.read(stored);
      return boundView(call, of, { row: { id, integration, status }, binding, target: row }, extended);
    },
  });
