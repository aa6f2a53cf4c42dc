// Support conversations, and what they are about.
import { builders, resource } from '../schema.ts';
import * as wire from './conversations.generated.ts';
import { ConversationInput } from './conversations.generated.ts';

const { ArrayOf, Union } = builders;
const op = resource('conversations');
export const listConversations = op('list', 'List the conversations in an organization', {
  ...wire.listConversations,
  says: { source: 'only conversations from this source' },
});
export const ingestConversations = op('ingest', 'Ingest conversations for analysis', {
  ...wire.ingestConversation,
  // One, or a list of them.
  body: Union([ConversationInput, ArrayOf(ConversationInput)]),
  large: true,
});
export const getConversation = op('get', 'Show a conversation and its messages', wire.getConversationById);
