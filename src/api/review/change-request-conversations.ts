// Conversations with the AI agent about a change request.
import { resource } from '../schema.ts';
import * as wire from './change-request-conversations.generated.ts';

const op = resource('changeRequestConversations', { newer: 'agent conversations' });
export const listAgentConversations = op('list', 'List the AI conversations about a change request', {
  ...wire.listChangeRequestConversations,
});
export const updateAgentConversation = op('update', 'Rename an AI conversation about a change request', {
  ...wire.updateChangeRequestConversation,
  says: { title: 'new title' },
});
export const deleteAgentConversation = op('delete', 'Delete an AI conversation about a change request', {
  ...wire.deleteChangeRequestConversation,
});
