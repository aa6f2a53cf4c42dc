// Answers that visitors got.

import type {
  SiteQuestionAnswer as SiteAnswer,
  SiteQuestionAnswerWithResponse as SiteAnswerWithResponse,
} from '../../../api/insights/answers.generated.ts';
import { getAnswer, getAnswerThread, listAnswerSources, listAnswers } from '../../../api/insights/answers.ts';
import { block, documentOf, leaf, textNode } from '../../../markdown/nodes.ts';
import { answerOf, answersOf, siteToWatch, sourcesOf } from '../../actions/insights/visits/answered.ts';
import { type SiteAnswerRow, type Source, siteAnswers, siteQuestions } from '../../db/insights/insights.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { pageOfItems } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { sitePath, sourceView } from '../../views/insights/questions.ts';

// Answers that visitors got as the platform shows them.

function answerView(call: Call, organizationId: string, row: SiteAnswerRow): SiteAnswer {
  const path = `${sitePath({ organizationId, siteId: row.site })}/answers/${row.id}`;
  const type = siteQuestions(call.db).find({ id: row.question, site: row.site })?.type ?? 'unknown';
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
function answerWithResponse(
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
  tool: 'search' as const,
  query: text,
  results: sources.map(({ space, page, revision, title }) => ({
    ...{ type: 'page' as const, spaceId: space, pageId: page, revisionId: revision, title },
  })),
});

export default [
  handle(listAnswers, (call, { organizationId, siteId, page, limit, ...query }) => {
    const site = siteToWatch(call, { organizationId, siteId });
    const { question, language, helpfulness, thread, 'question.type': type, ...filters } = query;
    const store = siteQuestions(call.db);
    const found = answersOf(call, site, filters).filter(
      (row) =>
        (question === undefined || row.question === question) &&
        (language === undefined || row.language === language) &&
        (helpfulness === undefined || row.helpfulness === helpfulness) &&
        (thread === undefined || row.thread === thread) &&
        (type === undefined || store.find({ id: row.question })?.type === type),
    );
    const newest = [...found].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
    const { items, ...rest } = pageOfItems(newest, {
      list: `${listAnswers.id} ${site.id}`,
      key: (row) => keyOf(row),
      direction: 'desc',
      query: { page, limit },
    });
    return { ...rest, items: items.map((row) => answerView(call, organizationId, row)) };
  }),

  handle(getAnswer, (call, { organizationId, siteQuestionAnswerId, ...ref }) => {
    const row = answerOf(call, siteToWatch(call, { organizationId, ...ref }), siteQuestionAnswerId);
    return answerWithResponse(call, organizationId, row, sourcesOf(call, row));
  }),

  handle(getAnswerThread, (call, { organizationId, siteQuestionAnswerId, ...ref }) => {
    const site = siteToWatch(call, { organizationId, ...ref });
    const { thread } = answerOf(call, site, siteQuestionAnswerId);
    return siteAnswers(call.db)
      .all({ thread, site: site.id }, 'rowid')
      .map((row) => answerWithResponse(call, organizationId, row, sourcesOf(call, row)));
  }),

  handle(listAnswerSources, (call, { organizationId, siteQuestionAnswerId, page, limit, ...ref }) => {
    const row = answerOf(call, siteToWatch(call, { organizationId, ...ref }), siteQuestionAnswerId);
    return pageOfItems(
      sourcesOf(call, row)
        .map((source) => sourceView(call, source))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
      { list: `${listAnswerSources.id} ${row.id}`, key: ({ id }) => id, query: { page, limit } },
    );
  }),
];

const keyOf = ({ createdAt, id }: Pick<SiteAnswerRow, 'createdAt' | 'id'>) => `${createdAt} ${id}`;

const simulated =
  'Answers quote the pages that hold the words of a question; no language model writes them, and there is no way to rate them.';

export const fidelity: FidelityOf = {
  'answers.list': { simulated },
  'answers.get': { simulated },
  'answers.thread': { simulated },
  'answers.sources': { simulated: 'Sources are pages that hold the words of the question; there are no records.' },
};
