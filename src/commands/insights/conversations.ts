// docs conversations: support conversations, and what they are about.
import {
  getConversationIssue,
  listConversationIssues,
  listIssuesClusters,
} from '../../api/insights/conversation-issues.ts';
import { getConversation, ingestConversations, listConversations } from '../../api/insights/conversations.ts';
import { command, group, subgroup } from '../../engine/model/command.ts';
import { filled } from '../../output/fill-template.ts';
import { readConversations, sayIngested } from './conversation-input.ts';

const ISSUE = ['issue.id', 'issue.title', 'issue.cluster', 'conversation.id', 'issue.createdAt'] as const;

const names = { 'issue.cluster': 'clusterId' };
const labels = { 'issue.id': 'issue id', 'conversation.id': 'conversation id' };
const table = ['issue.title', 'issue.cluster', 'issue.createdAt', 'conversation.id', 'issue.id'] as const;

const issues = subgroup(
  'issues',
  'Show issues found in conversations',
  [
    command('list', listConversationIssues, {
      idField: 'issue.id',
      columns: ISSUE,
      table,
      labels,
      names,
      refs: { cluster: 'clusterId' },
      examples: ['docs conversations issues list'],
    }),
    command('get', getConversationIssue, {
      idField: 'issue.id',
      args: ['issueId'],
      columns: [...ISSUE, 'issue.summary', 'conversation.subject'],
      labels,
      names,
      examples: ['docs conversations issues get gUPtDTAB2LzFXw9eFlGF'],
    }),
  ],
  [
    ['List what people ask about', 'docs conversations issues list'],
    ['Show one issue with its conversations', 'docs conversations issues get gUPtDTAB2LzFXw9eFlGF'],
  ],
);

export default group(
  'conversations',
  'Read and ingest support conversations',
  [
    command('list', listConversations, {
      columns: ['id', 'subject', 'source', 'createdAt', 'processedAt'],
      examples: [
        ['List all conversations', 'docs conversations list'],
        ['Only those that came by email', 'docs conversations list --source email'],
      ],
    }),
    command('get', getConversation, {
      idField: 'conversation.id',
      labels: { 'conversation.id': 'id' },
      args: ['conversationId'],
      columns: ['conversation.id', 'conversation.subject', 'conversation.source', 'metadata.url', 'parts'],
      present: (found) =>
        'parts' in found
          ? { ...found, parts: found.parts.map(({ role, body }) => filled`${role}: ${body}`) }
          : found,
      examples: ['docs conversations get ticket-1041'],
    }),
    command('ingest', ingestConversations, {
      args: ['body?'],
      prepare: readConversations,
      send: sayIngested,
      examples: ['docs conversations ingest tickets.ndjson'],
      notes:
        'Takes a file with one conversation, an array, or one per line (.ndjson); - reads stdin. Requires an installation token: the platform may refuse a personal token.',
    }),
    command('clusters', listIssuesClusters, {
      columns: ['id', 'label', 'stats.issues', 'stats.conversations', 'weeklyPulse', 'updatedAt'],
      examples: [
        ['List all clusters', 'docs conversations clusters'],
        ['Those with the most issues first', 'docs conversations clusters --order-by issues'],
      ],
    }),
    issues,
  ],
  [
    ['List conversations from email', 'docs conversations list --source email'],
    ['Show the largest clusters of issues', 'docs conversations clusters --order-by issues'],
  ],
);
