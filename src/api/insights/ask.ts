// Questions that the platform answers from the pages of a site or an organization, and those that it recommends.
import type { Static } from '@sinclair/typebox';
import { resource, Type } from '../schema.ts';
import * as wire from './ask.generated.ts';

/** The answer as far as it has come: each replaces the one before. */
export const AnswerEvent = wire.SearchAIAnswerStream;
export type AnswerEvent = Static<typeof AnswerEvent>;

const op = resource('ask');

export const askSite = op('site', 'Ask a question that the pages of a site answer', {
  ...wire.streamAskInSite,
  retry: 'safe',
  slow: true,
  streams: true,
  result: Type.Array(AnswerEvent),
  says: {
    question: 'what to ask',
    format: 'format of the answer',
    scope: 'which spaces on the site may answer',
    session: 'the visit that it is part of',
    'context.siteSpaceId': 'the space on the site that is being read',
    'context.goal': 'what the answer is needed for',
  },
});
export const askOrganization = op(
  'organization',
  'Ask a question that the spaces of an organization answer',
  {
    ...wire.streamAskInOrganization,
    slow: true,
    streams: true,
    result: Type.Array(AnswerEvent),
    says: {
      query: 'what to ask',
      format: 'format of the answer',
      details: 'also say how it was answered',
    },
    token: 'any',
  },
);
export const recommendOnSite = op('siteQuestions', 'List questions that a site can answer', {
  ...wire.streamRecommendedQuestionsInSite,
  slow: true,
  streams: true,
  result: Type.Array(wire.SearchAIRecommendedQuestionStream),
  says: {
    siteSpaceId: 'only about this space on the site',
    spaceId: 'only about this space',
  },
});
export const recommendInOrganization = op('questions', 'List questions that an organization can answer', {
  ...wire.getRecommendedQuestionsInOrganization,
  slow: true,
});
