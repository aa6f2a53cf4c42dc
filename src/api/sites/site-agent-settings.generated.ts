// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { SearchSpaceResult } from '../content/search.generated.ts';
import { Space } from '../content/spaces.generated.ts';
import { User } from '../people/members.generated.ts';
import { ChangeRequest } from '../review/change-requests.generated.ts';
import { builders } from '../schema.ts';

const {
  ArrayOf,
  DateTime,
  Enum,
  Integer,
  Literal,
  Nullable,
  Num,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Union,
  Uri,
  pageOf,
} = builders;

export const SiteAgentSettings = Obj({
  object: Literal('site-agent-settings'),
  updatedAt: Optional(DateTime()),
  updatedBy: Optional(Str()),
  urls: Obj({ location: Str() }),
  scans: Obj({ topics: Enum(['auto', 'never']) }),
  findings: Obj({ changeRequests: Enum(['always', 'auto-fixable', 'never']) }),
  editing: Obj({ customInstructions: RichDocument }),
});
export type SiteAgentSettings = Static<typeof SiteAgentSettings>;

export const SiteMcpServer = Obj({
  object: Literal('site-mcp-server'),
  id: Str(),
  name: Str({ minLength: 1, maxLength: 100 }),
  url: Uri({ maxLength: 2048 }),
  headers: RecordOf(Str(), Str({ minLength: 1, maxLength: 512 })),
  urls: Obj({ location: Uri() }),
  transport: Optional(Enum(['sse', 'http'], { default: 'sse' })),
  condition: Optional(Str({ minLength: 0, maxLength: 1024 })),
});
export type SiteMcpServer = Static<typeof SiteMcpServer>;

export const SiteChannel = Obj({
  type: Enum(['builtin:slack', 'builtin:linear', 'builtin:github', 'builtin:discord']),
  setupSettings: Union([
    Obj({ allowedChannels: Optional(ArrayOf(Str({ pattern: '^[a-zA-Z0-9_\\*-]+$' }))) }),
    Obj({ allowedTeams: Optional(ArrayOf(Str({ pattern: '^[a-zA-Z0-9_\\*-]+$' }))) }),
    Obj({
      allowedRepositories: Optional(ArrayOf(Str({ pattern: '^[a-zA-Z0-9._*-]+\\/[a-zA-Z0-9._*-]+$' }))),
    }),
  ]),
  object: Literal('site-channel'),
  id: Str(),
  status: Enum(['active', 'pending']),
  role: Enum(['collaborator', 'support']),
  answers: Integer({ minimum: 0 }),
  createdAt: DateTime(),
  urls: Obj({ location: Uri() }),
});

export const getSiteAgentSettingsById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/agent-settings',
  result: SiteAgentSettings,
  errors: [400],
  only: '0.202.0',
} as const;

export const updateSiteAgentSettingsById = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/agent-settings',
  body: Obj({
    scans: Obj({ topics: Enum(['auto', 'never']) }),
    findings: Obj({ changeRequests: Enum(['always', 'auto-fixable', 'never']) }),
    editing: Obj({ customInstructions: RichDocument }),
  }),
  result: SiteAgentSettings,
  errors: [400],
  only: '0.202.0',
} as const;

export const listSiteMcpServers = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers',
  query: Obj({ ...Paging }),
  result: pageOf(SiteMcpServer),
  paging: 'pages',
} as const;

export const createSiteMcpServer = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers',
  body: Obj({
    name: Str({ minLength: 1, maxLength: 100 }),
    url: Uri({ maxLength: 2048 }),
    headers: RecordOf(Str(), Str({ minLength: 1, maxLength: 512 })),
    transport: Optional(Enum(['sse', 'http'], { default: 'sse' })),
    condition: Optional(Nullable(Str({ minLength: 0, maxLength: 1024 }))),
  }),
  result: SiteMcpServer,
  success: [201],
} as const;

export const getSiteMcpServerById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}',
  result: SiteMcpServer,
} as const;

export const updateSiteMcpServerById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}',
  body: Obj({
    name: Optional(Str({ minLength: 1, maxLength: 100 })),
    url: Optional(Uri({ maxLength: 2048 })),
    headers: Optional(RecordOf(Str(), Str({ minLength: 1, maxLength: 512 }))),
    transport: Optional(Enum(['sse', 'http'], { default: 'sse' })),
    condition: Optional(Nullable(Str({ minLength: 0, maxLength: 1024 }))),
  }),
  result: SiteMcpServer,
} as const;

export const deleteSiteMcpServerById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}',
} as const;

