// Chat tools in which the agent of a site answers.
import { resource } from '../schema.ts';
import * as wire from './site-channels.generated.ts';

const op = resource('siteChannels', {
  newer: 'channels of sites',
  says: {
    setupSettings: 'where the agent answers',
    'setupSettings.allowedChannels': 'channels that it may answer in; * matches any letters',
    'setupSettings.allowedTeams': 'teams that it may answer in; * matches any letters',
    'setupSettings.allowedRepositories': 'repositories that it may answer in: owner/name',
    role: 'whom the agent helps there: your team or your customers',
  },
});
export const listChannels = op('list', 'List the channels of a site', wire.listSiteChannels);
export const createChannel = op('create', 'Add a channel to a site', {
  ...wire.createSiteChannel,
  says: { type: 'chat tool' },
});
export const getChannel = op('get', 'Show a channel of a site', wire.getSiteChannelById);
export const updateChannel = op('update', 'Update a channel of a site', {
  ...wire.updateSiteChannelById,
  says: { type: 'chat tool, with --setup-settings' },
});
export const deleteChannel = op('delete', 'Remove a channel from a site', wire.deleteSiteChannelById);
