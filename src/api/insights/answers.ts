// Answers that visitors of a site got: one for each time that a question was asked.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { DateTime, Enum, Nullable, Paging, resource, Type } from '../schema.ts';
import * as wire from './answers.generated.ts';
import { QUESTION_TYPES } from './question-shapes.ts';
import { ANSWERED, answerFilters, CHAT_TOOLS, RELEVANCES } from './questions.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal, Union } = Type;
const LEVELS = ['low', 'medium', 'high'] as const;

const answer = {
  object: Literal('site-question-answer'),
  id: Str(),
  question: Obj({ id: Str(), type: Enum(QUESTION_TYPES) }),
  topics: ArrayOf(Str()),
  input: Obj({ text: Str(), raw: Str() }),
  thread: Optional(Obj({ id: Str(), previous: Str() })),
  session: Optional(Obj({ visitorId: Str(), sessionId: Str() })),
  feedback: Optional(Obj({ rating: Union([Literal(-1), Literal(1)]) })),
  responseId: Str(),
  language: Str(),
  answered: Enum(ANSWERED),
  helpfulness: Enum(LEVELS),
  relevance: Enum(RELEVANCES),
  channel: Union([
    Obj({ type: Enum(['site', 'embed', 'api']) }),
    Obj({
      type: Enum(CHAT_TOOLS),
      id: Nullable(Str()),
    }),
  ]),
  createdAt: DateTime(),
  updatedAt: Optional(DateTime()),
  urls: Obj({ location: Str() }),
};
export const SiteAnswer = wire.SiteQuestionAnswer;
export type SiteAnswer = Static<typeof SiteAnswer>;

/** A step of the assistant: a tool it called, what it thought, what it wrote. Tools are many, and grow in number. */
const MessageStep = Obj(
  {
    content: Optional(RichDocument),
    reasoning: Optional(RichDocument),
    toolCalls: Optional(ArrayOf(Obj({ tool: Str() }, { additionalProperties: true }))),
    phase: Optional(Enum(['commentary', 'final_answer'])),
  },
  { additionalProperties: true },
);
const Message = Obj(
  {
    id: Str(),
    role: Enum(['user', 'assistant', 'developer']),
    steps: ArrayOf(MessageStep),
    createdAt: Optional(DateTime()),
  },
  { additionalProperties: true },
);
export const SiteAnswerWithResponse = Obj({ ...answer, response: Message });
export type SiteAnswerWithResponse = Static<typeof SiteAnswerWithResponse>;

const op = resource('answers', {
  newer: 'questions of visitors',
  says: {
    siteQuestionAnswerId: 'answer',
    answered: 'only questions that were answered, in part, or not at all',
    channelType: 'only questions asked here: site, embed, api or a chat tool',
    from: 'only what was asked from this time on',
    relevance: 'only questions of this relevance',
    to: 'only what was asked before this time',
  },
});
export const listAnswers = op('list', 'List the answers that visitors got', {
  ...wire.listSiteQuestionAnswers,
  query: Obj({
    ...Paging,
    question: Optional(Str({ description: 'only answers to this question' })),
    ...answerFilters,
    language: Optional(Str({ description: 'only answers in this language' })),
    helpfulness: Optional(Enum(LEVELS, { description: 'only answers that helped this much' })),
    'question.type': Optional(
      Enum(QUESTION_TYPES, { description: 'only answers to questions of this type' }),
    ),
    topic: Optional(Str({ description: 'only answers about this topic' })),
    thread: Optional(Str({ description: 'only answers in this thread: ID' })),
  }),
});
export const getAnswer = op('get', 'Show an answer that a visitor got', {
  ...wire.getSiteQuestionAnswerById,
  result: SiteAnswerWithResponse,
});
export const getAnswerThread = op('thread', 'Show what a visitor asked before and after', {
  ...wire.getSiteQuestionAnswerThreadById,
  result: ArrayOf(SiteAnswerWithResponse),
});
export const listAnswerSources = op('sources', 'List what an answer was made from', {
  ...wire.listSiteQuestionAnswerSources,
});
