// Conversations, issues and clusters as the platform shows them. Counts are counted, not kept.

import type {
  ConversationIssue,
  ConversationsIssuesCluster as IssuesCluster,
} from '../../../api/insights/conversation-issues.generated.ts';
import { PULSE_WEEKS } from '../../../api/insights/conversation-issues.ts';
import type { Conversation } from '../../../api/insights/conversations.generated.ts';
import { readWords } from '../../actions/insights/conversations/ingest.ts';
import { middleOf, weighted } from '../../actions/insights/conversations/words.ts';
import type { Database } from '../../db/database.ts';
import {
  type ClusterRow,
  type ConversationRow,
  conversations,
  type IssueRow,
} from '../../db/insights/insights.ts';
import type { Sandbox } from '../../sandbox.ts';
import { appUrl, locationUrl } from '../../urls.ts';
import { notFound } from '../../wire-error.ts';

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
export function pulseOf(issues: readonly { createdAt: string }[], now: Date): number[] {
  const pulse = new Array<number>(PULSE_WEEKS).fill(0);
  for (const { createdAt } of issues) {
    const weeksAgo = Math.max(0, Math.floor((now.getTime() - Date.parse(createdAt)) / WEEK_MS));
    const at = PULSE_WEEKS - 1 - weeksAgo;
    if (at >= 0) pulse[at] = (pulse[at] ?? 0) + 1;
  }
  return pulse;
}

export function countBy(names: readonly string[]): Record<string, number> {
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
