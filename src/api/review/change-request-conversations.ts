// Conversations with the AI agent about a change request.
import type { Static } from '@sinclair/typebox';
import { ChangeRequestRef, operation, Type } from '../schema.ts';
import * as wire from './change-request-conversations.generated.ts';

const { Object: Obj, String: Str } = Type;

export const AgentConversation = wire.AgentConversation;
export type AgentConversation = Static<typeof AgentConversation>;

const AgentConversationRef = Obj({
  ...ChangeRequestRef.properties,
  conversationId: Str({ description: 'conversation' }),
});
const newer = 'agent conversations';

export const listAgentConversations = operation('changeRequestConversations.list', {
  ...wire.listChangeRequestConversations,
  summary: 'List the AI conversations about a change request',
  params: ChangeRequestRef,
  newer,
});

export const updateAgentConversation = operation('changeRequestConversations.update', {
  ...wire.updateChangeRequestConversation,
  summary: 'Rename an AI conversation about a change request',
  params: AgentConversationRef,
  newer,
  says: { title: 'new title' },
});

export const deleteAgentConversation = operation('changeRequestConversations.delete', {
  ...wire.deleteChangeRequestConversation,
  summary: 'Delete an AI conversation about a change request',
  params: AgentConversationRef,
  newer,
});
