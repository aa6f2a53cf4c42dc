// Questions to a person, by @inquirer/prompts. Everything is drawn on standard error.

import { PassThrough, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type Answer, BACK, type Check, type Prompts, type Question } from '../context.ts';
import { CancelledError, InteractionError, isError } from '../errors.ts';
import type { Output, TerminalLine } from '../output/io.ts';
import { safeLine } from '../output/safe-text.ts';

// What is typed at a question, so that pasted text and its Enter, and a lone Esc, each mean what they say.

/** The rest of an arrow key comes well within this, also over a slow line. */
const ESCAPE_MS = 50;
/** Ctrl-D, the end of input where a terminal is read key by key. */
const END = '\u0004';
/** Ctrl-Z, which a terminal that is read key by key does not take for itself. */
const STOP = '\u001a';

/** A terminal as readline sees it. */
type Terminal = NodeJS.ReadableStream &
  Partial<Pick<NodeJS.ReadStream, 'isTTY' | 'isRaw'>> & { setRawMode?: (raw: boolean) => unknown };

export interface Keys {
  /** To be read in place of the terminal. */
  input: NodeJS.ReadableStream;
  /** Drops what is left of a paste. */
  drop(): void;
  /** Lets the terminal read lines again while a shell has it. */
  rest(isResting: boolean): void;
  /** Leaves the terminal alone again, and drops what is left of a paste. */
  close(): void;
}

/**
 * Passes on what is typed. Enter always comes by itself, because a question may still be handling the letters before it.
 * Esc is never passed on: readline would wait half a second in case it begins a longer key, so `onEscape` gets the number of
 * presses. The end of input is not passed on either: a question would wait for an answer that cannot come, so `onEnd` is called.
 * Nor is Ctrl-Z: readline would read nothing more afterwards.
 */
function readKeys(
  terminal: Terminal,
  { onEscape, onEnd, onStop }: { onEscape(times: number): void; onEnd(): void; onStop(): void },
): Keys {
  const keys = asTerminal(terminal);
  const decoder = new StringDecoder('utf8');
  const waiting: string[] = [];
  let pending: { escapes: string; timer: NodeJS.Timeout } | undefined;
  let next: NodeJS.Immediate | undefined;
  const pass = (): void => {
    next = undefined;
    const piece = waiting.shift();
    if (piece === undefined) return;
    if (piece === STOP) onStop();
    else keys.write(piece);
    next = setImmediate(pass);
  };
  const read = (chunk: Buffer | string): void => {
    const all = (pending?.escapes ?? '') + (typeof chunk === 'string' ? chunk : decoder.write(chunk));
    clearTimeout(pending?.timer);
    pending = undefined;
    const [text = '', ...rest] = all.split(END);
    // What comes before it may be the answer; then it ends nothing but a paste.
    if (rest.length > 0 && !/[\r\n]/.test(text)) {
      onEnd();
      return;
    }
    const escapes = /\u001b*$/.exec(text)?.[0] ?? '';
    if (escapes !== '') pending = { escapes, timer: setTimeout(() => onEscape(escapes.length), ESCAPE_MS) };
    waiting.push(
      ...(text.slice(0, text.length - escapes.length).match(/\r\n?|\n|\u001a|[^\r\n\u001a]+/g) ?? []),
    );
    if (next === undefined) pass();
  };
  terminal.on('data', read).on('end', onEnd).resume();
  return {
    input: keys,
    drop: () => {
      waiting.length = 0;
    },
    rest: (isResting) => terminal.setRawMode?.(!isResting),
    close: () => {
      terminal.off('data', read).off('end', onEnd).pause();
      clearTimeout(pending?.timer);
      if (next) clearImmediate(next);
    },
  };
}

/** A stream with the switches of this terminal, where it has them. */
function asTerminal(terminal: Terminal): PassThrough {
  const { setRawMode } = terminal;
  return Object.assign(new PassThrough(), {
    isTTY: terminal.isTTY,
    ...(setRawMode && { setRawMode: (raw: boolean) => setRawMode.call(terminal, raw) }),
  });
}

export interface Ends {
  input: NodeJS.ReadableStream;
  output: Output;
  /** What a question has to itself until it is answered. */
  line?: TerminalLine;
  /** Stops this program and all that was started with it, as Ctrl-Z does. */
  stop?: () => void;
}

interface Screen {
  /** To be drawn on in place of the terminal. */
  output: Output;
  /** Clears what is below the line in hand: a shell writes there. */
  clearBelow(): void;
  /** Draws once more, where the cursor is. */
  drawAgain(): void;
}

