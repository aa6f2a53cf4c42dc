// Questions that visitors of a site asked, and how well they were answered.
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
