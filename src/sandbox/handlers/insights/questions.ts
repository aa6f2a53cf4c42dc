// Questions that visitors asked.
import {
  getQuestion,
  getQuestionStats,
  listQuestionSources,
  listQuestions,
} from '../../../api/insights/questions.ts';
import {
  type Asked,
  answersOf,
  questionOf,
  questionsOf,
  siteToWatch,
  sourcesOf,
} from '../../actions/insights/visits/answered.ts';
import type { Source } from '../../db/insights/insights.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { pageOfItems } from '../../paging.ts';
import { questionStats, questionView, sourceView } from '../../views/insights/questions.ts';

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

export default [
  handle(listQuestions, (call, { organizationId, siteId, page, limit, ...query }) => {
    const site = siteToWatch(call, { organizationId, siteId });
    const { type, order = 'desc', sort = 'askedAt', ...filters } = query;
    const asked = questionsOf(call, site, answersOf(call, site, filters));
    const sorted = asked
      .filter(({ question }) => type === undefined || question.type === type)
      .map((one) => {
        const key = `${SORT_KEYS[sort](one)} ${one.answers.at(-1)?.createdAt} ${one.question.id}`;
        return { key, ...one };
      })
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const { items, ...rest } = pageOfItems(order === 'desc' ? sorted.reverse() : sorted, {
      list: `${listQuestions.id} ${site.id} ${sort}`,
      key: ({ key }) => key,
      direction: order,
      query: { page, limit },
    });
    return {
      ...rest,
      items: items.map(({ question, answers }) => questionView(call, organizationId, question, answers)),
    };
  }),

  handle(getQuestion, (call, { organizationId, siteId, siteQuestionId, ...filters }) => {
    const site = siteToWatch(call, { organizationId, siteId });
    const row = questionOf(call, site, siteQuestionId);
    const answers = answersOf(call, site, filters).filter(({ question }) => question === row.id);
    return questionView(call, organizationId, row, answers);
  }),

  handle(listQuestionSources, (call, { organizationId, siteId, siteQuestionId, page, limit, ...filters }) => {
    const site = siteToWatch(call, { organizationId, siteId });
    const row = questionOf(call, site, siteQuestionId);
    const answers = answersOf(call, site, filters).filter(({ question }) => question === row.id);
    // A page weighs what it weighs in all answers together.
    const weights = new Map<string, Source>();
    for (const source of answers.flatMap((answer) => sourcesOf(call, answer))) {
      const weight = (weights.get(source.page)?.weight ?? 0) + source.weight / answers.length;
      weights.set(source.page, { ...source, weight: Math.round(weight * 100) / 100 });
    }
    return pageOfItems(
      [...weights.values()].map((source) => sourceView(call, source)).sort((a, b) => (a.id < b.id ? -1 : 1)),
      { list: `${listQuestionSources.id} ${row.id}`, key: ({ id }) => id, query: { page, limit } },
    );
  }),

  handle(getQuestionStats, (call, { organizationId, siteId, ...filters }) => {
    const site = siteToWatch(call, { organizationId, siteId });
    const answers = answersOf(call, site, filters);
    const questions = questionsOf(call, site, answers).map(({ question }) => question);
    return questionStats(call, questions, answers);
  }),
];

const simulated =
  'Questions are searches of published sites that read as questions; their kind is known by their first words.';

export const fidelity: FidelityOf = {
  'questions.list': { simulated },
  'questions.get': { simulated },
  'questions.stats': { simulated },
  'questions.sources': { simulated: 'Sources are pages that hold the words of the question; there are no records.' },
};
