// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, DateTime, Enum, Literal, Num, Obj, Optional, Paging, RecordOf, Str, Union, Uri, pageOf } =
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
