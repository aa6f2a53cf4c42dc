// Chat tools in which the agent of a site answers.
import type { Static, TObject } from '@sinclair/typebox';
import { described, Enum, resource, Type } from '../schema.ts';
import * as wire from './site-channels.generated.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional } = Type;
const names = (pattern: string, description: string) => Optional(ArrayOf(Str({ pattern }), { description }));
const PLACE = '^[a-zA-Z0-9_\\*-]+$';
const REPOSITORY = '^[a-zA-Z0-9._*-]+\\/[a-zA-Z0-9._*-]+$';

const Role = (options?: { description: string }) => Enum(['collaborator', 'support'], options);
export const SiteChannel = wire.SiteChannel;
export type SiteChannel = Static<typeof SiteChannel>;

const Tool = Enum(['builtin:slack', 'builtin:linear', 'builtin:github', 'builtin:discord']);
const Settings: TObject = Obj({
  allowedChannels: names(PLACE, 'channels that it may answer in; * matches any letters'),
  allowedTeams: names(PLACE, 'teams that it may answer in; * matches any letters'),
  allowedRepositories: names(REPOSITORY, 'repositories that it may answer in: owner/name'),
});

const op = resource('siteChannels', { newer: 'channels of sites' });
export const listChannels = op('list', 'List the channels of a site', {
  ...wire.listSiteChannels,
});
export const createChannel = op('create', 'Add a channel to a site', {
  ...wire.createSiteChannel,
  body: Obj({
    type: described(Tool, 'chat tool'),
    setupSettings: described(Settings, 'where the agent answers'),
    role: Optional(Role({ description: 'whom the agent helps there: your team or your customers' })),
  }),
});
export const getChannel = op('get', 'Show a channel of a site', {
  ...wire.getSiteChannelById,
});
export const updateChannel = op('update', 'Update a channel of a site', {
  ...wire.updateSiteChannelById,
  body: Obj({
    type: Optional(described(Tool, 'chat tool, with --setup-settings')),
    setupSettings: Optional(described(Settings, 'where the agent answers')),
    role: Optional(Role({ description: 'whom the agent helps there: your team or your customers' })),
  }),
});
export const deleteChannel = op('delete', 'Remove a channel from a site', {
  ...wire.deleteSiteChannelById,
});
