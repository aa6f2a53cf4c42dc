// Questions that visitors of sites asked, and the answer to each time that one was asked.

import type { SiteQuestion } from '../../../api/insights/question-shapes.generated.ts';
import type { SiteQuestionAnswerSource as AnswerSource } from '../../../api/insights/questions.generated.ts';
import { integerOrNull, json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const siteQuestions = table(
  'siteQuestions',
  {
    id: key(),
    site: partOf('sites'),
    /** What the question is about, whoever words it: its telling words in the order of the alphabet. */
    words: text(),
    question: text(),
    type: text<SiteQuestion['type']>(),
    createdAt: text(),
  },
  { rest: ['UNIQUE (site, words)'] },
);
export type SiteQuestionRow = RowOf<typeof siteQuestions>;

export const siteAnswers = table(
  'siteAnswers',
  {
    id: key(),
    site: partOf('sites'),
    question: partOf('siteQuestions'),
    text: text(),
    /** The first answer of the thread: itself where nothing went before. */
    thread: text(),
    previous: textOrNull(),
    visitor: text(),
    session: text(),
    rating: integerOrNull<1 | -1>(),
    /** The best first. */
    sources: json<Source[]>(),
    language: text(),
    answered: text<'no' | 'partially' | 'yes'>(),
    helpfulness: text<'low' | 'medium' | 'high'>(),
    relevance: text<'relevant' | 'spam' | 'off-topic' | 'unclear'>(),
    channel: text<'site' | 'embed' | 'api'>(),
    createdAt: text(),
  },
  {
    indexes: [
      'CREATE INDEX siteAnswers_by_time ON siteAnswers (site, createdAt)',
      'CREATE INDEX siteAnswers_by_question ON siteAnswers (question)',
      'CREATE INDEX siteAnswers_by_thread ON siteAnswers (thread)',
    ],
  },
);
export type SiteAnswerRow = RowOf<typeof siteAnswers>;

/** A page that an answer was made from, and what it says there. */
export type Source = Pick<
  AnswerSource & { type: 'page' },
  'space' | 'revision' | 'page' | 'title' | 'weight'
> & {
  excerpt: string;
};
