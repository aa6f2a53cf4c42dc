// Questions to a person, by @inquirer/prompts. Everything is drawn on standard error.

import type { Prompts } from './context.ts';
import { CancelledError } from './errors.ts';

interface Ends {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** Takes the streams of a terminal; returns the questions. Ctrl-C in one throws CancelledError (exit 130). */
export async function openPrompts(ends: Ends): Promise<Prompts> {
  const { confirm, input, password, select } = await import('@inquirer/prompts');
  const ask = async <T>(question: Promise<T>): Promise<T> => {
    try {
      return await question;
    } catch (cause) {
      if (!(cause instanceof Error) || cause.name !== 'ExitPromptError') throw cause;
      throw new CancelledError('interrupted: nothing was sent', { cause });
    }
  };
  return {
    confirm: (message) => ask(confirm({ message, default: false }, ends)),
    input: (message) => ask(input({ message }, ends)),
    password: (message) => ask(password({ message, mask: '*' }, ends)),
    select: (message, choices) => ask(select({ message, choices: [...choices] }, ends)),
  };
}
