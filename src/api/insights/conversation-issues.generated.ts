// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Conversation } from './conversations.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, DateTime, Enum, Literal, Num, Obj, Optional, Paging, RecordOf, Str, Uri, pageOf } = builders;

export const ConversationIssue = Obj({
  object: Literal('conversation-issue'),
  id: Str(),
  title: Str(),
  summary: Str(),
  createdAt: DateTime(),
  ingestedAt: DateTime(),
  conversation: Str(),
  cluster: Optional(Str()),
  urls: Obj({ location: Uri() }),
});
export type ConversationIssue = Static<typeof ConversationIssue>;

export const ConversationsIssuesCluster = Obj({
  object: Literal('issues-cluster'),
  id: Str(),
  label: Str(),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  icon: Str({ maxLength: 50 }),
  summary: Str(),
  weeklyPulse: ArrayOf(Num(), { minItems: 13, maxItems: 13 }),
  sources: RecordOf(Str(), Num()),
  stats: Obj({
    issues: Num(),
    conversations: Num(),
    tasksTotal: Num(),
    tasksBacklog: Num(),
    tasksStarted: Num(),
    tasksCompleted: Num(),
    tasksCancelled: Num(),
  }),
  urls: Obj({ location: Uri(), app: Uri() }),
});
export type ConversationsIssuesCluster = Static<typeof ConversationsIssuesCluster>;

export const listConversationsIssuesClusters = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations-clusters',
  query: Obj({
    ...Paging,
    order: Optional(Enum(['asc', 'desc'], { default: 'desc' })),
    orderBy: Optional(
      Enum(['updatedAt', 'issues', 'conversations', 'tasksTotal', 'tasksBacklog', 'tasksStarted'], {
        default: 'updatedAt',
      }),
    ),
    status: Optional(Enum(['pending', 'analysing'])),
  }),
  result: pageOf(ConversationsIssuesCluster),
  errors: [404],
  paging: 'pages',
  only: '0.146.0',
} as const;

export const listConversationsIssues = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations-issues',
  query: Obj({ ...Paging, cluster: Optional(Str()), conversation: Optional(Str()) }),
  result: pageOf(Obj({ issue: ConversationIssue, conversation: Conversation })),
  paging: 'pages',
  only: '0.146.0',
} as const;

export const getConversationIssueById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations-issues/{issueId}',
  result: Obj({ issue: ConversationIssue, conversation: Conversation }),
  errors: [404],
  only: '0.146.0',
} as const;
