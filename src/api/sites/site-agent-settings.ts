// What the agent of a site may do by itself.
import type { Static } from '@sinclair/typebox';
import { resource } from '../schema.ts';
import * as wire from './site-agent-settings.generated.ts';

export const SiteAgentSettings = wire.SiteAgentSettings;
export type SiteAgentSettings = Static<typeof SiteAgentSettings>;

const op = resource('siteAgentSettings', { newer: 'agent settings of sites' });
export const getSiteAgentSettings = op('get', 'Show the agent settings of a site', {
  ...wire.getSiteAgentSettingsById,
  errors: [400],
});
export const setSiteAgentSettings = op('set', 'Update the agent settings of a site', {
  ...wire.updateSiteAgentSettingsById,
  errors: [400],
  says: {
    'scans.topics': 'whether topics are scanned for findings',
    'findings.changeRequests': 'for which findings change requests are created',
  },
});
