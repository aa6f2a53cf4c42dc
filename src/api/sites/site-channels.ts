// Chat tools in which the agent of a site answers.
import type { Static, TObject } from '@sinclair/typebox';
import { Count, DateTime, described, Enum, operation, Paging, pageOf, SiteRef, Type } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Union } = Type;

const names = (pattern: string, description: string) => Optional(ArrayOf(Str({ pattern }), { description }));
const PLACE = '^[a-zA-Z0-9_\\*-]+$';
const REPOSITORY = '^[a-zA-Z0-9._*-]+\\/[a-zA-Z0-9._*-]+$';
const slack = {
  type: Literal('builtin:slack'),
  setupSettings: Obj({
    allowedChannels: names(PLACE, 'channels that it may answer in; * matches any letters'),
  }),
};
const linear = {
  type: Literal('builtin:linear'),
  setupSettings: Obj({ allowedTeams: names(PLACE, 'teams that it may answer in; * matches any letters') }),
};
const github = {
  type: Literal('builtin:github'),
  setupSettings: Obj({
    allowedRepositories: names(REPOSITORY, 'repositories that it may answer in: owner/name'),
  }),
};
const discord = {
  type: Literal('builtin:discord'),
  setupSettings: Obj({
    allowedChannels: names(PLACE, 'channels that it may answer in; * matches any letters'),
  }),
};

const Role = (options?: { description: string }) => Enum(['collaborator', 'support'], options);
const shown = {
  object: Literal('site-channel'),
  id: Str(),
  status: Enum(['active', 'pending']),
  role: Role(),
  answers: Count(),
  createdAt: DateTime(),
  urls: Obj({ location: Str() }),
};
export const SiteChannel = Union([
  Obj({ ...shown, ...slack }),
  Obj({ ...shown, ...linear }),
  Obj({ ...shown, ...github }),
  Obj({ ...shown, ...discord }),
]);
export type SiteChannel = Static<typeof SiteChannel>;

const Tool = Enum(['builtin:slack', 'builtin:linear', 'builtin:github', 'builtin:discord']);
const Settings: TObject = Obj({
  allowedChannels: names(PLACE, 'channels that it may answer in; * matches any letters'),
  allowedTeams: names(PLACE, 'teams that it may answer in; * matches any letters'),
  allowedRepositories: names(REPOSITORY, 'repositories that it may answer in: owner/name'),
});
const SiteChannelRef = Obj({
  ...SiteRef.properties,
  siteChannelId: Str({ description: 'channel' }),
});
const NEWER = 'channels of sites';

export const listChannels = operation('siteChannels.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/channels',
  summary: 'List the channels of a site',
  params: SiteRef,
  query: Obj({ ...Paging }),
  result: pageOf(SiteChannel),
  paging: 'pages',
  newer: NEWER,
});

export const createChannel = operation('siteChannels.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/channels',
  summary: 'Add a channel to a site',
  params: SiteRef,
  body: Obj({
    type: described(Tool, 'chat tool'),
    setupSettings: described(Settings, 'where the agent answers'),
    role: Optional(Role({ description: 'whom the agent helps there: your team or your customers' })),
  }),
  result: SiteChannel,
  success: [201],
  newer: NEWER,
});

export const getChannel = operation('siteChannels.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/channels/{siteChannelId}',
  summary: 'Show a channel of a site',
  params: SiteChannelRef,
  result: SiteChannel,
  newer: NEWER,
});

export const updateChannel = operation('siteChannels.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/channels/{siteChannelId}',
  summary: 'Update a channel of a site',
  params: SiteChannelRef,
  body: Obj({
    type: Optional(described(Tool, 'chat tool, with --setup-settings')),
    setupSettings: Optional(described(Settings, 'where the agent answers')),
    role: Optional(Role({ description: 'whom the agent helps there: your team or your customers' })),
  }),
  result: SiteChannel,
  newer: NEWER,
});

export const deleteChannel = operation('siteChannels.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/channels/{siteChannelId}',
  summary: 'Remove a channel from a site',
  params: SiteChannelRef,
  newer: NEWER,
});
