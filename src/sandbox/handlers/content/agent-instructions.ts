// What an organization tells its agents.

import type { OrganizationAgentInstructions as AgentInstructions } from '../../../api/content/agent-instructions.generated.ts';
import { getAgentInstructions, setAgentInstructions } from '../../../api/content/agent-instructions.ts';
import { wholeDocument } from '../../actions/content/whole-document.ts';
import { readOrganization } from '../../actions/people/organizations/settings.ts';
import { agentInstructions } from '../../db/people/organizations.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';

/** Before anybody wrote any, they are empty, and as old as the organization. */
function view(call: Call, organizationId: string): AgentInstructions {
  const organization = readOrganization(call, organizationId);
  const row = agentInstructions(call.db).find({ organization: organizationId });
  return {
    object: 'agent-instructions',
    instructions: row?.instructions ?? { object: 'document', data: {}, nodes: [] },
    updatedAt: row?.updatedAt ?? organization.createdAt,
    updatedBy: row?.updatedBy ?? '',
    urls: { location: locationUrl(call, `/v1/orgs/${organizationId}/agent-instructions`) },
  };
}

export default [
  handle(getAgentInstructions, (call, { organizationId }) => {
    call.access.requireOrganization(organizationId, 'view');
    return view(call, organizationId);
  }),

  handle(setAgentInstructions, (call, { organizationId, instructions }) =>
    call.db.transaction(() => {
      call.access.requireOrganization(organizationId, 'admin');
      agentInstructions(call.db).put({
        organization: organizationId,
        instructions: wholeDocument(instructions),
        updatedAt: call.now().toISOString(),
        updatedBy: call.caller.userId,
      });
      return view(call, organizationId);
    }),
  ),
];

export const fidelity: FidelityOf = {
  'agentInstructions.set': { limited: 'Stored without effect: there are no AI agents.' },
};
