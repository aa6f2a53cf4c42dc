// What the agent of a site may do: as it was set, or as it is from the start.
import type { Database } from '../../db/database.ts';
import { type AgentSettings, siteAgentSettings } from '../../db/sites/site-settings.ts';

const DEFAULTS: AgentSettings = {
  scans: { topics: 'auto' },
  findings: { changeRequests: 'auto-fixable' },
  editing: { customInstructions: { object: 'document', data: {}, nodes: [] } },
};

export function agentSettingsOf(db: Database, site: string): AgentSettings {
  return siteAgentSettings(db).find({ site })?.settings ?? DEFAULTS;
}
