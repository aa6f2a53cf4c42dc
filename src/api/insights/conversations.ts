// Support conversations, and what they are about.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, OrganizationRef, operation, Paging, pageOf, Type } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Union, Record: RecordOf } = Type;

export const Conversation = Obj({
  object: Literal('conversation'),
  id: Str(),
  subject: Optional(Str({ maxLength: 512 })),
  createdAt: DateTime(),
  processedAt: Optional(DateTime()),
  /** `email`, or `integration:<name>:<id>` (src/api/README.md#conversations). */
  source: Str(),
  urls: Obj({ location: Str(), source: Optional(Str()) }),
});
export type Conversation = Static<typeof Conversation>;

export const ConversationPart = Obj({
  type: Enum(['message']),
  role: Enum(['user', 'assistant', 'team-member']),
  body: Str(),
});
export type ConversationPart = Static<typeof ConversationPart>;

export const ConversationMetadata = Obj({
  url: Optional(Str()),
  attributes: Optional(RecordOf(Str(), Str())),
  createdAt: Optional(DateTime()),
});
export type ConversationMetadata = Static<typeof ConversationMetadata>;

export const ConversationInput = Obj({
  id: Str({ minLength: 1, maxLength: 255 }),
  subject: Optional(Str({ maxLength: 512 })),
  parts: ArrayOf(ConversationPart),
  metadata: Optional(ConversationMetadata),
});
export type ConversationInput = Static<typeof ConversationInput>;

export const ConversationRef = Obj({
  organizationId: Str({ description: 'organization' }),
  conversationId: Str({ description: 'conversation' }),
});

export const listConversations = operation('conversations.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations',
  summary: 'List the conversations in an organization',
  params: OrganizationRef,
  query: Obj({ ...Paging, source: Optional(Str({ description: 'only conversations from this source' })) }),
  result: pageOf(Conversation),
  paging: 'pages',
});

export const ingestConversations = operation('conversations.ingest', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/conversations',
  summary: 'Ingest conversations for analysis',
  params: OrganizationRef,
  // One, or a list of them (src/api/README.md#conversations).
  body: Union([ConversationInput, ArrayOf(ConversationInput)]),
  success: [204],
  token: 'installation',
  large: true,
});

export const getConversation = operation('conversations.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations/{conversationId}',
  summary: 'Show a conversation and its messages',
  params: ConversationRef,
  result: Obj({
    conversation: Conversation,
    parts: ArrayOf(ConversationPart),
    metadata: ConversationMetadata,
  }),
  errors: [404],
});
