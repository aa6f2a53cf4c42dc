// A question as it may be drawn: nothing in it moves the cursor, colours or reorders the screen, or breaks the line.
import type { Question } from '../context.ts';
import { safeLine } from '../output/safe-text.ts';

export interface SafeQuestion {
  question: Question;
  /** What was meant by an answer: a default is drawn safely and taken as it is. */
  answerOf(answer: string | boolean): string | boolean;
}

/** The border of all questions: titles of the platform come into messages, choices, descriptions and defaults. */
export function safeQuestion(question: Question): SafeQuestion {
  const message = safeLine(question.message);
  if (question.kind === 'yes-no') return { question: { ...question, message }, answerOf: (answer) => answer };
  if (question.kind === 'choice') {
    const choices = question.choices.map(({ name, value, description }) => ({
      name: safeLine(name),
      value,
      ...(description !== undefined && { description: safeLine(description) }),
    }));
    return { question: { ...question, message, choices }, answerOf: (answer) => answer };
  }
  const { default: preset, check } = question;
  const shown = preset === undefined ? undefined : safeLine(preset);
  const meant = (text: string) => (text === shown && preset !== undefined ? preset : text);
  const checkMeant = async (text: string) => {
    const problem = (await check?.(meant(text))) ?? true;
    return problem === true ? true : safeLine(problem);
  };
  return {
    question: {
      kind: 'text',
      message,
      ...(shown !== undefined && { default: shown }),
      ...(check && { check: checkMeant }),
    },
    answerOf: (answer) => (typeof answer === 'string' ? meant(answer) : answer),
  };
}
