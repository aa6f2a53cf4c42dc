// What a conversation is about: an issue for its first message, and one for every later one that says something else.
import type { ConversationInput } from '../../../../api/insights/conversations.ts';
import { likeness, type Vector, weighted, wordsOf } from './words.ts';

export interface FoundIssue {
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
export function findIssues({
  subject = '',
  parts,
}: Pick<ConversationInput, 'subject' | 'parts'>): FoundIssue[] {
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
