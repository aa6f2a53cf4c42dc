// Questions that visitors of a site asked, and how well they were answered.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, operation, Paging, pageOf, SiteRef, Type } from '../schema.ts';
import { QUESTION_TYPES, SiteQuestion, SiteQuestionStats } from './question-shapes.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Number: Num, Union } = Type;

export const newer = 'questions of visitors';

export const RELEVANCES = ['relevant', 'spam', 'off-topic', 'unclear'] as const;
export const ANSWERED = ['no', 'partially', 'yes'] as const;
export const CHAT_TOOLS = ['builtin:slack', 'builtin:discord', 'builtin:github', 'builtin:linear'] as const;
const CHANNEL_TYPES = ['site', 'embed', 'api', ...CHAT_TOOLS] as const;

const source = {
  object: Literal('site-question-answer-source'),
  id: Str(),
  weight: Num(),
  title: Str(),
  urls: Obj({ location: Str() }),
};
/** A page, or a ticket or document of a connection, that an answer was made from. */
export const AnswerSource = Union([
  Obj({ ...source, type: Literal('page'), space: Str(), revision: Str(), page: Str() }),
  Obj({ ...source, type: Literal('record'), record: Str(), connector: Optional(Str()) }),
]);
export type AnswerSource = Static<typeof AnswerSource>;

const listOf = <const V extends readonly string[]>(values: V, description: string) =>
  Optional(ArrayOf(Enum(values), { description }));

/** What narrows questions down by their answers. */
export const answerFilters = {
  from: Optional(DateTime({ description: 'only what was asked from this time on' })),
  to: Optional(DateTime({ description: 'only what was asked before this time' })),
  relevance: listOf(RELEVANCES, 'only questions of this relevance'),
  channelType: listOf(CHANNEL_TYPES, 'only questions asked here: site, embed, api or a chat tool'),
  answered: listOf(ANSWERED, 'only questions that were answered, in part, or not at all'),
};
const topic = Optional(ArrayOf(Str(), { description: 'only questions about these topics' }));

const SiteQuestionRef = Obj({
  ...SiteRef.properties,
  siteQuestionId: Str({ description: 'question' }),
});

export const listQuestions = operation('questions.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/questions',
  summary: 'List the questions that visitors asked',
  lists: { param: 'siteQuestionId', noun: 'question', names: ['question'] },
  params: SiteRef,
  query: Obj({
    ...Paging,
    ...answerFilters,
    type: Optional(Enum(QUESTION_TYPES, { description: 'only questions of this type' })),
    topic,
    order: Optional(Enum(['asc', 'desc'], { description: 'sort order' })),
    sort: Optional(
      Enum(['askedAt', 'stats.answered', 'stats.feedback', 'stats.answers'], { description: 'sort key' }),
    ),
  }),
  result: pageOf(SiteQuestion),
  paging: 'pages',
  newer,
});

export const getQuestion = operation('questions.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}',
  summary: 'Show a question that visitors asked',
  params: SiteQuestionRef,
  query: Obj({ ...answerFilters }),
  result: SiteQuestion,
  newer,
});

export const listQuestionSources = operation('questions.sources', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}/sources',
  summary: 'List what the answers to a question were made from',
  params: SiteQuestionRef,
  query: Obj({ ...Paging, ...answerFilters }),
  result: pageOf(AnswerSource),
  paging: 'pages',
  newer,
});

export const getQuestionStats = operation('questions.stats', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/question-stats',
  summary: 'Count the questions that visitors asked, and their answers',
  params: SiteRef,
  query: Obj({ ...answerFilters, topic }),
  result: SiteQuestionStats,
  newer,
});
