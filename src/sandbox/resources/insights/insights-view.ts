// Support conversations, questions of visitors and records, as the platform shows them.
import type { ContextRecord } from '../../../api/insights/context-connections.generated.ts';
import type {
  Conversation,
  ConversationIssue,
  ConversationsIssuesCluster as IssuesCluster,
} from '../../../api/insights/conversations.generated.ts';
import { PULSE_WEEKS } from '../../../api/insights/conversations.ts';
import type { SiteQuestion, SiteQuestionStats } from '../../../api/insights/question-shapes.generated.ts';
import type { SiteQuestionAnswerSource as AnswerSource } from '../../../api/insights/questions.generated.ts';
import type { Database } from '../../db/database.ts';
import type { ContextRecordRow } from '../../db/insights/context.ts';
import {
  type ClusterRow,
  type ConversationRow,
  conversations,
  type IssueRow,
  type SiteAnswerRow,
  type SiteQuestionRow,
  type Source,
} from '../../db/insights/insights.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { appUrl, locationUrl, sitePartUrl } from '../../urls.ts';
import { notFound } from '../../wire-error.ts';
import { middleOf, readWords, weighted } from './conversations-rules.ts';

export function conversationView(sandbox: Sandbox, row: ConversationRow): Conversation {
  const { url } = row.metadata;
  return {
    object: 'conversation',
    id: row.id,
    ...(row.subject !== null && { subject: row.subject }),
    createdAt: row.createdAt,
    ...(row.processedAt !== null && { processedAt: row.processedAt }),
    source: row.source,
    urls: {
      location: locationUrl(
        sandbox,
        `/v1/orgs/${row.organization}/conversations/${encodeURIComponent(row.id)}`,
      ),
      ...(url !== undefined && { source: url }),
    },
  };
}

/** An issue with the conversation it was found in. */
export function issueView(sandbox: Sandbox, row: IssueRow) {
  const conversation = conversations(sandbox.db).find({
    organization: row.organization,
    id: row.conversation,
  });
  if (!conversation) throw notFound('conversation', row.conversation);
  const issue: ConversationIssue = {
    object: 'conversation-issue',
    id: row.id,
    title: row.title,
    summary: row.summary,
    createdAt: row.createdAt,
    ingestedAt: row.ingestedAt,
    conversation: row.conversation,
    cluster: row.cluster,
    urls: { location: locationUrl(sandbox, `/v1/orgs/${row.organization}/conversations-issues/${row.id}`) },
  };
  return { issue, conversation: conversationView(sandbox, conversation) };
}

type ShownIssue = Pick<IssueRow, 'conversation' | 'createdAt' | 'words'> & { source: string };

export function clusterView(sandbox: Sandbox, row: ClusterRow): IssuesCluster {
  const issues = sandbox.db.all<ShownIssue>(
    `SELECT i.conversation, i.createdAt, i.words, c.source FROM conversationIssues i
     JOIN conversations c ON c.organization = i.organization AND c.id = i.conversation WHERE i.cluster = ?`,
    row.id,
  );
  return {
    object: 'issues-cluster',
    id: row.id,
    label: row.label,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    icon: 'comments',
    summary: `about ${tellingWords(issues).join(', ')}`,
    weeklyPulse: pulseOf(issues, sandbox.now()),
    sources: countBy(issues.map(({ source }) => source)),
    stats: {
      issues: issues.length,
      conversations: new Set(issues.map(({ conversation }) => conversation)).size,
      ...tasksOf(sandbox.db, row.id),
    },
    urls: {
      location: locationUrl(sandbox, `/v1/orgs/${row.organization}/conversations-clusters/${row.id}`),
      app: appUrl(sandbox, `/o/${row.organization}/conversations/${row.id}`),
    },
  };
}

const WORDS_TOLD = 5;

