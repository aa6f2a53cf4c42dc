// Takes conversations in. Issues are put, in the order they come, into the cluster they are most like, or begin one of
// their own.

import type { ConversationInput } from '../../../../api/insights/conversations.generated.ts';
import {
  conversationIssues,
  conversations,
  type IssueRow,
  issuesClusters,
} from '../../../db/insights/insights.ts';
import { newId } from '../../../ids.ts';
import type { Call } from '../../../sandbox.ts';
import { clusters } from '../clusters.ts';
import { likeness, type Vector, weighted, wordsOf } from './words.ts';

// What a conversation is about: an issue for its first message, and one for every later one that says something else.

interface FoundIssue {
  title: string;
  summary: string;
  words: Vector;
}

const TITLE_LENGTH = 80;
const SUMMARY_LENGTH = 280;
/** A message with fewer words that tell something is an answer, not an issue. */
const FEWEST_WORDS = 3;
/** Above this, a message goes on about what was said before. */
const SAME = 0.25;
const MOST_ISSUES = 5;

/** Takes what users wrote; team members and assistants raise no issues. */
function findIssues({ subject = '', parts }: Pick<ConversationInput, 'subject' | 'parts'>): FoundIssue[] {
  const found: FoundIssue[] = [];
  for (const { role, body } of parts) {
    if (role !== 'user' || found.length >= MOST_ISSUES) continue;
    const first = found.length === 0;
    // The subject belongs to what came first.
    const words = wordsOf(first ? `${subject} ${body}` : body);
    if (words.size === 0 || (!first && (words.size < FEWEST_WORDS || isKnown(words, found)))) continue;
    found.push({ title: titleOf(first ? subject : '', body), summary: cut(body, SUMMARY_LENGTH), words });
  }
  return found;
}

const plain = (words: Vector) => weighted(words, () => 1);

const isKnown = (words: Vector, found: readonly FoundIssue[]): boolean =>
  found.some((issue) => likeness(plain(issue.words), plain(words)) >= SAME);

/** The subject, the question that was asked, or the first sentence. */
function titleOf(subject: string, body: string): string {
  if (subject.trim() !== '') return cut(subject, TITLE_LENGTH);
  const sentences = body.match(/[^.!?\n]+[.!?]?/g) ?? [];
  const asked = sentences.find((sentence) => sentence.endsWith('?') && wordsOf(sentence).size > 1);
  return cut(asked ?? sentences.find((sentence) => wordsOf(sentence).size > 1) ?? body, TITLE_LENGTH);
}

function cut(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length <= length
    ? line
    : `${letters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** All or nothing. A conversation that comes again takes the place of what it was. */
export function ingestConversations(
  call: Call,
  organization: string,
  inputs: readonly ConversationInput[],
): void {
  call.db.transaction(() => {
    call.access.requireOrganization(organization, 'ingestConversations');
    const now = call.now().toISOString();
    const store = conversations(call.db);
    for (const { id, subject, parts, metadata = {} } of inputs) {
      const createdAt = metadata.createdAt ?? now;
      // The issues of the one that had its id go with it.
      store.remove({ organization, id });
      store.insert({
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
    call.db.run(
      `DELETE FROM issuesClusters WHERE organization = ?
       AND NOT EXISTS (SELECT 1 FROM conversationIssues i WHERE i.cluster = issuesClusters.id)`,
      organization,
    );
  });
}

/** Where conversations come from. */
const sourceOf = ({ caller }: Call): string =>
  'integration' in caller ? `integration:${caller.integration}:${caller.installation ?? ''}` : 'email';

function clusterIssues(call: Call, organization: string, inputs: readonly ConversationInput[]): void {
  const issues = conversationIssues(call.db);
  const known = issues
    .all({ organization }, 'rowid')
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
    issues.insert(issueRow(call, { organization, conversation, cluster, issue }));
    issuesClusters(call.db).update({ id: cluster }, { updatedAt: call.now().toISOString() });
  }
}

function addCluster(call: Call, organization: string, { title }: FoundIssue): string {
  const now = call.now().toISOString();
  const id = newId();
  issuesClusters(call.db).insert({
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
  const createdAt = conversations(call.db).find({
    organization: place.organization,
    id: place.conversation,
  })?.createdAt;
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
