// Questions that visitors of a site asked, and how well they were answered.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, operation, SiteRef, Type } from '../schema.ts';
import * as wire from './questions.generated.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional } = Type;

export const newer = 'questions of visitors';

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

const SiteQuestionRef = Obj({
  ...SiteRef.properties,
  siteQuestionId: Str({ description: 'question' }),
});

export const listQuestions = operation('questions.list', {
  ...wire.listSiteQuestions,
  summary: 'List the questions that visitors asked',
  lists: { param: 'siteQuestionId', noun: 'question', names: ['question'] },
  params: SiteRef,
  newer,
  says: {
    from: 'only what was asked from this time on',
    to: 'only what was asked before this time',
    relevance: 'only questions of this relevance',
    channelType: 'only questions asked here: site, embed, api or a chat tool',
    answered: 'only questions that were answered, in part, or not at all',
    type: 'only questions of this type',
    topic: 'only questions about these topics',
    order: 'sort order',
    sort: 'sort key',
  },
});

export const getQuestion = operation('questions.get', {
  ...wire.getSiteQuestionById,
  summary: 'Show a question that visitors asked',
  params: SiteQuestionRef,
  newer,
  says: {
    from: 'only what was asked from this time on',
    to: 'only what was asked before this time',
    relevance: 'only questions of this relevance',
    channelType: 'only questions asked here: site, embed, api or a chat tool',
    answered: 'only questions that were answered, in part, or not at all',
  },
});

export const listQuestionSources = operation('questions.sources', {
  ...wire.listSiteQuestionSources,
  summary: 'List what the answers to a question were made from',
  params: SiteQuestionRef,
  newer,
  says: {
    from: 'only what was asked from this time on',
    to: 'only what was asked before this time',
    relevance: 'only questions of this relevance',
    channelType: 'only questions asked here: site, embed, api or a chat tool',
    answered: 'only questions that were answered, in part, or not at all',
  },
});

export const getQuestionStats = operation('questions.stats', {
  ...wire.getSiteQuestionStats,
  summary: 'Count the questions that visitors asked, and their answers',
  params: SiteRef,
  newer,
  says: {
    from: 'only what was asked from this time on',
    to: 'only what was asked before this time',
    relevance: 'only questions of this relevance',
    channelType: 'only questions asked here: site, embed, api or a chat tool',
    answered: 'only questions that were answered, in part, or not at all',
    topic: 'only questions about these topics',
  },
});
