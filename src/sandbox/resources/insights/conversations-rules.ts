// Support conversations: the issues found in them, and clusters of issues that are alike.
import type { ConversationInput } from '../../../api/insights/conversations.generated.ts';
import { normalized } from '../../../files/texts.ts';
import {
  conversationIssues,
  conversations,
  type IssueRow,
  issuesClusters,
} from '../../db/insights/insights.ts';
import type { Call } from '../../sandbox.ts';
import { newId } from '../../urls.ts';

/** How often a text has each word, or how much the word weighs. */
export type Vector = ReadonlyMap<string, number>;

const STOP_WORDS = new Set(
  `a about after again all also am an and any are as at be because been before but by can cannot could did do does
  doing done dont for from get gets getting got had has have having hello help her here hey hi him his how i if in into
  is it its just like me more my need no not now of on one only or our out please she should so some than thank thanks
  that the their them then there these they this those to too try trying up us use used using very want was we were
  what when where which while who why will with would you your`.split(/\s+/),
);

/** The beginning of a text says what it is about. */
const MOST_CHARACTERS = 20_000;

/** The words that tell texts apart: small letters, no accents, no endings, no words every text has. */
export function wordsOf(text: string): Vector {
  const plain = normalized(text.slice(0, MOST_CHARACTERS), 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll("'", '');
  const counts = new Map<string, number>();
  for (const word of plain.match(/[\p{L}\p{N}]{2,40}/gu) ?? []) {
    if (STOP_WORDS.has(word)) continue;
    const stem = stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

/** `invoices`, `invoiced` and `invoicing` are one word. Rough, and the same for every text. */
function stemOf(word: string): string {
  if (word.length < 5) return word;
  const stem = word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ings?|edly|ed|es|s|e)$/, '');
  return stem.length < 3 ? word : stem;
}

/** How much each word tells: little when many texts have it (inverse document frequency). */
export function weightsOf(texts: readonly Vector[]): (word: string) => number {
  const having = new Map<string, number>();
  for (const text of texts) for (const word of text.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  return (word) => 1 + Math.log((1 + texts.length) / (1 + (having.get(word) ?? 0)));
}

/** A vector of length 1, each word by its weight. */
export function weighted(text: Vector, weight: (word: string) => number): Vector {
  const entries = [...text].map(([word, count]): [string, number] => [
    word,
    (1 + Math.log(count)) * weight(word),
  ]);
  const length = Math.sqrt(entries.reduce((sum, [, value]) => sum + value * value, 0)) || 1;
  return new Map(entries.map(([word, value]) => [word, value / length]));
}

/** Adds a vector to a sum, in place. */
function addTo(sum: Map<string, number>, vector: Vector): Map<string, number> {
  for (const [word, value] of vector) sum.set(word, (sum.get(word) ?? 0) + value);
  return sum;
}

/** The middle of a cluster. */
export const middleOf = (vectors: readonly Vector[]): Vector =>
  unit(vectors.reduce(addTo, new Map<string, number>()));

/** Of the same direction, of length 1. */
function unit(sum: Vector): Vector {
  const length = Math.sqrt([...sum.values()].reduce((total, value) => total + value * value, 0)) || 1;
  return new Map([...sum].map(([word, value]) => [word, value / length]));
}

/** From 0, nothing in common, to 1: the cosine of the angle between two vectors of length 1. */
function likeness(a: Vector, b: Vector): number {
  const [short, long] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [word, value] of short) sum += value * (long.get(word) ?? 0);
  return sum;
}

/** Texts at least as like as this belong together; found by trying on real questions. */
const TOGETHER = 0.28;

/** A text that is in a group. */
interface Member {
  group: string;
  words: Vector;
}

/**
 * Takes what is grouped already and the texts that come now. The function it returns puts these, in the order they come,
 * into the group they are most like, or into one that `begin` makes.
 */
export function clusters(known: readonly Member[], fresh: readonly Vector[]) {
  const weight = weightsOf([...known.map(({ words }) => words), ...fresh]);
  const sums = new Map<string, Map<string, number>>();
  for (const { group, words } of known)
    sums.set(group, addTo(sums.get(group) ?? new Map(), weighted(words, weight)));
  const middles = new Map([...sums].map(([id, sum]) => [id, unit(sum)]));
  return (words: Vector, begin: () => string): string => {
    const vector = weighted(words, weight);
    const group = nearestOf(middles, vector) ?? begin();
    const sum = addTo(sums.get(group) ?? new Map(), vector);
    sums.set(group, sum);
    middles.set(group, unit(sum));
    return group;
  };
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
