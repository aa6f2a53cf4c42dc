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

/** The past three months by week. */
export const PULSE_WEEKS = 13;

const issueOp = resource('conversationIssues');
export const listIssuesClusters = issueOp('clusters', 'List clusters of issues found in conversations', {
  ...wire.listConversationsIssuesClusters,
  lists: { param: 'clusterId', noun: 'issues cluster', names: ['label'] },
  says: { orderBy: 'sort key', status: 'only clusters in this state' },
});
export const listConversationIssues = issueOp('list', 'List issues found in conversations', {
  ...wire.listConversationsIssues,
  says: { cluster: 'only issues in this cluster', conversation: 'only issues in this conversation' },
});
export const getConversationIssue = issueOp('get', 'Show an issue found in a conversation', {
  ...wire.getConversationIssueById,
});
