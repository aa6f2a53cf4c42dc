// Issues found in conversations, and clusters of issues that are alike.
import type { Static } from '@sinclair/typebox';
import { Count, DateTime, Enum, OrganizationRef, operation, Paging, pageOf, Type } from '../schema.ts';
import { Conversation } from './conversations.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Number: Num, Record: RecordOf } = Type;

/** The past three months by week. */
export const PULSE_WEEKS = 13;

export const IssuesCluster = Obj({
  object: Literal('issues-cluster'),
  id: Str(),
  label: Str(),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  icon: Str({ maxLength: 50 }),
  summary: Str(),
  weeklyPulse: ArrayOf(Num(), { minItems: PULSE_WEEKS, maxItems: PULSE_WEEKS }),
  sources: RecordOf(Str(), Num()),
  stats: Obj({
    issues: Count(),
    conversations: Count(),
    tasksTotal: Count(),
    tasksBacklog: Count(),
    tasksStarted: Count(),
    tasksCompleted: Count(),
    tasksCancelled: Count(),
  }),
  urls: Obj({ location: Str(), app: Str() }),
});
export type IssuesCluster = Static<typeof IssuesCluster>;

export const ConversationIssue = Obj({
  object: Literal('conversation-issue'),
  id: Str(),
  title: Str(),
  summary: Str(),
  createdAt: DateTime(),
  ingestedAt: DateTime(),
  conversation: Str(),
  cluster: Optional(Str()),
  urls: Obj({ location: Str() }),
});
export type ConversationIssue = Static<typeof ConversationIssue>;

const IssueWithConversation = Obj({ issue: ConversationIssue, conversation: Conversation });

export const CLUSTER_ORDERS = [
  'updatedAt',
  'issues',
  'conversations',
  'tasksTotal',
  'tasksBacklog',
  'tasksStarted',
] as const;

export const listIssuesClusters = operation('conversationIssues.clusters', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations-clusters',
  summary: 'List clusters of issues found in conversations',
  lists: { param: 'clusterId', noun: 'issues cluster', names: ['label'] },
  params: OrganizationRef,
  query: Obj({
    ...Paging,
    order: Optional(Enum(['asc', 'desc'], { description: 'sort order', default: 'desc' })),
    orderBy: Optional(Enum(CLUSTER_ORDERS, { description: 'sort key', default: 'updatedAt' })),
    status: Optional(Enum(['pending', 'analysing'], { description: 'only clusters in this state' })),
  }),
  result: pageOf(IssuesCluster),
  paging: 'pages',
  errors: [404],
});

export const listConversationIssues = operation('conversationIssues.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations-issues',
  summary: 'List issues found in conversations',
  params: OrganizationRef,
  query: Obj({
    ...Paging,
    cluster: Optional(Str({ description: 'only issues in this cluster' })),
    conversation: Optional(Str({ description: 'only issues in this conversation' })),
  }),
  result: pageOf(IssueWithConversation),
  paging: 'pages',
});

export const getConversationIssue = operation('conversationIssues.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations-issues/{issueId}',
  summary: 'Show an issue found in a conversation',
  params: Obj({
    organizationId: Str({ description: 'organization' }),
    issueId: Str({ description: 'issue' }),
  }),
  result: IssueWithConversation,
  errors: [404],
});
