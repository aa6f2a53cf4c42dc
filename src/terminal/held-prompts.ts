// Questions that have the last line of the terminal to themselves.
import type { Prompts } from '../context.ts';
import type { TerminalLine } from '../output/io.ts';

/** The same questions; nothing else is drawn while one of them waits for its answer. */
export function heldPrompts(line: TerminalLine, prompts: Prompts): Prompts {
  const during = async <T>(ask: () => Promise<T>): Promise<T> => {
    const release = line.hold();
    try {
      return await ask();
    } finally {
      release();
    }
  };
  return {
    confirm: (message) => during(() => prompts.confirm(message)),
    input: (message, check) => during(() => prompts.input(message, check)),
    password: (message) => during(() => prompts.password(message)),
    select: (...asked) => during(() => prompts.select(...asked)),
    ask: (question) => during(() => prompts.ask(question)),
  };
}
