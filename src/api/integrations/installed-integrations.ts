// Integrations as an organization meets them: what it can install, what it has installed, and where that is at work.
import type { Static } from '@sinclair/typebox';
import { Enum, OrganizationRef, operation, Paging, pageOf, SiteRef, SpaceRef, Type, Uri } from '../schema.ts';
import { INSTALLATION_STATUSES, Installation } from './integration-installations.ts';
import { Block, INTEGRATION_NAME, INTEGRATION_SCOPES, INTEGRATION_TARGETS } from './integration-parts.ts';
import { Integration, IntegrationRef } from './integrations.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Union, Literal, Boolean: Bool } = Type;

const Search = Optional(Str({ description: 'only integrations whose name contains this' }));

const InstalledIntegrationTarget = Union([
  Obj({ type: Literal('organization'), organizationId: Str() }),
  Obj({ type: Literal('site'), siteId: Str() }),
  Obj({ type: Literal('space'), spaceId: Str() }),
]);

/** An integration, and where it is installed. */
export const InstalledIntegration = Obj({
  status: Enum(INSTALLATION_STATUSES),
  integration: Integration,
  target: InstalledIntegrationTarget,
});
export type InstalledIntegration = Static<typeof InstalledIntegration>;

/** A script that an integration puts on a site. */
export const SiteIntegrationScript = Obj({
  script: Uri(),
  contentSecurityPolicy: Optional(Str()),
  cookies: Bool(),
});
export type SiteIntegrationScript = Static<typeof SiteIntegrationScript>;

/** The blocks of one integration; `name` is its own. */
const IntegrationBlocks = Obj({ name: Str(), blocks: ArrayOf(Block) });
export const SpaceIntegrationBlocks = ArrayOf(IntegrationBlocks);

export const listOrganizationIntegrations = operation('installedIntegrations.available', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/integrations',
  summary: 'List the integrations an organization can install',
  params: OrganizationRef,
  query: Obj({
    ...Paging,
    search: Search,
    category: Optional(
      Enum(['analytics', 'collaboration', 'content', 'marketing', 'visitor-auth', 'other'], {
        description: 'only this category',
      }),
    ),
    blockDomain: Optional(
      Str({
        pattern: INTEGRATION_NAME,
        maxLength: 100,
        description: 'only integrations with blocks for this domain',
      }),
    ),
    blocks: Optional(Bool({ description: 'only integrations with (or without) blocks' })),
    contentSources: Optional(Bool({ description: 'only integrations with (or without) content sources' })),
    owner: Optional(Str({ description: 'only integrations owned by this organization' })),
    scope: Optional(
      Enum([...INTEGRATION_SCOPES, 'site:visitor:claims'], {
        description: 'only integrations that use this scope',
      }),
    ),
    target: Optional(Enum(INTEGRATION_TARGETS, { description: 'only integrations for this target' })),
  }),
  result: pageOf(Integration),
  paging: 'pages',
});

export const getInstallationStatus = operation('installedIntegrations.status', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/integrations/{integrationName}/installation_status',
  summary: 'Show the installation status of an integration',
  params: Obj({ ...OrganizationRef.properties, ...IntegrationRef.properties }),
  result: Obj({ status: Enum(INSTALLATION_STATUSES) }),
  errors: [404],
});

export const listOrganizationInstallations = operation('installedIntegrations.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/installations',
  summary: 'List the installations in an organization',
  params: OrganizationRef,
  query: Obj({ ...Paging, search: Search }),
  result: pageOf(Obj({ installation: Installation, integration: Integration })),
  paging: 'pages',
});

export const listInstallationStatuses = operation('installedIntegrations.statuses', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/integrations/installations-status',
  summary: 'List installed integrations and their status',
  params: OrganizationRef,
  query: Obj({
    ...Paging,
    target: Optional(
      Enum(['organization', 'space', 'site'], { description: 'only installations on this kind of target' }),
    ),
    site: Optional(Str({ description: 'only installations on this site' })),
    space: Optional(Str({ description: 'only installations on this space' })),
  }),
  result: pageOf(InstalledIntegration),
  paging: 'pages',
});

export const listSiteIntegrationScripts = operation('installedIntegrations.scripts', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/integration-scripts',
  summary: 'List the scripts that integrations add to a site',
  params: SiteRef,
  result: ArrayOf(SiteIntegrationScript),
  errors: [400],
});

export const listSiteIntegrations = operation('installedIntegrations.onSite', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/integrations',
  summary: 'List the integrations enabled on a site',
  params: SiteRef,
  query: Obj({ search: Search }),
  result: pageOf(Integration),
});

export const listSpaceIntegrations = operation('installedIntegrations.onSpace', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/integrations',
  summary: 'List the integrations enabled on a space',
  params: SpaceRef,
  query: Obj({ search: Search }),
  result: pageOf(Integration),
});

export const listSpaceIntegrationBlocks = operation('installedIntegrations.blocks', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/integration-blocks',
  summary: 'List the blocks that integrations add to a space',
  params: SpaceRef,
  result: SpaceIntegrationBlocks,
  errors: [404],
});
