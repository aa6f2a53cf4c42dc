// Answers that visitors got as the platform shows them.
import type { SiteAnswer, SiteAnswerWithResponse } from '../../../api/insights/answers.ts';
import { block, documentOf, leaf, textNode } from '../../../markdown/nodes.ts';
import { type SiteAnswerRow, type Source, siteQuestionStore } from '../../db/insights/questions.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { sitePath } from './questions.ts';

export function answerView(call: Call, organizationId: string, row: SiteAnswerRow): SiteAnswer {
  const path = `${sitePath({ organizationId, siteId: row.site })}/answers/${row.id}`;
  const type = siteQuestionStore(call.db).row(row.site, row.question)?.type ?? 'unknown';
  return {
    object: 'site-question-answer',
    id: row.id,
    question: { id: row.question, type },
    topics: [],
    input: { text: row.text.trim(), raw: row.text },
    ...(row.previous !== null && { thread: { id: row.thread, previous: row.previous } }),
    session: { visitorId: row.visitor, sessionId: row.session },
    ...(row.rating !== null && { feedback: { rating: row.rating } }),
    responseId: row.id,
    language: row.language,
    answered: row.answered,
    helpfulness: row.helpfulness,
    relevance: row.relevance,
    channel: { type: row.channel },
    createdAt: row.createdAt,
    urls: { location: locationUrl(call, path) },
  };
}

/** `sources` are those that the caller may see: the answer quotes no others. */
export function answerWithResponse(
  call: Call,
  organizationId: string,
  row: SiteAnswerRow,
  sources: readonly Source[],
): SiteAnswerWithResponse {
  const text = sources[0]?.excerpt ?? 'No page of the site answers this.';
  return {
    ...answerView(call, organizationId, row),
    response: {
      id: row.id,
      role: 'assistant',
      steps: [
        { phase: 'commentary', toolCalls: [searchCall(row, sources)] },
        { phase: 'final_answer', content: documentOf([block('paragraph', [textNode(leaf(text))])]) },
      ],
      createdAt: row.createdAt,
    },
  };
}

const searchCall = ({ text }: SiteAnswerRow, sources: readonly Source[]) => ({
  tool: 'search',
  query: text,
  results: sources.map(({ space, page, revision, title }) => ({
    ...{ type: 'page', spaceId: space, pageId: page, revisionId: revision, title },
  })),
});
