// Questions to a person, by @inquirer/prompts. Everything is drawn on standard error.
import { type Answer, BACK, type Prompts, type Question } from '../context.ts';
import { CancelledError, InteractionError, isError } from '../errors.ts';
import { safeLine } from '../output/safe-text.ts';
import { readKeys } from './keys.ts';
import { safeQuestion } from './safe-question.ts';

export interface Ends {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** Esc was pressed: `times` is more than one when it came again before the terminal could tell the two apart. */
class Left extends Error {
  readonly times: number;
  constructor(times: number) {
    super('left');
    this.times = times;
  }
}

const THEME = {
  style: {
    keysHelpTip: () => '↑↓ choose · type to filter · ⏎ select · Esc goes back',
  },
};
/** Outside a row of questions there is nothing to go back to. */
const THEME_ALONE = {
  style: { keysHelpTip: () => '↑↓ choose · type to filter · ⏎ select · Esc leaves' },
};

/**
 * Takes the streams of a terminal; returns the questions. Ctrl-C or Ctrl-D in one throws CancelledError (exit 130), Esc in one that
 * stands alone InteractionError (exit 3); Esc at yes or no means no.
 */
export async function openPrompts(ends: Ends): Promise<Prompts> {
  const alone = (question: Question) => draw(ends, question, THEME_ALONE).catch(leave);
  // Quick presses of Esc beyond the first: each one leaves one question more.
  let owed = 0;
  return {
    confirm: async (message) =>
      (await draw(ends, { kind: 'yes-no', message, default: false }, THEME_ALONE).catch(no)) === true,
    input: async (message) => String(await alone({ kind: 'text', message })),
    password: (message) => askSecret(ends, message).catch(leave),
    select: async (message, choices) => String(await alone({ kind: 'choice', message, choices })),
    ask: async (question): Promise<Answer> => {
      if (owed > 0) {
        owed -= 1;
        return BACK;
      }
      try {
        return await draw(ends, question, THEME);
      } catch (error) {
        if (!(error instanceof Left)) throw error;
        owed = error.times - 1;
        return BACK;
      }
    },
  };
}

function no(error: unknown): boolean {
  if (error instanceof Left) return false;
  throw error;
}

function leave(error: unknown): never {
  if (error instanceof Left) throw new InteractionError('canceled', { code: 'DECLINED' });
  throw error;
}

const interrupted = (cause?: Error) => new CancelledError('interrupted: nothing was sent', { cause });

/** Of a list; with what is drawn around it, it fits a terminal of 24 lines. */
const LINES = 12;

type Drawing = Ends & { signal: AbortSignal; clearPromptOnDone: boolean };

/** Throws Left for Esc. */
async function untilLeft<T>(ends: Ends, work: (context: Drawing) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const escaped = (times: number) => {
    // Read when the question ends: one that was left does not stay on the screen.
    context.clearPromptOnDone = true;
    controller.abort(new Left(times));
  };
  const keys = readKeys(ends.input, escaped, () => controller.abort(interrupted()));
  const context = { ...ends, input: keys.input, signal: controller.signal, clearPromptOnDone: false };
  try {
    return await work(context);
  } catch (cause) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (!isError(cause) || cause.name !== 'ExitPromptError') throw cause;
    throw interrupted(cause);
  } finally {
    keys.close();
  }
}

const askSecret = (ends: Ends, message: string): Promise<string> =>
  untilLeft(ends, async (context) => {
    const { password } = await import('@inquirer/prompts');
    return password({ message: safeLine(message), mask: '*' }, context);
  });

async function draw(ends: Ends, asked: Question, theme: typeof THEME): Promise<string | boolean> {
  const { question, answerOf } = safeQuestion(asked);
  const answer = await untilLeft(ends, async (context): Promise<string | boolean> => {
    const { confirm, input, search } = await import('@inquirer/prompts');
    const { message } = question;
    if (question.kind === 'yes-no') return confirm({ message, default: question.default }, context);
    if (question.kind === 'text') {
      const { default: preset = '', check } = question;
      return input({ message, default: preset, ...(check && { validate: check }) }, context);
    }
    const preset = question.default === undefined ? {} : { default: question.default };
    const source = async (term = '') => {
      const wanted = term.trim().toLowerCase();
      return question.choices.filter(({ name }) => name.toLowerCase().includes(wanted));
    };
    return search({ message, source, theme, pageSize: LINES, ...preset }, context);
  });
  return answerOf(answer);
}
