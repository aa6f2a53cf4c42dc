// Support conversations, and what they are about.
import type { Static } from '@sinclair/typebox';
import { resource, Type } from '../schema.ts';
import * as wire from './conversations.generated.ts';

const { Array: ArrayOf, Union } = Type;
export const Conversation = wire.Conversation;
export type Conversation = Static<typeof Conversation>;

export const ConversationPart = wire.ConversationPart;
export type ConversationPart = Static<typeof ConversationPart>;

export const ConversationMetadata = wire.ConversationMetadata;
export type ConversationMetadata = Static<typeof ConversationMetadata>;

export const ConversationInput = wire.ConversationInput;
export type ConversationInput = Static<typeof ConversationInput>;

const op = resource('conversations');

export const listConversations = op('list', 'List the conversations in an organization', {
  ...wire.listConversations,
  says: { source: 'only conversations from this source' },
});
export const ingestConversations = op('ingest', 'Ingest conversations for analysis', {
  ...wire.ingestConversation,
  // One, or a list of them (src/api/README.md#conversations).
  body: Union([ConversationInput, ArrayOf(ConversationInput)]),
  token: 'installation',
  large: true,
});
export const getConversation = op('get', 'Show a conversation and its messages', {
  ...wire.getConversationById,
});
