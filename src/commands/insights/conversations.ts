// docs conversations: support conversations, and what they are about.
import { ConversationInput } from '../../api/insights/conversations.generated.ts';
import * as conversations from '../../api/insights/conversations.ts';
import { command, group, subgroup } from '../../engine/model/command.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { printOutcome } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { filled } from '../../output/columns.ts';
import { plural } from '../../output/format.ts';
import { done } from '../../output/note.ts';
import { readItems } from './item-file.ts';

const ISSUE = ['issue.id', 'issue.title', 'issue.cluster', 'conversation.id', 'issue.createdAt'] as const;

const names = { 'issue.cluster': 'clusterId' };
const labels = { 'issue.id': 'issue id', 'conversation.id': 'conversation id' };
const table = ['issue.title', 'issue.cluster', 'issue.createdAt', 'conversation.id', 'issue.id'] as const;

const issues = subgroup(
  'issues',
  'Show issues found in conversations',
  [
    command('list', conversations.listConversationIssues, {
      idField: 'issue.id',
      columns: ISSUE,
      table,
      labels,
      names,
      refs: { cluster: 'clusterId' },
      examples: ['docs conversations issues list'],
    }),
    command('get', conversations.getConversationIssue, {
      idField: 'issue.id',
      args: ['issueId'],
      columns: [...ISSUE, 'issue.summary', 'conversation.subject'],
      labels,
      names,
      examples: ['docs conversations issues get gUPtDTAB2LzFXw9eFlGF'],
    }),
  ],
  [
    ['List what people ask about', 'list'],
    ['Show one issue with its conversations', 'get'],
  ],
);

export default group(
  'conversations',
  'Read and ingest support conversations',
  [
    command('list', conversations.listConversations, {
      columns: ['id', 'subject', 'source', 'createdAt', 'processedAt'],
      examples: [
        ['List all conversations', 'docs conversations list'],
        ['Only those that came by email', 'docs conversations list --source email'],
      ],
    }),
    command('get', conversations.getConversation, {
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
    command('ingest', conversations.ingestConversations, {
      args: ['body?'],
      prepare: readConversations,
      send: sayIngested,
      examples: ['docs conversations ingest tickets.ndjson'],
      notes:
        'Takes a file with one conversation, an array, or one per line (.ndjson); - reads stdin. Requires an installation token: the platform may refuse a personal token.',
    }),
    command('clusters', conversations.listIssuesClusters, {
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

// The file of docs conversations ingest: one conversation, a list, or one a line.

/** Puts what the file holds into the body. Throws UsageError naming the line that is no JSON. */
async function readConversations(run: Run): Promise<void> {
  const read = await readItems(run, {
    noun: 'conversation',
    schema: ConversationInput,
    example: 'tickets.ndjson',
  });
  if (!read) return;
  const { items, isList } = read;
  run.input = { ...run.input, body: isList || items.length > 1 ? items : items[0] };
}

async function sayIngested(run: Run): Promise<void> {
  const { body } = run.input;
  const count = Array.isArray(body) ? body.length : 1;
  const client = await run.client();
  await withReferences(run, (input) =>
    // Safe: readInput has checked the body against this operation.
    client.call(
      conversations.ingestConversations,
      input as Parameters<typeof client.call<typeof conversations.ingestConversations>>[1],
    ),
  );
  await printOutcome(run, 'ingested');
  done(run.context.io, `ingested ${plural(count, 'conversation')}`);
}
