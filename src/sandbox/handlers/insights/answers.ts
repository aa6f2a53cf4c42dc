// Answers that visitors got.
import { getAnswer, getAnswerThread, listAnswerSources, listAnswers } from '../../../api/insights/answers.ts';
import { answerOf, answersOf, siteToWatch, sourcesOf } from '../../actions/insights/visits/answered.ts';
import { type SiteAnswerRow, siteAnswerStore, siteQuestionStore } from '../../db/insights/questions.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle } from '../../handler.ts';
import { pageOfItems } from '../../paging.ts';
import { answerView, answerWithResponse } from '../../views/insights/answers.ts';
import { sourceView } from '../../views/insights/questions.ts';

export default [
  handle(listAnswers, (call, { organizationId, siteId, page, limit, ...query }) => {
    const site = siteToWatch(call, { organizationId, siteId });
    const { question, language, helpfulness, thread, 'question.type': type, ...filters } = query;
    const store = siteQuestionStore(call.db);
    const found = answersOf(call, site, filters).filter(
      (row) =>
        (question === undefined || row.question === question) &&
        (language === undefined || row.language === language) &&
        (helpfulness === undefined || row.helpfulness === helpfulness) &&
        (thread === undefined || row.thread === thread) &&
        (type === undefined || store.row(site.id, row.question)?.type === type),
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
    return siteAnswerStore(call.db)
      .thread(site.id, thread)
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
  list: { simulated },
  get: { simulated },
  thread: { simulated },
  sources: { simulated: 'Sources are pages that hold the words of the question; there are no records.' },
};
