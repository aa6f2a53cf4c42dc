// What the agent of a site may do by itself.
import { resource } from '../schema.ts';
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