/** Clears from the cursor to the end of the screen, and shows the cursor. */
const CLEAR_BELOW = '\u001b[J\u001b[?25h';
/** How a question begins to draw itself anew: to its last line, and up over what it drew. */
const OVER = /^(?:\u001b\[\d+B)?(?:\u001b\[2K(?:\u001b\[1A)?)+\u001b\[G/;

/** Passes on what is drawn, and remembers what is on the screen of it. */
function remembering(terminal: Output): Screen {
  let drawn = '';
  const write = (chunk: unknown, _: unknown, done: () => void) => {
    const text = String(chunk);
    drawn = OVER.test(text) ? text.replace(OVER, '') : drawn + text;
    terminal.write(text);
    done();
  };
  const sizes = { isTTY: { get: () => terminal.isTTY }, columns: { get: () => terminal.columns } };
  return {
    output: Object.defineProperties(new Writable({ decodeStrings: false, write }), sizes),
    clearBelow: () => void terminal.write(CLEAR_BELOW),
    drawAgain: () => void terminal.write(drawn),
  };
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
  // What was typed wrongly may be corrected.
  validationFailureMode: 'keep' as 'keep' | 'clear',
  style: {
    keysHelpTip: () => '↑↓ choose · type to filter · ⏎ select · Esc goes back',
  },
};
/** Outside a row of questions there is nothing to go back to. */
const THEME_ALONE: typeof THEME = {
  // A name that is typed to confirm is typed anew.
  validationFailureMode: 'clear',
  style: { keysHelpTip: () => '↑↓ choose · type to filter · ⏎ select · Esc cancels' },
};

/**
 * Takes the streams of a terminal; returns the questions. Ctrl-C or Ctrl-D in one throws CancelledError (exit 130), Esc in one that
 * stands alone InteractionError (exit 3); Esc at yes or no means no.
 */
export async function openPrompts(ends: Ends): Promise<Prompts> {
  const alone = (question: Question) =>
    draw(ends, question, THEME_ALONE).catch((error) =>
      leave(error, question.kind === 'choice' ? 'canceled: nothing was chosen' : 'canceled'),
    );
  // Quick presses of Esc beyond the first: each one leaves one question more.
  let owed = 0;
  return {
    confirm: async (message) =>
      (await draw(ends, { kind: 'yes-no', message, default: false }, THEME_ALONE).catch(no)) === true,
    input: async (message, check) => String(await alone({ kind: 'text', message, ...(check && { check }) })),
    password: (message) => askSecret(ends, message).catch((error) => leave(error)),
    select: async (message, choices, preset) =>
      String(
        await alone({ kind: 'choice', message, choices, ...(preset !== undefined && { default: preset }) }),
      ),
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

function leave(error: unknown, message = 'canceled'): never {
  if (error instanceof Left) throw new InteractionError(message, { code: 'DECLINED' });
  throw error;
}

const interrupted = (cause?: Error) => new CancelledError('interrupted: nothing was sent', { cause });

/** Of a list; with what is drawn around it, it fits a terminal of 24 lines. */
const LINES = 12;

type Drawing = Pick<Ends, 'input' | 'output'> & { signal: AbortSignal; clearPromptOnDone: boolean };
/** What is typed at it, and how an error ends it. */
interface Typed {
  keys: Keys;
  fail: (error: unknown) => void;
}

/** Throws Left for Esc. */
async function untilLeft<T>(ends: Ends, work: (context: Drawing, typed: Typed) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const escaped = (times: number) => {
    // Read when the question ends: one that was left does not stay on the screen.
    context.clearPromptOnDone = true;
    controller.abort(new Left(times));
  };
  const keys = readKeys(ends.input, {
    onEscape: escaped,
    onEnd: () => controller.abort(interrupted()),
    onStop: () => ends.stop?.(),
  });
  const screen = remembering(ends.output);
  const release = ends.line?.hold(() => {
    screen.clearBelow();
    keys.rest(true);
    return () => {
      keys.rest(false);
      screen.drawAgain();
    };
  });
  const { input } = keys;
  const context = { input, output: screen.output, signal: controller.signal, clearPromptOnDone: false };
  try {
    return await work(context, { keys, fail: (error) => controller.abort(error) });
  } catch (cause) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (!isError(cause) || cause.name !== 'ExitPromptError') throw cause;
    throw interrupted(cause);
  } finally {
    keys.close();
    release?.();
  }
}

const askSecret = (ends: Ends, message: string): Promise<string> =>
  untilLeft(ends, async (context) => {
    const { password } = await import('@inquirer/prompts');
    return password({ message: safeLine(message), mask: '*' }, context);
  });

async function draw(ends: Ends, asked: Question, theme: typeof THEME): Promise<string | boolean> {
  const { question, answerOf } = safeQuestion(asked);
  const answer = await untilLeft(ends, async (context, typed): Promise<string | boolean> => {
    const { confirm, input, search } = await import('@inquirer/prompts');
    const { message } = question;
    if (question.kind === 'yes-no') return confirm({ message, default: question.default }, context);
    if (question.kind === 'text') {
      const { default: preset = '', check } = question;
      const validate = check && checkedIn(typed, check);
      const { validationFailureMode } = theme;
      const options = { message, default: preset, theme: { validationFailureMode } };
      return input({ ...options, ...(validate && { validate }) }, context);
    }
    const preset = question.default === undefined ? {} : { default: question.default };
    const source = async (term = '') => {
      const wanted = term.trim().toLowerCase();
      return question.choices.filter(
        ({ name, value }) => name.toLowerCase().includes(wanted) || namesIt(term, value),
      );
    };
    return search({ message, source, theme, pageSize: LINES, ...preset }, context);
  });
  return answerOf(answer);
}

/** An ID, also in a URL that was pasted. */
const namesIt = (term: string, value: string): boolean => /^\w{16,}$/.test(value) && term.includes(value);

/** A refused answer is not followed by the rest of a paste, and an error ends the question. */
function checkedIn({ keys, fail }: Typed, check: Check): Check {
  return async (text) => {
    try {
      const problem = await check(text);
      if (problem !== true) keys.drop();
      return problem;
    } catch (error) {
      fail(error);
      return ' ';
    }
  };
}

// A question as it may be drawn: nothing in it moves the cursor, colours or reorders the screen, or breaks the line.

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
