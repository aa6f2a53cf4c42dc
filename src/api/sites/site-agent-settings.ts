// What the agent of a site may do, its MCP servers, channels and style guide, and search on the site.
import { HTTP, resource, urlsLike } from '../schema.ts';
import * as wire from './site-agent-settings.generated.ts';

const op = resource('siteAgentSettings', { newer: 'agent settings of sites' });
export const getSiteAgentSettings = op('get', 'Show the agent settings of a site', {
  ...wire.getSiteAgentSettingsById,
});
export const setSiteAgentSettings = op('set', 'Update the agent settings of a site', {
  ...wire.updateSiteAgentSettingsById,
  says: {
    'scans.topics': 'whether topics are scanned for findings',
    'findings.changeRequests': 'for which findings change requests are created',
  },
});

const serverOp = resource('siteMcpServers', {
  says: { siteMcpServerId: 'MCP server: ID or name', transport: 'transport of the server' },
});
export const listMcpServers = serverOp('list', 'List the MCP servers of a site', {
  ...wire.listSiteMcpServers,
  lists: { param: 'siteMcpServerId', noun: 'MCP server', names: ['name'] },
});
export const createMcpServer = serverOp('create', 'Add an MCP server to a site', {
  ...wire.createSiteMcpServer,
  body: urlsLike(HTTP, wire.createSiteMcpServer.body),
  says: { name: 'name of the server', url: 'URL of the server', headers: 'headers to send to the server' },
});
export const getMcpServer = serverOp('get', 'Show an MCP server of a site', wire.getSiteMcpServerById);
export const updateMcpServer = serverOp('update', 'Update an MCP server of a site', {
  ...wire.updateSiteMcpServerById,
  body: urlsLike(HTTP, wire.updateSiteMcpServerById.body),
  says: { name: 'new name', url: 'new URL', headers: 'headers to send to the server: all of them' },
});
export const deleteMcpServer = serverOp(
  'delete',
  'Remove an MCP server from a site',
  wire.deleteSiteMcpServerById,
);

const searchOp = resource('siteSearch');
/** `scope`, or the older `mode` with what it needs. */
export const searchSite = searchOp('search', 'Search the pages that a site shows', {
  ...wire.searchSiteContent,
  retry: 'safe',
  says: {
    mode: 'which spaces on the site to search',
    siteSpaceIds: 'spaces on the site, with --mode specific',
    siteSpaceId: 'the space on the site, with --mode current',
  },
});

const channelOp = resource('siteChannels', {
  newer: 'channels of sites',
  says: {
    setupSettings: 'where the agent answers',
    'setupSettings.allowedChannels': 'channels that it may answer in; * matches any letters',
    'setupSettings.allowedTeams': 'teams that it may answer in; * matches any letters',
    'setupSettings.allowedRepositories': 'repositories that it may answer in: owner/name',
    role: 'whom the agent helps there: your team or your customers',
  },
});
export const listChannels = channelOp('list', 'List the channels of a site', wire.listSiteChannels);
export const createChannel = channelOp('create', 'Add a channel to a site', {
  ...wire.createSiteChannel,
  says: { type: 'chat tool' },
});
export const getChannel = channelOp('get', 'Show a channel of a site', wire.getSiteChannelById);
export const updateChannel = channelOp('update', 'Update a channel of a site', {
  ...wire.updateSiteChannelById,
  says: { type: 'chat tool, with --setup-settings' },
});
export const deleteChannel = channelOp('delete', 'Remove a channel from a site', wire.deleteSiteChannelById);

const styleguideOp = resource('siteStyleguide', { newer: 'styleguides of sites' });
export const applySiteTemplate = styleguideOp('template', 'Fill a site from its template', {
  ...wire.applyTemplateToSite,
  newer: 'templates of sites',
});
export const createSiteStyleguide = styleguideOp('create', 'Create the styleguide of a site', {
  ...wire.createSiteStyleguideById,
  says: { template: 'styleguide template to begin with' },
});
export const runSiteStyleguide = styleguideOp(
  'run',
  'Apply the styleguide of a site to spaces, in change requests',
  {
    ...wire.createSiteStyleguideRun,
    says: { spaces: 'spaces to apply it to' },
  },
);
export const listSiteStyleguideRuns = styleguideOp('runs', 'List the styleguide runs of a site', {
  ...wire.listSiteStyleguideRuns,
});
