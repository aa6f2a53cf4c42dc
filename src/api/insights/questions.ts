// Questions that visitors of a site asked, and how well they were answered.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, resource, Type } from '../schema.ts';
import * as wire from './questions.generated.ts';

const { Array: ArrayOf, Optional } = Type;

export const RELEVANCES = ['relevant', 'spam', 'off-topic', 'unclear'] as const;
export const ANSWERED = ['no', 'partially', 'yes'] as const;
export const CHAT_TOOLS = ['builtin:slack', 'builtin:discord', 'builtin:github', 'builtin:linear'] as const;
const CHANNEL_TYPES = ['site', 'embed', 'api', ...CHAT_TOOLS] as const;
/** A page, or a ticket or document of a connection, that an answer was made from. */
export const AnswerSource = wire.SiteQuestionAnswerSource;
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

const op = resource('questions', {
  newer: 'questions of visitors',
  says: {
    answered: 'only questions that were answered, in part, or not at all',
    channelType: 'only questions asked here: site, embed, api or a chat tool',
    from: 'only what was asked from this time on',
    relevance: 'only questions of this relevance',
    to: 'only what was asked before this time',
  },
});
export const listQuestions = op('list', 'List the questions that visitors asked', {
  ...wire.listSiteQuestions,
  lists: { param: 'siteQuestionId', noun: 'question', names: ['question'] },
  says: { type: 'only questions of this type', topic: 'only questions about these topics' },
});
export const getQuestion = op('get', 'Show a question that visitors asked', wire.getSiteQuestionById);
export const listQuestionSources = op('sources', 'List what the answers to a question were made from', {
  ...wire.listSiteQuestionSources,
});
export const getQuestionStats = op('stats', 'Count the questions that visitors asked, and their answers', {
  ...wire.getSiteQuestionStats,
  says: { topic: 'only questions about these topics' },
});
