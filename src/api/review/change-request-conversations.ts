// Conversations with the AI agent about a change request.
import type { Static } from '@sinclair/typebox';
import { ChangeRequestRef, DateTime, operation, Paging, pageOf, Type } from '../schema.ts';

const { Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;

export const AgentConversation = Obj({
  object: Literal('agent-conversation'),
  id: Str(),
  title: Optional(Str()),
  shared: Bool(),
  changeRequest: Optional(Str()),
  createdAt: DateTime(),
  updatedAt: DateTime(),
});
export type AgentConversation = Static<typeof AgentConversation>;

const AgentConversationRef = Obj({
  ...ChangeRequestRef.properties,
  conversationId: Str({ description: 'conversation' }),
});
const newer = 'agent conversations';

export const listAgentConversations = operation('changeRequestConversations.list', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conversations',
  summary: 'List the AI conversations about a change request',
  params: ChangeRequestRef,
  query: Obj({ ...Paging }),
  result: pageOf(AgentConversation),
  paging: 'pages',
  newer,
});

export const updateAgentConversation = operation('changeRequestConversations.update', {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conversations/{conversationId}',
  summary: 'Rename an AI conversation about a change request',
  params: AgentConversationRef,
  body: Obj({ title: Str({ description: 'new title' }) }),
  result: AgentConversation,
  newer,
});

export const deleteAgentConversation = operation('changeRequestConversations.delete', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conversations/{conversationId}',
  summary: 'Delete an AI conversation about a change request',
  params: AgentConversationRef,
  success: [205],
  newer,
});
