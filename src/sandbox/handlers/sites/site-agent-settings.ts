// What the agent of a site may do.

import type { SiteAgentSettings } from '../../../api/sites/site-agent-settings.generated.ts';
import { getSiteAgentSettings, setSiteAgentSettings } from '../../../api/sites/site-agent-settings.ts';
import { wholeDocument } from '../../actions/content/whole-document.ts';
import { agentSettingsOf } from '../../actions/sites/agent-settings.ts';
import { siteToChange } from '../../actions/sites/settings.ts';
import { siteAgentSettings } from '../../db/sites/site-settings.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';

function view(call: Call, site: SiteRow): SiteAgentSettings {
  const row = siteAgentSettings(call.db).find({ site: site.id });
  const path = `/v1/orgs/${site.organization}/sites/${site.id}/agent-settings`;
  return {
    object: 'site-agent-settings',
    ...(row && { updatedAt: row.updatedAt, updatedBy: row.updatedBy }),
    urls: { location: locationUrl(call, path) },
    ...agentSettingsOf(call.db, site.id),
  };
}

export default [
  handle(getSiteAgentSettings, (call, ref) => view(call, siteToChange(call, ref))),

  handle(setSiteAgentSettings, (call, { scans, findings, editing: { customInstructions }, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const editing = { customInstructions: wholeDocument(customInstructions) };
      siteAgentSettings(call.db).put({
        site: site.id,
        settings: { scans, findings, editing },
        updatedAt: call.now().toISOString(),
        updatedBy: call.caller.userId,
      });
      return view(call, site);
    }),
  ),
];

export const fidelity: FidelityOf = {
  'siteAgentSettings.set': {
    limited: 'Scans and their change requests follow it; the instructions are stored, as no AI writes.',
  },
};
