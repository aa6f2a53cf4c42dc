// Made by npm run contract from version 0.202.0 of the published contract.
import { builders } from '../schema.ts';

const { Bool, DateTime, Literal, Obj, Optional, Paging, Str, pageOf } = builders;

export const AgentConversation = Obj({
  object: Literal('agent-conversation'),
  id: Str(),
  title: Optional(Str()),
  shared: Bool(),
  changeRequest: Optional(Str()),
  createdAt: DateTime(),
  updatedAt: DateTime(),
});

export const listChangeRequestConversations = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conversations',
  query: Obj({ ...Paging }),
  result: pageOf(AgentConversation),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const updateChangeRequestConversation = {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conversations/{conversationId}',
  body: Obj({ title: Str() }),
  result: AgentConversation,
  only: '0.202.0',
} as const;

export const deleteChangeRequestConversation = {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conversations/{conversationId}',
  success: [205],
  only: '0.202.0',
} as const;
