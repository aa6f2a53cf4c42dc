// Questions that visitors of sites asked, and the answer to each time that one was asked.
import type { SiteQuestion } from '../../../api/insights/question-shapes.generated.ts';
import type { SiteQuestionAnswerSource as AnswerSource } from '../../../api/insights/questions.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const questionTables = `
CREATE TABLE siteQuestions (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  words TEXT NOT NULL,
  question TEXT NOT NULL,
  type TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  UNIQUE (site, words)
) STRICT;
CREATE TABLE siteAnswers (
  id TEXT PRIMARY KEY,
  site TEXT NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
  question TEXT NOT NULL REFERENCES siteQuestions(id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  thread TEXT NOT NULL,
  previous TEXT,
  visitor TEXT NOT NULL,
  session TEXT NOT NULL,
  rating INTEGER,
  sources TEXT NOT NULL,
  language TEXT NOT NULL,
  answered TEXT NOT NULL,
  helpfulness TEXT NOT NULL,
  relevance TEXT NOT NULL,
  channel TEXT NOT NULL,
  createdAt TEXT NOT NULL
) STRICT;
CREATE INDEX siteAnswers_by_time ON siteAnswers (site, createdAt);
CREATE INDEX siteAnswers_by_question ON siteAnswers (question);
CREATE INDEX siteAnswers_by_thread ON siteAnswers (thread)`;

export interface SiteQuestionRow {
  id: string;
  site: string;
  /** What the question is about, whoever words it: its telling words in the order of the alphabet. */
  words: string;
  question: string;
  type: SiteQuestion['type'];
  createdAt: string;
}

/** A page that an answer was made from, and what it says there. */
export type Source = Pick<
  AnswerSource & { type: 'page' },
  'space' | 'revision' | 'page' | 'title' | 'weight'
> & {
  excerpt: string;
};

export interface SiteAnswerRow {
  id: string;
  site: string;
  question: string;
  text: string;
  /** The first answer of the thread: itself where nothing went before. */
  thread: string;
  previous: string | null;
  visitor: string;
  session: string;
  rating: 1 | -1 | null;
  /** JSON of `Source[]`, the best first. */
  sources: string;
  language: string;
  answered: 'no' | 'partially' | 'yes';
  helpfulness: 'low' | 'medium' | 'high';
  relevance: 'relevant' | 'spam' | 'off-topic' | 'unclear';
  channel: 'site' | 'embed' | 'api';
  createdAt: string;
}

export const siteQuestionStore = perDatabase((db) => ({
  row: (site: string, id: string) =>
    db.get<SiteQuestionRow>('SELECT * FROM siteQuestions WHERE id = ? AND site = ?', id, site),
  about: (site: string, words: string) =>
    db.get<SiteQuestionRow>('SELECT * FROM siteQuestions WHERE site = ? AND words = ?', site, words),
  all: (site: string) => db.all<SiteQuestionRow>('SELECT * FROM siteQuestions WHERE site = ?', site),
  insert: (row: SiteQuestionRow) => insertRow(db, 'siteQuestions', row),
}));

export const siteAnswerStore = perDatabase((db) => ({
  row: (site: string, id: string) =>
    db.get<SiteAnswerRow>('SELECT * FROM siteAnswers WHERE id = ? AND site = ?', id, site),
  /** Of a site, the oldest first. */
  all: (site: string) =>
    db.all<SiteAnswerRow>('SELECT * FROM siteAnswers WHERE site = ? ORDER BY createdAt, rowid', site),
  thread: (site: string, thread: string) =>
    db.all<SiteAnswerRow>(
      'SELECT * FROM siteAnswers WHERE thread = ? AND site = ? ORDER BY rowid',
      thread,
      site,
    ),
  lastOf: (session: string) =>
    db.get<SiteAnswerRow>('SELECT * FROM siteAnswers WHERE session = ? ORDER BY rowid DESC LIMIT 1', session),
  insert: (row: SiteAnswerRow) => insertRow(db, 'siteAnswers', row),
  rate: (id: string, rating: 1 | -1) => updateRow(db, 'siteAnswers', id, { rating }),
}));
