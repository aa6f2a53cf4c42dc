// Answers that visitors of a site got: one for each time that a question was asked.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { DateTime, Enum, Nullable, operation, Paging, pageOf, SiteRef, Type } from '../schema.ts';
import { QUESTION_TYPES } from './question-shapes.ts';
import { ANSWERED, AnswerSource, answerFilters, CHAT_TOOLS, newer, RELEVANCES } from './questions.ts';

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
export const SiteAnswer = Obj(answer);
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

const AnswerRef = Obj({
  ...SiteRef.properties,
  siteQuestionAnswerId: Str({ description: 'answer' }),
});

export const listAnswers = operation('answers.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/answers',
  summary: 'List the answers that visitors got',
  params: SiteRef,
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
  result: pageOf(SiteAnswer),
  paging: 'pages',
  newer,
});

export const getAnswer = operation('answers.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}',
  summary: 'Show an answer that a visitor got',
  params: AnswerRef,
  result: SiteAnswerWithResponse,
  newer,
});

export const getAnswerThread = operation('answers.thread', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/thread',
  summary: 'Show what a visitor asked before and after',
  params: AnswerRef,
  result: ArrayOf(SiteAnswerWithResponse),
  newer,
});

export const listAnswerSources = operation('answers.sources', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/sources',
  summary: 'List what an answer was made from',
  params: AnswerRef,
  query: Obj({ ...Paging }),
  result: pageOf(AnswerSource),
  paging: 'pages',
  newer,
});