export const searchSiteContent = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/search',
  query: Obj({ ...Paging }),
  body: Obj({
    query: Str({ maxLength: 512 }),
    scope: Optional(
      Union([
        Obj({
          mode: Literal('default'),
          currentSiteSpace: Optional(Str()),
          restrictTo: Optional(Str({ minLength: 2, maxLength: 1 })),
        }),
        Obj({
          mode: Literal('default'),
          currentSiteSpace: Str(),
          restrictTo: Enum(['currentSiteSpace', 'otherSiteSpaces']),
        }),
        Obj({ mode: Literal('specific'), siteSpaceIds: ArrayOf(Str()) }),
        Obj({ mode: Literal('all') }),
      ]),
    ),
    mode: Optional(Enum(['specific', 'current', 'all'])),
    siteSpaceIds: Optional(ArrayOf(Str())),
    siteSpaceId: Optional(Str()),
  }),
  result: pageOf(
    Union([
      SearchSpaceResult,
      Obj({
        type: Literal('record'),
        id: Str(),
        title: Str(),
        score: Num({ minimum: 0 }),
        description: Optional(Str()),
        url: Uri(),
      }),
    ]),
  ),
  paging: 'pages',
} as const;

export const listSiteChannels = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/channels',
  query: Obj({ ...Paging }),
  result: pageOf(SiteChannel),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const createSiteChannel = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/channels',
  body: Obj({
    type: Enum(['builtin:slack', 'builtin:linear', 'builtin:github', 'builtin:discord']),
    setupSettings: Obj({
      allowedChannels: Optional(ArrayOf(Str({ pattern: '^[a-zA-Z0-9_\\*-]+$' }))),
      allowedTeams: Optional(ArrayOf(Str({ pattern: '^[a-zA-Z0-9_\\*-]+$' }))),
      allowedRepositories: Optional(ArrayOf(Str({ pattern: '^[a-zA-Z0-9._*-]+\\/[a-zA-Z0-9._*-]+$' }))),
    }),
    role: Optional(Enum(['collaborator', 'support'])),
  }),
  result: SiteChannel,
  success: [201],
  only: '0.202.0',
} as const;

export const getSiteChannelById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/channels/{siteChannelId}',
  result: SiteChannel,
  only: '0.202.0',
} as const;

export const updateSiteChannelById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/channels/{siteChannelId}',
  body: Obj({
    type: Optional(Enum(['builtin:slack', 'builtin:linear', 'builtin:github', 'builtin:discord'])),
    setupSettings: Optional(
      Obj({
        allowedChannels: Optional(ArrayOf(Str({ pattern: '^[a-zA-Z0-9_\\*-]+$' }))),
        allowedTeams: Optional(ArrayOf(Str({ pattern: '^[a-zA-Z0-9_\\*-]+$' }))),
        allowedRepositories: Optional(ArrayOf(Str({ pattern: '^[a-zA-Z0-9._*-]+\\/[a-zA-Z0-9._*-]+$' }))),
      }),
    ),
    role: Optional(Enum(['collaborator', 'support'])),
  }),
  result: SiteChannel,
  only: '0.202.0',
} as const;

export const deleteSiteChannelById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/channels/{siteChannelId}',
  only: '0.202.0',
} as const;

export const applyTemplateToSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/template',
  only: '0.202.0',
} as const;

export const createSiteStyleguideById = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide',
  body: Obj({ template: Optional(Str()) }),
  bodyOptional: true,
  result: Space,
  errors: [404],
  only: '0.202.0',
} as const;

export const createSiteStyleguideRun = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide/runs',
  body: Obj({ spaces: ArrayOf(Str(), { minItems: 1, maxItems: 3 }) }),
  result: Obj({
    run: Obj({
      object: Literal('styleguide-run'),
      id: Str(),
      site: Str(),
      styleguide: Str(),
      spaces: ArrayOf(Str()),
      createdAt: DateTime(),
      createdBy: User,
    }),
    changeRequests: ArrayOf(ChangeRequest),
  }),
  success: [201],
  errors: [404],
  only: '0.202.0',
} as const;

export const listSiteStyleguideRuns = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide/runs',
  query: Obj({ ...Paging }),
  result: pageOf(
    Obj({
      object: Literal('styleguide-run'),
      id: Str(),
      site: Str(),
      styleguide: Str(),
      spaces: ArrayOf(Str()),
      createdAt: DateTime(),
      createdBy: User,
    }),
  ),
  paging: 'pages',
  only: '0.202.0',
} as const;
