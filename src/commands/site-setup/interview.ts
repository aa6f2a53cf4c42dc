// Several questions in a row, each of which can be left for the one before.
import { BACK, type Prompts, type Question } from '../../context.ts';

/** A question, and what its answer makes of the answers so far. */
export interface Asked<T> {
  question: Question;
  /** Shown before the question. */
  before?: string;
  take(answers: T, answer: string | boolean): T;
}

/**
 * Asks what `next` wants to know of the answers so far, until it wants to know nothing. Going back from the first
 * question asks it again.
 */
export async function interview<T>(
  prompts: Prompts,
  start: T,
  next: (answers: T) => Asked<T> | undefined,
  say: (text: string) => void,
): Promise<T> {
  const history: { answers: T; answer: string | boolean }[] = [];
  let answers = start;
  let former: string | boolean | undefined;
  for (;;) {
    const asked = next(answers);
    if (!asked) return answers;
    if (asked.before !== undefined) say(asked.before);
    const answer = await prompts.ask(withFormer(asked.question, former));
    if (answer === BACK) {
      const before = history.pop();
      answers = before?.answers ?? start;
      former = before?.answer;
    } else {
      history.push({ answers, answer });
      answers = asked.take(answers, answer);
      former = undefined;
    }
  }
}

/** A question that is gone back to offers what was answered before. */
function withFormer(question: Question, former: string | boolean | undefined): Question {
  if (question.kind === 'yes-no')
    return typeof former === 'boolean' ? { ...question, default: former } : question;
  return typeof former === 'string' && former !== '' ? { ...question, default: former } : question;
}
