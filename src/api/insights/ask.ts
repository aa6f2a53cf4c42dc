// Questions that the platform answers from the pages of a site or an organization, and those that it recommends.
import { resource } from '../schema.ts';
import * as wire from './ask.generated.ts';

const op = resource('ask', { says: { format: 'format of the answer' } });
export const askSite = op('site', 'Ask a question that the pages of a site answer', {
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
export const askOrganization = op(
  'organization',
  'Ask a question that the spaces of an organization answer',
  {
    ...wire.streamAskInOrganization,
    slow: true,
    says: { query: 'what to ask', details: 'also say how it was answered' },
  },
);
export const recommendOnSite = op('siteQuestions', 'List questions that a site can answer', {
  ...wire.streamRecommendedQuestionsInSite,
  slow: true,
  says: { siteSpaceId: 'only about this space on the site', spaceId: 'only about this space' },
});
export const recommendInOrganization = op('questions', 'List questions that an organization can answer', {
  ...wire.getRecommendedQuestionsInOrganization,
  slow: true,
});
