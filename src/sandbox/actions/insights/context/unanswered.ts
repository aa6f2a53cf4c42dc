// Questions that visitors asked and that no page has ever answered.
import type { Sandbox } from '../../../sandbox.ts';
import type { Found } from './found.ts';

const MANY_TIMES = 5;
const SOME_TIMES = 3;

/** Counted as relevant: what is spam or about something else needs no page. */
export function findUnanswered({ db }: Sandbox, site: string): Found[] {
  const rows = db.all<{ id: string; question: string; times: number }>(
    `SELECT q.id, q.question, count(*) AS times FROM siteQuestions q JOIN siteAnswers a ON a.question = q.id
     WHERE q.site = ? AND a.relevance = 'relevant' GROUP BY q.id
     HAVING sum(a.answered = 'no') = count(*) ORDER BY q.createdAt, q.id`,
    site,
  );
  return rows.map(({ id, question, times }) => ({
    about: `question ${id}`,
    title: `Unanswered question: ${question}`,
    description: `Visitors asked it ${times === 1 ? 'once' : `${times} times`}, and no page answers it.`,
    type: 'content-gap',
    severity: times >= MANY_TIMES ? 'high' : times >= SOME_TIMES ? 'medium' : 'low',
    status: times > 1 ? 'open' : 'candidate',
    space: null,
    topic: null,
    pages: [],
    records: [],
    questions: [id],
  }));
}
