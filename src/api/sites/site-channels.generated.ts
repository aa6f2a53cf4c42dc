// Made by npm run contract from version 0.202.0 of the published contract.
import { builders } from '../schema.ts';

const { ArrayOf, DateTime, Enum, Integer, Literal, Obj, Optional, Paging, Str, Union, Uri, pageOf } =
  builders;

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
