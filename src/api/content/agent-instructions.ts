// What an organization tells its agents.
import { resource } from '../schema.ts';
import * as wire from './agent-instructions.generated.ts';

const op = resource('agentInstructions');
export const getAgentInstructions = op('get', 'Show the instructions for AI agents', {
  ...wire.getOrganizationAgentInstructions,
});
export const setAgentInstructions = op('set', 'Replace the instructions for AI agents', {
  ...wire.updateOrganizationAgentInstructions,
});
