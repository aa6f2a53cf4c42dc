// What a run reads from and writes to. The only code that writes.

import { fstatSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { isError, LocalIoError } from '../errors.ts';
import { PackedTexts } from '../files/texts.ts';
import { ciSafe, hasHyperlinks, type Runner } from './safe-text.ts';

export type Input = Readable & { isTTY?: boolean };
export type Output = Writable & { isTTY?: boolean; columns?: number; rows?: number };
type Env = Readonly<Record<string, string | undefined>>;

interface IoSource {
  // Functions, because the first touch of process.stdout costs a millisecond.
  stdin: () => Input;
  stdout: () => Output;
  stderr: () => Output;
  env: Env;
  /** Whether what goes into a pipe is read as the log of a CI step. Left out: it may be. */
  isLog?: () => boolean;
  /** Takes live secrets out of a text before it is written. */
  hide?: (text: string) => string;
  /** Called before the first time that something takes the last line. */
  onDraw?: () => void;
}

export interface Io {
  /**
   * Writes data to standard output; resolves when it is flushed. `isForRunner`: its lines are commands to a CI runner, in
   * which all data is encoded. Throws LocalIoError, but not when the reader has gone.
   */
  out(text: string, isForRunner?: boolean): Promise<void>;
  /** Writes to standard error; never throws. Text of the platform must have passed `safeText`. */
  err(text: string): void;
  /** Makes each command in a text whole, then prints it: where this run was told its profile, host or organization. */
  readonly complete?: (text: string, print: (whole: string) => void) => void;
  readonly outTty: boolean;
  readonly errTty: boolean;
  readonly inTty: boolean;
  /** Width of the terminal in cells; 80 where nothing tells. */
  readonly columns: number;
  /** Height of the terminal in lines; 24 where nothing tells. */
  readonly rows: number;
  readonly colorOut: boolean;
  readonly colorErr: boolean;
  /** The terminal shows links behind text. */
  readonly hyperlinks: boolean;
  /** Only results, warnings and errors: no notes beside them. */
  readonly quiet: boolean;
  /** Asked for plain output: no spinner. */
  readonly accessible: boolean;
  /** The reader of standard output has gone (`| head`): stop making more of it. */
  readonly outClosed: boolean;
  /** The runner that takes commands from output lines, if one runs this. */
  readonly ci: Runner;
  /** The same for standard output: none where a file or another program gets it. */
  readonly outCi: Runner;
  readonly inCi: boolean;
  readonly stdin: Input;
  /** Who draws on the last line of the terminal. */
  readonly line: TerminalLine;
  /** For libraries that draw by themselves: prompts and the spinner. */
  readonly stderr: Output;
  /** Hears what the columns of tab-separated rows are: these have no header. */
  readonly onColumns?: (columns: readonly string[]) => void;
  /** What a run has come to so far, for a program that gets no result of its own. */
  readonly told?: ResultSoFar;
}

/** Whether there was a result on standard output; the last line that said what was done, and the same as data. */
export interface ResultSoFar {
  hasResult: boolean;
  done?: { readonly message: string } & Readonly<Record<string, unknown>>;
}

/** Makes the Io of a run. The streams are fetched when first used. */
export function createIo({
  stdin,
  stdout,
  stderr,
  env,
  isLog = () => true,
  hide = (text) => text,
  onDraw = () => {},
}: IoSource): Io {
  const input = once(stdin);
  const output = once(() => listening(stdout()));
  const errors = once(() => listening(stderr()));
  let outClosed = false;
  const line = terminalLine(once(onDraw));
  const ci = runner(env);
  const outCi = once(() => (ci && !isFile(output()) && isLog() ? ci : undefined));
  // Whoever prints may have forgotten what a CI runner takes for a command.
  const safe = (text: string, runner: Io['ci']) => ciSafe({ ci: runner }, hide(text));

  return {
    line,
    async out(text, isForRunner = false) {
      if (outClosed || text === '') return;
      line.clear();
      const failure = await write(output(), safe(text, isForRunner ? undefined : outCi()));
      if (failure && !isGone(failure)) throw writeError(failure);
      outClosed ||= failure !== undefined;
    },
    // Nobody is left to hear about a failure here.
    err(text) {
      line.clear();
      void write(errors(), safe(text, ci));
    },
    get outTty() {
      return output().isTTY === true;
    },
    get errTty() {
      return errors().isTTY === true;
    },
    get inTty() {
      return input().isTTY === true;
    },
    get columns() {
      return positive(env.COLUMNS) ?? (output().columns || 80);
    },
    get rows() {
      return positive(env.LINES) ?? (output().rows || 24);
    },
    get colorOut() {
      return wantsColor(env, () => output().isTTY === true);
    },
    get colorErr() {
      return wantsColor(env, () => errors().isTTY === true);
    },
    get hyperlinks() {
      return output().isTTY === true && hasHyperlinks(env) && !isSet(env.ACCESSIBLE);
    },
    quiet: env.DOCS_NOTES === 'off',
    // A dumb terminal cannot move its cursor either.
    accessible: isSet(env.ACCESSIBLE) || env.TERM === 'dumb',
    get outClosed() {
      return outClosed;
    },
    ci,
    get outCi() {
      return outCi();
    },
    inCi: isSet(env.CI) || ci !== undefined,
    get stdin() {
      return input();
    },
    get stderr() {
      return errors();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A stream without a listener for `error` ends the process with a trace; `write` hears of the failure by its callback. */
function listening(stream: Output): Output {
  return stream.on('error', () => {});
}

/** Resolves to the failure, if there was one. */
function write(stream: Output, text: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    try {
      stream.write(text, (error) => resolve(error ?? undefined));
    } catch (error) {
      // Writes to some devices are synchronous and throw.
      resolve(isError(error) ? error : new Error(String(error)));
    }
  });
}

const errorCode = (error: Error) => ('code' in error ? String(error.code) : error.message);

// A write after EPIPE finds the stream destroyed.
const isGone = (error: Error) =>
  ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'].includes(errorCode(error));

const writeError = (cause: Error): LocalIoError =>
  new LocalIoError(`cannot write to standard output: ${errorCode(cause)}`, {
    hint: 'free space on the disk, or send the output elsewhere',
    cause,
  });

function isFile(stream: Output): boolean {
  const fd: unknown = 'fd' in stream ? stream.fd : undefined;
  try {
    return typeof fd === 'number' && fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

/** NO_COLOR wins: it is the one a person sets on purpose; FORCE_COLOR is often set by test runners and CI. */
function wantsColor(env: Env, isTty: () => boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return isSet(env.FORCE_COLOR) || env.FORCE_COLOR === '';
  return env.TERM !== 'dumb' && !agentIn(env) && isTty();
}

function runner(env: Env): Io['ci'] {
  if (isSet(env.GITHUB_ACTIONS)) return 'github';
  if (isSet(env.TF_BUILD)) return 'azure';
  return env.TEAMCITY_VERSION ? 'teamcity' : undefined;
}

const isSet = (value: string | undefined) => Boolean(value) && !/^(0|false|no|off)$/i.test(value ?? '');

function positive(value: string | undefined): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

/**
 * Whether something may move on standard error: a person looks at it, who wants color, for what moves is made of escape
 * sequences. A terminal may say that it has no columns (in a container, over a connection without a size): a spinner
 * would take up lines without end there. The terminal is asked last: to ask opens it.
 */
export const canMove = (io: Io): boolean =>
  !io.accessible && !io.inCi && io.colorErr && io.errTty && io.stderr.columns !== 0;

/** Whether there is a person to ask: a terminal on both ends, no CI, no --no-input. Piped bytes never mean yes. */
export const canAsk = ({
  context: { io },
  flags,
}: {
  context: { io: Io };
  flags: { input?: boolean };
}): boolean => io.inTty && io.errTty && !io.inCi && flags.input !== false;

// The last line of a terminal: it shows one moving thing at a time, and nothing moving while text is written.

export interface TerminalLine {
  /**
   * Takes the line for a bar, a spinner or a question; returns what gives it back. `rest` leaves the terminal to a shell,
   * and returns what takes it again.
   */
  hold(rest?: () => () => void): () => void;
  /** Whether one of these has it. */
  isHeld(): boolean;
  /** Shows something that gives way as soon as the line is wanted; false where the line is taken. */
  offer(show: () => { stop(): void }): boolean;
  /** Clears what was offered: text comes. */
  clear(): void;
  /** Leaves the terminal to a shell; returns what takes it again. */
  rest(): () => void;
}

function terminalLine(onDraw: () => void): TerminalLine {
  let holders = 0;
  let shown: { stop(): void } | undefined;
  const resting = new Set<() => () => void>();
  const clear = () => {
    shown?.stop();
    shown = undefined;
  };
  return {
    hold(rest) {
      onDraw();
      clear();
      holders += 1;
      if (rest) resting.add(rest);
      let isHeld = true;
      return () => {
        if (isHeld) holders -= 1;
        if (rest) resting.delete(rest);
        isHeld = false;
      };
    },
    isHeld: () => holders > 0,
    offer(show) {
      if (holders > 0 || shown) return false;
      onDraw();
      shown = show();
      return true;
    },
    clear,
    rest() {
      clear();
      const back = [...resting].map((leave) => leave());
      return () => {
        for (const take of back) take();
      };
    },
  };
}

// Output that is written once all of it is known to be right.
interface Held {
  /** Keeps what is written to standard output. */
  io: Io;
  /** Writes it. */
  release(): Promise<void>;
}

export function holdOut(io: Io): Held {
  const texts = new PackedTexts();
  const out = async (text: string) => texts.push(text);
  return {
    io: Object.create(io, { out: { value: out } }),
    async release() {
      for (const text of texts) await io.out(text);
    },
  };
}

// Programs that run docs for somebody: who they are, by the variables that they set. They are named, never trusted.

/** Variables that one program sets, and its name. */
const PROGRAMS: Readonly<Record<string, string>> = {
  CLAUDECODE: 'claude-code',
  CODEX_CI: 'codex',
  CODEX_SANDBOX: 'codex',
  GEMINI_CLI: 'gemini-cli',
  CURSOR_AGENT: 'cursor',
  OPENCODE: 'opencode',
  GOOSE_TERMINAL: 'goose',
  COPILOT_CLI: 'copilot',
  AMP_CURRENT_THREAD_ID: 'amp',
  REPL_AGENT: 'replit',
};

const LONGEST_NAME = 60;

/** The name of the program that runs this, where one says so; AI_AGENT holds it itself. */
export function agentIn(env: Env): string | undefined {
  const named = agentName(env.AI_AGENT ?? '');
  if (named !== undefined && !/^(?:0|false|no|off)$/i.test(named))
    return /^(?:1|true|yes|on)$/i.test(named) ? 'agent' : named;
  const found = Object.entries(PROGRAMS).find(([name]) => isSet(env[name]));
  return found?.[1];
}

/** A name as it may be printed and kept: letters, digits and a little between them. */
export function agentName(text: string): string | undefined {
  const name = text
    .replace(/[^\w .@/+-]+/g, '')
    .trim()
    .slice(0, LONGEST_NAME);
  return name === '' ? undefined : name;
}
