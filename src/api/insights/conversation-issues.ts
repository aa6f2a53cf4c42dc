// Issues found in conversations, and clusters of issues that are alike.
import { resource } from '../schema.ts';
import * as wire from './conversation-issues.generated.ts';

/** The past three months by week. */
export const PULSE_WEEKS = 13;

const op = resource('conversationIssues');
export const listIssuesClusters = op('clusters', 'List clusters of issues found in conversations', {
  ...wire.listConversationsIssuesClusters,
  lists: { param: 'clusterId', noun: 'issues cluster', names: ['label'] },
  says: { orderBy: 'sort key', status: 'only clusters in this state' },
});
export const listConversationIssues = op('list', 'List issues found in conversations', {
  ...wire.listConversationsIssues,
  says: { cluster: 'only issues in this cluster', conversation: 'only issues in this conversation' },
});
export const getConversationIssue = op('get', 'Show an issue found in a conversation', {
  ...wire.getConversationIssueById,
});
