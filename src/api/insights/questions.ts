// Questions that visitors asked, the answers they got, and asking one.

import { resource } from '../schema.ts';
import * as wire from './questions.generated.ts';

const op = resource('questions', {
  newer: 'questions of visitors',
  says: {
    answered: 'only questions that were answered, in part, or not at all',
    channelType: 'only questions asked here: site, embed, api or a chat tool',
    from: 'only what was asked from this time on',
    relevance: 'only questions of this relevance',
    to: 'only what was asked before this time',
    topic: 'only questions about these topics',
  },
});
export const listQuestions = op('list', 'List the questions that visitors asked', {
  ...wire.listSiteQuestions,
  lists: { param: 'siteQuestionId', noun: 'question', names: ['question'] },
  says: { type: 'only questions of this type' },
});
export const getQuestion = op('get', 'Show a question that visitors asked', wire.getSiteQuestionById);
export const listQuestionSources = op('sources', 'List what the answers to a question were made from', {
  ...wire.listSiteQuestionSources,
});
export const getQuestionStats = op('stats', 'Count the questions that visitors asked, and their answers', {
  ...wire.getSiteQuestionStats,
});

const answerOp = resource('answers', {
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
export const listAnswers = answerOp('list', 'List the answers that visitors got', {
  ...wire.listSiteQuestionAnswers,
  says: {
    question: 'only answers to this question',
    language: 'only answers in this language',
    helpfulness: 'only answers that helped this much',
    'question.type': 'only answers to questions of this type',
    topic: 'only answers about this topic',
    thread: 'only answers in this thread: ID',
  },
});
export const getAnswer = answerOp('get', 'Show an answer that a visitor got', wire.getSiteQuestionAnswerById);
export const getAnswerThread = answerOp('thread', 'Show what a visitor asked before and after', {
  ...wire.getSiteQuestionAnswerThreadById,
});
export const listAnswerSources = answerOp('sources', 'List what an answer was made from', {
  ...wire.listSiteQuestionAnswerSources,
});

const askOp = resource('ask', { says: { format: 'format of the answer' } });
export const askSite = askOp('site', 'Ask a question that the pages of a site answer', {
  ...wire.streamAskInSite,
  retry: 'safe',
  slow: true,
  says: {
    question: 'what to ask',
    scope: 'which spaces on the site may answer',
    session: 'the visit that it is part of',
    'context.siteSpaceId': 'the space on the site that is being read',
    'context.goal': 'what the answer is needed for',
  },
});
export const askOrganization = askOp(
  'organization',
  'Ask a question that the spaces of an organization answer',
  {
    ...wire.streamAskInOrganization,
    slow: true,
    says: { query: 'what to ask', details: 'also say how it was answered' },
  },
);
export const recommendOnSite = askOp('siteQuestions', 'List questions that a site can answer', {
  ...wire.streamRecommendedQuestionsInSite,
  slow: true,
  says: { siteSpaceId: 'only about this space on the site', spaceId: 'only about this space' },
});
export const recommendInOrganization = askOp('questions', 'List questions that an organization can answer', {
  ...wire.getRecommendedQuestionsInOrganization,
  slow: true,
});
