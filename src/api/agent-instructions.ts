// What an organization tells its agents (specification, document 2, Organizations).
import type { Static } from '@sinclair/typebox';
import { RichDocument } from './rich-document.ts';
import { DateTime, OrganizationRef, operation, Type } from './schema.ts';

const { Object: Obj, String: Str, Literal } = Type;

export const AgentInstructions = Obj({
  object: Literal('agent-instructions'),
  instructions: RichDocument,
  updatedAt: DateTime(),
  updatedBy: Str(),
  urls: Obj({ location: Str() }),
});
export type AgentInstructions = Static<typeof AgentInstructions>;

export const getAgentInstructions = operation('agentInstructions.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/agent-instructions',
  summary: 'Get the instructions an organization gives its agents',
  params: OrganizationRef,
  result: AgentInstructions,
  source: 'document 2, Organizations',
});

export const setAgentInstructions = operation('agentInstructions.set', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/agent-instructions',
  summary: 'Replace the instructions an organization gives its agents',
  params: OrganizationRef,
  body: Obj({ instructions: RichDocument }),
  result: AgentInstructions,
  source: 'document 2, Organizations; open points, section 12',
});