function tellingWords(issues: readonly ShownIssue[]): string[] {
  const middle = middleOf(issues.map(({ words }) => weighted(readWords(words), () => 1)));
  return [...middle]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, WORDS_TOLD)
    .map(([word]) => word);
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** What was made by week, the week that ends now last. */
function pulseOf(issues: readonly { createdAt: string }[], now: Date): number[] {
  const pulse = new Array<number>(PULSE_WEEKS).fill(0);
  for (const { createdAt } of issues) {
    const weeksAgo = Math.max(0, Math.floor((now.getTime() - Date.parse(createdAt)) / WEEK_MS));
    const at = PULSE_WEEKS - 1 - weeksAgo;
    if (at >= 0) pulse[at] = (pulse[at] ?? 0) + 1;
  }
  return pulse;
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** The tasks of a cluster are the change requests that were made for it. */
function tasksOf(db: Database, cluster: string) {
  const rows = db.all<{ status: string; n: number }>(
    'SELECT status, count(*) AS n FROM change_requests WHERE conversationsIssuesCluster = ? GROUP BY status',
    cluster,
  );
  const of = (status: string) => rows.find((row) => row.status === status)?.n ?? 0;
  return {
    tasksTotal: rows.reduce((sum, { n }) => sum + n, 0),
    tasksBacklog: of('draft'),
    tasksStarted: of('open'),
    tasksCompleted: of('merged'),
    tasksCancelled: of('archived'),
  };
}

/** Counts the answers to some questions. */
export function questionStats(
  call: Call,
  questions: readonly SiteQuestionRow[],
  answers: readonly SiteAnswerRow[],
): SiteQuestionStats {
  const of = <K extends 'answered' | 'relevance' | 'rating'>(field: K, value: SiteAnswerRow[K]) =>
    answers.filter((answer) => answer[field] === value).length;
  const typed = (type: SiteQuestion['type']) => questions.filter((one) => one.type === type).length;
  return {
    total: questions.length,
    answers: answers.length,
    feedback: { positive: of('rating', 1), negative: of('rating', -1), unrated: of('rating', null) },
    answered: {
      yes: of('answered', 'yes'),
      partially: of('answered', 'partially'),
      no: of('answered', 'no'),
    },
    relevance: {
      relevant: of('relevance', 'relevant'),
      spam: of('relevance', 'spam'),
      'off-topic': of('relevance', 'off-topic'),
      unclear: of('relevance', 'unclear'),
    },
    types: {
      exploring: typed('exploring'),
      'how-to': typed('how-to'),
      troubleshooting: typed('troubleshooting'),
      reference: typed('reference'),
      unknown: typed('unknown'),
    },
    channelTypes: countBy(answers.map(({ channel }) => channel)),
    channels: {},
    weeklyPulse: pulseOf(answers, call.now()),
  };
}

/** A question with the answers that count, the oldest first. */
export function questionView(
  call: Call,
  organization: string,
  row: SiteQuestionRow,
  answers: readonly SiteAnswerRow[],
): SiteQuestion {
  return {
    object: 'site-question',
    id: row.id,
    question: row.question,
    type: row.type,
    createdAt: row.createdAt,
    askedAt: answers.at(-1)?.createdAt ?? row.createdAt,
    stats: questionStats(call, [row], answers),
    urls: { location: sitePartUrl(call, { organization, id: row.site }, `questions/${row.id}`) },
  };
}

export const sourceView = (call: Call, { space, revision, page, title, weight }: Source): AnswerSource => ({
  object: 'site-question-answer-source',
  id: page,
  type: 'page',
  ...{ space, revision, page, title, weight },
  urls: { location: locationUrl(call, `/v1/spaces/${space}/content/page/${page}`) },
});

export type ShownRecord = ContextRecordRow & { connector: string };

/** Where records and their connectors are read from. */
export const RECORDS = 'contextRecords r JOIN contextConnections c ON c.id = r.connection';

export function recordView(sandbox: Sandbox, site: SiteRow, row: ShownRecord): ContextRecord {
  return {
    object: 'context-record',
    id: row.id,
    title: row.title,
    ...(row.description !== null && { description: row.description }),
    type: row.type,
    createdAt: row.createdAt,
    processedAt: row.processedAt,
    connection: row.connection,
    connector: row.connector,
    topics: row.topic === null ? [] : [row.topic],
    urls: {
      location: sitePartUrl(sandbox, site, `context-records/${row.id}`),
      ...(row.url !== null && { source: row.url }),
    },
  };
}
