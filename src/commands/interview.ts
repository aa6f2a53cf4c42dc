// Several questions in a row, each of which can be left for the one before.
import { BACK, type Prompts, type Question } from '../context.ts';

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
  const history: T[] = [];
  let answers = start;
  for (;;) {
    const asked = next(answers);
    if (!asked) return answers;
    if (asked.before !== undefined) say(asked.before);
    const answer = await prompts.ask(asked.question);
    if (answer === BACK) answers = history.pop() ?? start;
    else {
      history.push(answers);
      answers = asked.take(answers, answer);
    }
  }
}
