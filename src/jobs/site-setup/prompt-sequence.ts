// Several questions in a row, each of which can be left for the one before.
import { BACK, type Prompts, type Question } from '../../context.ts';

/** A question, and what its answer makes of the answers so far. */
export interface Asked<T> {
  question: Question;
  /** Shows something before the question; returns what that makes it offer first. */
  before?: (say: (text: string) => void) => Promise<string | undefined>;
  /** Asked again and again: what was chosen last is not offered first. */
  isMenu?: boolean;
  take(answers: T, answer: string | boolean): T;
}

/**
 * Asks what `next` wants to know of the answers so far, until it wants to know nothing. Each question offers what was
 * answered to it before, so that going back any number of times loses nothing that still fits. Going back from the first
 * question says how to leave.
 */
export async function interview<T>(
  prompts: Prompts,
  start: T,
  next: (answers: T) => Asked<T> | undefined,
  say: (text: string) => void,
): Promise<T> {
  const history: T[] = [];
  const given = new Map<string, string | boolean>();
  let answers = start;
  for (;;) {
    const asked = next(answers);
    if (!asked) return answers;
    const { question } = asked;
    const offered = await asked.before?.(say);
    const answer = await prompts.ask(withFormer(question, given.get(question.message) ?? offered));
    if (answer === BACK) {
      if (history.length === 0) say('This is the first question. Press Ctrl-C to leave; nothing was sent.\n');
      answers = history.pop() ?? start;
    } else {
      if (!asked.isMenu) given.set(question.message, answer);
      history.push(answers);
      answers = asked.take(answers, answer);
    }
  }
}

/** A question that was answered before offers that answer, unless it is not among the choices any more. */
function withFormer(question: Question, former: string | boolean | undefined): Question {
  if (question.kind === 'yes-no')
    return typeof former === 'boolean' ? { ...question, default: former } : question;
  if (typeof former !== 'string') return question;
  const fits = question.kind === 'text' || question.choices.some(({ value }) => value === former);
  return fits ? { ...question, default: former } : question;
}
