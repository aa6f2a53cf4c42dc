// Answers that visitors of a site got: one for each time that a question was asked.
import { resource } from '../schema.ts';
import * as wire from './answers.generated.ts';

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
  says: {
    question: 'only answers to this question',
    language: 'only answers in this language',
    helpfulness: 'only answers that helped this much',
    'question.type': 'only answers to questions of this type',
    topic: 'only answers about this topic',
    thread: 'only answers in this thread: ID',
  },
});
export const getAnswer = op('get', 'Show an answer that a visitor got', wire.getSiteQuestionAnswerById);
export const getAnswerThread = op('thread', 'Show what a visitor asked before and after', {
  ...wire.getSiteQuestionAnswerThreadById,
});
export const listAnswerSources = op('sources', 'List what an answer was made from', {
  ...wire.listSiteQuestionAnswerSources,
});
