// Questions to a person, by @inquirer/prompts. Everything is drawn on standard error.
import { type Answer, BACK, type Prompts, type Question } from '../context.ts';
import { CancelledError } from '../errors.ts';

export interface Ends {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** Takes the streams of a terminal; returns the questions. Ctrl-C in one throws CancelledError (exit 130). */
export async function openPrompts(ends: Ends): Promise<Prompts> {
  const { confirm, input, password, select } = await import('@inquirer/prompts');
  return {
    confirm: (message) => answered(confirm({ message, default: false }, ends)),
    input: (message) => answered(input({ message }, ends)),
    password: (message) => answered(password({ message, mask: '*' }, ends)),
    select: (message, choices) => answered(select({ message, choices: [...choices] }, ends)),
    ask: (question) => askWithBack(ends, question),
  };
}

async function answered<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== 'ExitPromptError') throw cause;
    throw new CancelledError('interrupted: nothing was sent', { cause });
  }
}

/** Esc answers BACK. */
async function askWithBack(ends: Ends, question: Question): Promise<Answer> {
  const controller = new AbortController();
  const context = { ...ends, signal: controller.signal, clearPromptOnDone: false };
  const watch = (_: unknown, key?: { name?: string }) => {
    if (key?.name !== 'escape') return;
    // Read when the question ends: one that was left does not stay on the screen.
    context.clearPromptOnDone = true;
    controller.abort();
  };
  ends.input.on('keypress', watch);
  try {
    return await answered(draw(question, context));
  } catch (error) {
    if (controller.signal.aborted) return BACK;
    throw error;
  } finally {
    ends.input.off('keypress', watch);
  }
}

async function draw(question: Question, context: Ends & { signal: AbortSignal }): Promise<string | boolean> {
  const { confirm, input, search, select } = await import('@inquirer/prompts');
  const { message } = question;
  if (question.kind === 'yes-no') return confirm({ message, default: question.default }, context);
  if (question.kind === 'text') {
    const { default: preset = '', check } = question;
    return input({ message, default: preset, ...(check && { validate: check }) }, context);
  }
  const { choices } = question;
  const preset = question.default === undefined ? {} : { default: question.default };
  if (!question.search) {
    return select({ message, choices: [...choices], ...preset }, context);
  }
  const source = async (term = '') =>
    choices.filter(({ name }) => name.toLowerCase().includes(term.trim().toLowerCase()));
  return search({ message, source, ...preset }, context);
}
