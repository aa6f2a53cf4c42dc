// What the agent of a site may do by itself.
import type { Static } from '@sinclair/typebox';
import { operation, SiteRef } from '../schema.ts';
import * as wire from './site-agent-settings.generated.ts';

export const SiteAgentSettings = wire.SiteAgentSettings;
export type SiteAgentSettings = Static<typeof SiteAgentSettings>;

export const getSiteAgentSettings = operation('siteAgentSettings.get', {
  ...wire.getSiteAgentSettingsById,
  summary: 'Show the agent settings of a site',
  params: SiteRef,
  errors: [400],
  newer: 'agent settings of sites',
});

export const setSiteAgentSettings = operation('siteAgentSettings.set', {
  ...wire.updateSiteAgentSettingsById,
  summary: 'Update the agent settings of a site',
  params: SiteRef,
  errors: [400],
  newer: 'agent settings of sites',
  says: {
    'scans.topics': 'whether topics are scanned for findings',
    'findings.changeRequests': 'for which findings change requests are created',
  },
});
