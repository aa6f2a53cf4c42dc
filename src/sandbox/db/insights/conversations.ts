// Support conversations, the issues found in them, and clusters of issues that are alike.

import type {
  ConversationMetadata,
  ConversationPart,
} from '../../../api/insights/conversations.generated.ts';
import { json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const conversations = table(
  'conversations',
  {
    organization: partOf('organizations'),
    id: text(),
    subject: textOrNull(),
    source: text(),
    parts: json<ConversationPart[]>(),
    metadata: json<ConversationMetadata>(),
    createdAt: text(),
    processedAt: textOrNull(),
  },
  { keys: ['organization', 'id'] },
);
export type ConversationRow = RowOf<typeof conversations>;

export const issuesClusters = table('issuesClusters', {
  id: key(),
  organization: partOf('organizations'),
  label: text(),
  createdAt: text(),
  updatedAt: text(),
});
export type ClusterRow = RowOf<typeof issuesClusters>;

export const conversationIssues = table(
  'conversationIssues',
  {
    id: key(),
    organization: text(),
    conversation: text(),
    cluster: text('REFERENCES issuesClusters(id)'),
    title: text(),
    summary: text(),
    /** JSON: how often it has each word. */
    words: text(),
    createdAt: text(),
    ingestedAt: text(),
  },
  {
    rest: [
      'FOREIGN KEY (organization, conversation) REFERENCES conversations (organization, id) ON DELETE CASCADE',
    ],
    indexes: [
      'CREATE INDEX conversationIssues_by_conversation ON conversationIssues (organization, conversation)',
      'CREATE INDEX conversationIssues_by_cluster ON conversationIssues (cluster)',
    ],
  },
);
export type IssueRow = RowOf<typeof conversationIssues>;
