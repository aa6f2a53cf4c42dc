// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, DateTime, Enum, Literal, Obj, Optional, Paging, RecordOf, Str, Union, Uri, pageOf } =
  builders;

export const Conversation = Obj({
  object: Literal('conversation'),
  id: Str(),
  subject: Optional(Str()),
  createdAt: DateTime(),
  processedAt: Optional(DateTime()),
  source: Str(),
  urls: Obj({ location: Uri(), source: Optional(Uri()) }),
});
export type Conversation = Static<typeof Conversation>;

export const ConversationMetadata = Obj({
  url: Optional(Str()),
  attributes: Optional(RecordOf(Str(), Str())),
  createdAt: Optional(DateTime()),
});
export type ConversationMetadata = Static<typeof ConversationMetadata>;

export const ConversationPart = Obj({
  type: Literal('message'),
  role: Enum(['user', 'assistant', 'team-member']),
  body: Str(),
});
export type ConversationPart = Static<typeof ConversationPart>;

export const ConversationInput = Obj({
  id: Str({ minLength: 1, maxLength: 255 }),
  metadata: Optional(ConversationMetadata),
  subject: Optional(Str({ maxLength: 512 })),
  parts: ArrayOf(ConversationPart),
});
export type ConversationInput = Static<typeof ConversationInput>;

export const listConversations = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations',
  query: Obj({ ...Paging, source: Optional(Str()) }),
  result: pageOf(Conversation),
  paging: 'pages',
  only: '0.146.0',
} as const;

export const ingestConversation = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/conversations',
  body: Union([ConversationInput, ArrayOf(ConversationInput)]),
  success: [204],
  token: 'installation',
  only: '0.146.0',
} as const;

export const getConversationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations/{conversationId}',
  result: Obj({
    conversation: Conversation,
    parts: ArrayOf(ConversationPart),
    metadata: ConversationMetadata,
  }),
  errors: [404],
  only: '0.146.0',
} as const;
