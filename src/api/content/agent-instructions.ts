// What an organization tells its agents.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation } from '../schema.ts';
import * as wire from './agent-instructions.generated.ts';
import { INSTRUCTIONS } from './rich-document.ts';

export const AgentInstructions = wire.OrganizationAgentInstructions;
export type AgentInstructions = Static<typeof AgentInstructions>;

export const getAgentInstructions = operation('agentInstructions.get', {
  ...wire.getOrganizationAgentInstructions,
  summary: 'Show the instructions for AI agents',
  params: OrganizationRef,
});

export const setAgentInstructions = operation('agentInstructions.set', {
  ...wire.updateOrganizationAgentInstructions,
  summary: 'Replace the instructions for AI agents',
  params: OrganizationRef,
  says: { instructions: INSTRUCTIONS },
});
