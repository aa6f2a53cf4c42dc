// What an organization tells its agents.
import type { Static } from '@sinclair/typebox';
import { DateTime, described, OrganizationRef, operation, Type } from '../schema.ts';
import { INSTRUCTIONS, RichDocument } from './rich-document.ts';

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
  summary: 'Show the instructions for AI agents',
  params: OrganizationRef,
  result: AgentInstructions,
});

export const setAgentInstructions = operation('agentInstructions.set', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/agent-instructions',
  summary: 'Replace the instructions for AI agents',
  params: OrganizationRef,
  body: Obj({ instructions: described(RichDocument, INSTRUCTIONS) }),
  result: AgentInstructions,
});
