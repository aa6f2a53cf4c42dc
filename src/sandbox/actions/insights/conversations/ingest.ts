// Takes conversations in. Issues are put, in the order they come, into the cluster they are most like, or begin one of
// their own.
import type { ConversationInput } from '../../../../api/insights/conversations.ts';
import { conversationStore, type IssueRow } from '../../../db/insights/conversations.ts';
import { newId } from '../../../ids.ts';
import type { Call } from '../../../sandbox.ts';
import { clusters } from '../clusters.ts';
import { type FoundIssue, findIssues } from './find-issues.ts';
import type { Vector } from './words.ts';

/** All or nothing. A conversation that comes again takes the place of what it was. */
export function ingestConversations(
  call: Call,
  organization: string,
  inputs: readonly ConversationInput[],
): void {
  call.db.transaction(() => {
    call.access.requireOrganization(organization, 'ingestConversations');
    const now = call.now().toISOString();
    const store = conversationStore(call.db);
    for (const { id, subject, parts, metadata = {} } of inputs) {
      const createdAt = metadata.createdAt ?? now;
      store.replace({
        organization,
        id,
        subject: subject ?? null,
        source: sourceOf(call),
        parts,
        metadata,
        createdAt: new Date(createdAt).toISOString(),
        processedAt: now,
      });
    }
    // The last one of each id is the one that was kept.
    const kept = new Map(inputs.map((input) => [input.id, input]));
    clusterIssues(call, organization, [...kept.values()]);
    store.removeEmptyClusters(organization);
  });
}

/** Where conversations come from (src/api/README.md#conversations). */
const sourceOf = ({ caller }: Call): string =>
  'integration' in caller ? `integration:${caller.integration}:${caller.installation ?? ''}` : 'email';

function clusterIssues(call: Call, organization: string, inputs: readonly ConversationInput[]): void {
  const store = conversationStore(call.db);
  const known = store
    .issues(organization)
    .map(({ cluster, words }) => ({ group: cluster, words: readWords(words) }));
  const found = inputs.flatMap((input) =>
    findIssues(input).map((issue) => ({ issue, conversation: input.id })),
  );
  const place = clusters(
    known,
    found.map(({ issue }) => issue.words),
  );
  for (const { issue, conversation } of found) {
    const cluster = place(issue.words, () => addCluster(call, organization, issue));
    store.insertIssue(issueRow(call, { organization, conversation, cluster, issue }));
    store.touchCluster(cluster, call.now().toISOString());
  }
}

function addCluster(call: Call, organization: string, { title }: FoundIssue): string {
  const now = call.now().toISOString();
  const id = newId();
  conversationStore(call.db).insertCluster({
    id,
    organization,
    label: title,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

interface Placed {
  organization: string;
  conversation: string;
  cluster: string;
  issue: FoundIssue;
}

function issueRow(call: Call, { issue: { words, title, summary }, ...place }: Placed): IssueRow {
  const createdAt = conversationStore(call.db).row(place.organization, place.conversation)?.createdAt;
  const ingestedAt = call.now().toISOString();
  return {
    id: newId(),
    ...place,
    title,
    summary,
    words: JSON.stringify([...words]),
    createdAt: createdAt ?? ingestedAt,
    ingestedAt,
  };
}

// Written above only.
export const readWords = (text: string): Vector => new Map(JSON.parse(text) as [string, number][]);
