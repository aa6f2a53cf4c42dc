// Questions that visitors asked, and the answers they got.
import type {
  SiteQuestionAnswer as SiteAnswer,
  SiteQuestionAnswerWithResponse as SiteAnswerWithResponse,
} from '../../../api/insights/questions.generated.ts';
import * as api from '../../../api/insights/questions.ts';
import { block, documentOf, leaf, textNode } from '../../../markdown/to-document.ts';
import { type SiteAnswerRow, type Source, siteAnswers, siteQuestions } from '../../db/insights/insights.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { type PageQuery, pageOfItems } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { sitePartUrl } from '../../urls.ts';
import { questionStats, questionView, sourceView } from './insights-view.ts';
import {
  type Asked,
  answerOf,
  answersOf,
  questionOf,
  questionsOf,
  siteToWatch,
  sourcesOf,
} from './visits.ts';

/** Numbers as texts of one length, so that they sort as numbers; ratings may be below zero. */
const sortable = (n: number) => String(n + 1e9).padStart(12, '0');

const SORT_KEYS = {
  askedAt: () => '',
  'stats.answers': ({ answers }: Asked) => sortable(answers.length),
  'stats.answered': ({ answers }: Asked) =>
    sortable(answers.filter(({ answered }) => answered === 'yes').length),
  'stats.feedback': ({ answers }: Asked) =>
    sortable(answers.reduce((sum, { rating }) => sum + (rating ?? 0), 0)),
};

const ASKED =
  'Questions are searches of published sites that read as questions; their kind is known by their first words.';

// Answers that visitors got as the platform shows them.

function answerView(call: Call, organizationId: string, row: SiteAnswerRow): SiteAnswer {
  const site = { organization: organizationId, id: row.site };
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
    urls: { location: sitePartUrl(call, site, `answers/${row.id}`) },
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

const pageOfSources = (call: Call, list: string, sources: readonly Source[], query: PageQuery) =>
  pageOfItems(
    sources.map((source) => sourceView(call, source)),
    { list, key: ({ id }) => id, query, item: (source) => source },
  );

const ANSWERED =
  'Answers quote the pages that hold the words of a question; no language model writes them, and there is no way to rate them.';

export default [
  handle(api.listQuestions, siteToWatch, (call, { organizationId, siteId, page, limit, ...query }, site) => {
    const { type, order = 'desc', sort = 'askedAt', ...filters } = query;
    const asked = questionsOf(call, site, answersOf(call, site, filters));
    const found = asked.filter(({ question }) => type === undefined || question.type === type);
    return pageOfItems(found, {
      list: `${api.listQuestions.id} ${site.id} ${sort}`,
      key: (one) => `${SORT_KEYS[sort](one)} ${one.answers.at(-1)?.createdAt} ${one.question.id}`,
      direction: order,
      query: { page, limit },
      item: ({ question, answers }) => questionView(call, organizationId, question, answers),
    });
  }),

  handle(
    api.getQuestion,
    siteToWatch,
    (call, { organizationId, siteId, siteQuestionId, ...filters }, site) => {
      const row = questionOf(call, site, siteQuestionId);
      const answers = answersOf(call, site, filters).filter(({ question }) => question === row.id);
      return questionView(call, organizationId, row, answers);
    },
  ),

  handle(
    api.listQuestionSources,
    siteToWatch,
    (call, { organizationId, siteId, siteQuestionId, page, limit, ...filters }, site) => {
      const row = questionOf(call, site, siteQuestionId);
      const answers = answersOf(call, site, filters).filter(({ question }) => question === row.id);
      // A page weighs what it weighs in all answers together.
      const weights = new Map<string, Source>();
      for (const source of answers.flatMap((answer) => sourcesOf(call, answer))) {
        const weight = (weights.get(source.page)?.weight ?? 0) + source.weight / answers.length;
        weights.set(source.page, { ...source, weight: Math.round(weight * 100) / 100 });
      }
      const list = `${api.listQuestionSources.id} ${row.id}`;
      return pageOfSources(call, list, [...weights.values()], { page, limit });
    },
  ),

  handle(api.getQuestionStats, siteToWatch, (call, { organizationId, siteId, ...filters }, site) => {
    const answers = answersOf(call, site, filters);
    const questions = questionsOf(call, site, answers).map(({ question }) => question);
    return questionStats(call, questions, answers);
  }),

  handle(api.listAnswers, siteToWatch, (call, { organizationId, siteId, page, limit, ...query }, site) => {
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
    return pageOfItems(found, {
      list: `${api.listAnswers.id} ${site.id}`,
      key: ({ createdAt, id }) => `${createdAt} ${id}`,
      direction: 'desc',
      query: { page, limit },
      item: (row) => answerView(call, organizationId, row),
    });
  }),

  handle(api.getAnswer, (call, { organizationId, siteQuestionAnswerId, ...ref }) => {
    const row = answerOf(call, siteToWatch(call, { organizationId, ...ref }), siteQuestionAnswerId);
    return answerWithResponse(call, organizationId, row, sourcesOf(call, row));
  }),

  handle(api.getAnswerThread, (call, { organizationId, siteQuestionAnswerId, ...ref }) => {
    const site = siteToWatch(call, { organizationId, ...ref });
    const { thread } = answerOf(call, site, siteQuestionAnswerId);
    return siteAnswers(call.db)
      .all({ thread, site: site.id }, 'rowid')
      .map((row) => answerWithResponse(call, organizationId, row, sourcesOf(call, row)));
  }),

  handle(api.listAnswerSources, (call, { organizationId, siteQuestionAnswerId, page, limit, ...ref }) => {
    const row = answerOf(call, siteToWatch(call, { organizationId, ...ref }), siteQuestionAnswerId);
    return pageOfSources(call, `${api.listAnswerSources.id} ${row.id}`, sourcesOf(call, row), {
      page,
      limit,
    });
  }),
];

export const fidelity: FidelityOf = {
  'questions.list': { simulated: ASKED },
  'questions.get': { simulated: ASKED },
  'questions.stats': { simulated: ASKED },
  'questions.sources': {
    simulated: 'Sources are pages that hold the words of the question; there are no records.',
  },
  'answers.list': { simulated: ANSWERED },
  'answers.get': { simulated: ANSWERED },
  'answers.thread': { simulated: ANSWERED },
  'answers.sources': {
    simulated: 'Sources are pages that hold the words of the question; there are no records.',
  },
};
