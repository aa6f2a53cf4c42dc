// What an organization tells its agents.
import type { Static } from '@sinclair/typebox';
import { resource } from '../schema.ts';
import * as wire from './agent-instructions.generated.ts';
import { INSTRUCTIONS } from './rich-document.ts';

export const AgentInstructions = wire.OrganizationAgentInstructions;
export type AgentInstructions = Static<typeof AgentInstructions>;

const op = resource('agentInstructions');

export const getAgentInstructions = op('get', 'Show the instructions for AI agents', {
  ...wire.getOrganizationAgentInstructions,
});
export const setAgentInstructions = op('set', 'Replace the instructions for AI agents', {
  ...wire.updateOrganizationAgentInstructions,
  says: { instructions: INSTRUCTIONS },
});
