// Answers a question by what pages say: it quotes the sections that share the most words with it, and names them.
import type { AnswerEvent } from '../../../../api/insights/ask.ts';
import { escapeText } from '../../../../markdown/escape-text.ts';
import type { Call } from '../../../sandbox.ts';
import { bodyWriter } from '../../content/bodies.ts';
import { pagesAbout, tellingWords } from './answer.ts';

/** Sections that one answer quotes. */
const MOST_QUOTES = 3;
/** Of the words of the question, what a section must hold. */
const ENOUGH = 0.5;

type Format = 'document' | 'markdown' | undefined;
type Quote = Awaited<ReturnType<typeof pagesAbout>>[number];

/** The answer as it grows, a quote at a time; one event without an answer where no page says anything about it. */
export async function answerEvents(
  call: Call,
  spaces: readonly string[],
  { question, format }: { question: string; format: Format },
): Promise<AnswerEvent[]> {
  const words = tellingWords(question);
  const found: Quote[] = [];
  for (const space of words.length > 0 ? new Set(spaces) : [])
    found.push(...(await pagesAbout(call, space, words)));
  // The order of the search where the share is the same.
  const quotes = found
    .filter(({ share }) => share >= ENOUGH)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_QUOTES);
  if (quotes.length === 0) return [{ type: 'answer', answer: { sources: [], followupQuestions: [] } }];
  const toBody = await bodyWriter(format);
  return quotes.map((_, at) => ({
    type: 'answer',
    answer: {
      answer: toBody(
        quotes
          .slice(0, at + 1)
          .map(quoted)
          .join('\n\n'),
      ),
      sources: quotes.slice(0, at + 1).map(sourceOf),
      followupQuestions: [],
    },
  }));
}

function quoted({ source: { title, excerpt }, section }: Quote): string {
  const place = section === undefined || section.title === '' ? title : `${title}: ${section.title}`;
  return `**${escapeText(place)}**\n\n> ${escapeText(excerpt.replace(/\s+/g, ' ').trim())}`;
}

const sourceOf = ({ source: { page, revision, space }, section }: Quote) => ({
  type: 'page' as const,
  ...{ page, revision, space },
  sections: section === undefined || section.anchor === '' ? [] : [section.anchor],
  reason: 'It holds words of the question.',
});
