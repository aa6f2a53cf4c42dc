// Made by npm run contract from version 0.202.0 of the published contract.
import { IntegrationInstallation } from './integration-installations.generated.ts';
import { Integration } from './integrations.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Enum, Literal, Num, Obj, Optional, Paging, Str, Union, Uri, pageOf } = builders;

export const listOrganizationIntegrations = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/integrations',
  query: Obj({
    ...Paging,
    search: Optional(Str()),
    category: Optional(
      Enum(['analytics', 'collaboration', 'content', 'marketing', 'visitor-auth', 'other', 'gitsync']),
    ),
    blockDomain: Optional(Str({ maxLength: 100, pattern: '^[a-zA-Z0-9-_.]+$' })),
    blocks: Optional(Bool()),
    contentSources: Optional(Bool()),
    owner: Optional(Str()),
    scope: Optional(
      Enum([
        'space:content:read',
        'space:content:write',
        'space:metadata:read',
        'space:metadata:write',
        'space:git:sync',
        'page:feedback:read',
        'site:metadata:read',
        'site:views:read',
        'site:script:inject',
        'site:script:cookies',
        'site:visitor:auth',
        'site:visitor:claims',
        'site:adaptive:read',
        'site:adaptive:write',
        'conversations:ingest',
        'openapi:read',
        'openapi:write',
      ]),
    ),
    target: Optional(Enum(['all', 'site', 'space', 'organization'])),
  }),
  result: pageOf(Integration),
  paging: 'pages',
  token: 'any',
} as const;

export const getOrganizationIntegrationStatus = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/integrations/{integrationName}/installation_status',
  result: Obj({ status: Enum(['active', 'pending', 'paused']) }),
  errors: [404],
} as const;

export const listOrganizationInstallations = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/installations',
  query: Obj({ ...Paging, search: Optional(Str()) }),
  result: pageOf(Obj({ installation: IntegrationInstallation, integration: Integration })),
  paging: 'pages',
  token: 'any',
} as const;

export const listOrganizationIntegrationsStatus = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/integrations/installations-status',
  query: Obj({
    ...Paging,
    target: Optional(Enum(['organization', 'space', 'site'], { default: 'organization' })),
    site: Optional(Str()),
    space: Optional(Str()),
  }),
  result: pageOf(
    Obj({
      status: Enum(['active', 'pending', 'paused']),
      integration: Integration,
      target: Optional(
        Union([
          Obj({ type: Literal('organization'), organizationId: Str() }),
          Obj({ type: Literal('site'), siteId: Str() }),
          Obj({ type: Literal('space'), spaceId: Str() }),
        ]),
      ),
    }),
  ),
  paging: 'pages',
  token: 'any',
} as const;

export const listSiteIntegrationScripts = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/integration-scripts',
  result: ArrayOf(
    Obj({ script: Uri({ maxLength: 2048 }), contentSecurityPolicy: Optional(Str()), cookies: Bool() }),
  ),
  errors: [400],
} as const;

export const listSiteIntegrations = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/integrations',
  query: Obj({ search: Optional(Str()) }),
  result: Obj({ next: Optional(Obj({ page: Str() })), count: Optional(Num()), items: ArrayOf(Integration) }),
} as const;

export const listSpaceIntegrations = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/integrations',
  query: Obj({ search: Optional(Str()) }),
  result: Obj({ next: Optional(Obj({ page: Str() })), count: Optional(Num()), items: ArrayOf(Integration) }),
} as const;

export const listSpaceIntegrationsBlocks = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/integration-blocks',
  result: ArrayOf(
    Obj({
      name: Str(),
      blocks: ArrayOf(
        Obj({
          id: Str(),
          title: Str({ minLength: 2, maxLength: 40 }),
          description: Optional(Str({ minLength: 0, maxLength: 150 })),
          icon: Optional(Str()),
          urlUnfurl: Optional(ArrayOf(Str())),
          markdown: Optional(Obj({ codeblock: Str(), body: Str() })),
        }),
      ),
    }),
  ),
  errors: [404],
  token: 'any',
} as const;
