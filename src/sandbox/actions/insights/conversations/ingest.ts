// Takes conversations in. Issues are put, in the order they come, into the cluster they are most like (leader
// clustering over TF-IDF vectors, by the cosine), or begin one of their own. No word is sent anywhere.
import type { ConversationInput } from '../../../../api/insights/conversations.ts';
import { conversationStore, type IssueRow } from '../../../db/insights/conversations.ts';
import { newId } from '../../../ids.ts';
import type { Call } from '../../../sandbox.ts';
import { type FoundIssue, findIssues } from './find-issues.ts';
import { addTo, likeness, unit, type Vector, weighted, weightsOf } from './words.ts';

/** Issues at least as like as this belong together; found by trying on real questions. */
const TOGETHER = 0.28;

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

interface Member {
  cluster: string;
  words: Vector;
}

function clusterIssues(call: Call, organization: string, inputs: readonly ConversationInput[]): void {
  const store = conversationStore(call.db);
  const known: Member[] = store
    .issues(organization)
    .map(({ cluster, words }) => ({ cluster, words: readWords(words) }));
  const found = inputs.flatMap((input) =>
    findIssues(input).map((issue) => ({ issue, conversation: input.id })),
  );
  const weight = weightsOf([...known, ...found.map(({ issue }) => issue)].map(({ words }) => words));
  const sums = new Map<string, Map<string, number>>();
  for (const { cluster, words } of known) {
    sums.set(cluster, addTo(sums.get(cluster) ?? new Map(), weighted(words, weight)));
  }
  const middles = new Map([...sums].map(([id, sum]) => [id, unit(sum)]));
  for (const { issue, conversation } of found) {
    const vector = weighted(issue.words, weight);
    const nearest = nearestOf(middles, vector);
    const cluster = nearest ?? addCluster(call, organization, issue);
    const sum = addTo(sums.get(cluster) ?? new Map(), vector);
    sums.set(cluster, sum);
    middles.set(cluster, unit(sum));
    store.insertIssue(issueRow(call, { organization, conversation, cluster, issue }));
    store.touchCluster(cluster, call.now().toISOString());
  }
}

function nearestOf(middles: ReadonlyMap<string, Vector>, vector: Vector): string | undefined {
  let best: string | undefined;
  let most = TOGETHER;
  for (const [id, middle] of middles) {
    const alike = likeness(middle, vector);
    if (alike < most) continue;
    best = id;
    most = alike;
  }
  return best;
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
