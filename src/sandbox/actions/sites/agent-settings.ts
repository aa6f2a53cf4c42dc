// What the agent of a site may do: as it was set, or as it is from the start.
import type { SiteAgentSettings } from '../../../api/sites/site-agent-settings.generated.ts';
import type { Database } from '../../db/database.ts';
import { siteAgentSettingsStore } from '../../db/sites/site-agent-settings.ts';

type Settings = Pick<SiteAgentSettings, 'scans' | 'findings' | 'editing'>;

const DEFAULTS: Settings = {
  scans: { topics: 'auto' },
  findings: { changeRequests: 'auto-fixable' },
  editing: { customInstructions: { object: 'document', data: {}, nodes: [] } },
};

export function agentSettingsOf(db: Database, site: string): Settings {
  const row = siteAgentSettingsStore(db).row(site);
  // Written by its handler only.
  return row ? (JSON.parse(row.settings) as Settings) : DEFAULTS;
}
