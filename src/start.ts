// Starts a run for a process: its streams, environment and signals become a Context.

import { readFileSync, readlinkSync, writeFileSync, writeSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';
import { run } from './cli.ts';
import { hideSecrets } from './client/redact.ts';
import { type Paths, pathsOf } from './config/folders.ts';
import type { Context, Env, Prompts } from './context.ts';
import { CancelledError, isError, messageOf } from './errors.ts';
import { ticks } from './files/of-node.ts';
import { canMove, createIo, type Io } from './output/io.ts';
import { ciSafe, safeText } from './output/safe-text.ts';

interface Called {
  argv: readonly string[];
  version: string;
}

/** What one run holds open until it ends. */
interface Life {
  settling: (() => Promise<void>)[];
  /** A pager has the terminal: Ctrl-C is for it. */
  paging: boolean;
  /** Changes that are being sent. */
  writing: Set<string>;
  /** Exit code of the signal that ended it; 0 when none did. */
  signalled: number;
  /** Exit code of another program that it ran; 0 when it ran none. */
  ended: number;
}

/** Runs the program to its end and leaves its exit code on the process. */
export async function start(process: NodeJS.Process, called: Called): Promise<void> {
  leaveMemoryOutOfCoreDumps();
  const life: Life = { settling: [], paging: false, writing: new Set(), signalled: 0, ended: 0 };
  catchTheUnexpected(process, called.argv);
  const context = createContext(process, called, life);
  if (isColored(context)) await (await import('./output/note.ts')).loadColors();
  const exitCode = await run(called.argv, context);
  for (const settle of life.settling) await settle();
  await showNotices(context);
  process.exitCode = life.ended || life.signalled || exitCode;
  endSoon(process);
}

/** Completion answers a shell, which colors what it shows itself. */
const isColored = ({ argv, io }: Context): boolean => argv[0] !== 'complete' && (io.colorOut || io.colorErr);

/** Only for a person who has the whole answer on a terminal. */
async function showNotices({ argv, env, io, now, paths, runtime: { node } }: Context): Promise<void> {
  if (Number.parseInt(node, 10) >= 22 || io.inCi || io.quiet) return;
  if (env.DOCS_NO_NOTICES || argv[0] === 'complete' || !io.outTty || !io.errTty) return;
  const { nodeNotice } = await import('./start/node-notice.ts');
  const { note } = await import('./output/note.ts');
  const notice = nodeNotice(node, paths(), now());
  if (notice !== undefined) note(io, notice);
}

/** What a process may take to end by itself, once its work is done. */
const LAST_MS = 500;

/** Ends the process when something still holds it, as soon as its output is written. */
function endSoon(process: NodeJS.Process): void {
  const end = () => {
    const unwritten = process.stdout.writableLength + process.stderr.writableLength;
    if (unwritten > 0) endSoon(process);
    else process.exit();
  };
  setTimeout(end, LAST_MS).unref();
}

function createContext(process: NodeJS.Process, { argv, version }: Called, life: Life): Context {
  leaveRelativePath(process.env);
  const env: Env = { ...process.env };
  // A diagnostic report of this process must not contain the token, nor what it starts.
  delete process.env.DOCS_TOKEN;
  const cwd = workingFolder(process);
  const { platform, versions } = process;
  const secrets = new Set(env.DOCS_TOKEN ? [env.DOCS_TOKEN.trim()] : []);
  const signal = cancelOnSignal(process, life);
  let paths: Paths | undefined;
  // Streams are handed over unopened: the first touch of one costs a millisecond.
  const io = createIo({
    stdin: () => process.stdin,
    stdout: () => process.stdout,
    stderr: () => process.stderr,
    env,
    isLog: () => isStepLog(platform, process.ppid),
    hide: hideSecrets(secrets),
    onDraw: () => restWhenStopped(process, io),
  });
  return {
    io,
    env,
    cwd,
    argv,
    version,
    runtime: { node: versions.node, platform },
    secrets,
    writing: life.writing,
    answers: new Map(),
    signal,
    startedAt: 0,
    now: () => new Date(),
    paths: () => {
      paths ??= pathsOf({ env, platform, cwd });
      return paths;
    },
    prompts: () => promptsOn(process, io, signal),
    openUrl: async (url) => (await import('./terminal/child-programs.ts')).openUrl(url, env),
    openEditor: async (file) => (await import('./terminal/child-programs.ts')).openEditor(file, env),
    ownGit: async (args, folder) => {
      const { runOwnGit } = await import('./terminal/child-programs.ts');
      return runOwnGit(args, { cwd: folder, env, signal, asks: io.inTty && io.errTty });
    },
    runProgram: async (words, variables) => {
      const { runProgram } = await import('./terminal/child-programs.ts');
      return runProgram(words, { env, cwd, signal, hasTerminal: io.inTty }, variables);
    },
    ...programReader({ argv, env, cwd, signal }),
    exitWith: (code) => {
      life.ended = code;
    },
    openPager: async (command) => {
      const { openPager } = await import('./terminal/child-programs.ts');
      const pager = await openPager(command, env, signal);
      if (!pager) return undefined;
      life.paging = true;
      return {
        ...pager,
        end: () =>
          pager.end().finally(() => {
            life.paging = false;
          }),
      };
    },
    settleWith: (settle) => {
      life.settling.push(settle);
    },
  };
}

async function promptsOn(process: NodeJS.Process, io: Io, signal: AbortSignal): Promise<Prompts> {
  const { stdin: input, stderr: output } = process;
  const ends = { input, output, line: io.line, stop: () => stopAll(process) };
  // A terminal that cannot move its cursor gets plain lines, as a screen reader does.
  return io.accessible
    ? (await import('./terminal/prompts-plain.ts')).openPlainPrompts({ ...ends, signal })
    : (await import('./terminal/prompts.ts')).openPrompts(ends);
}

/** A token is in memory, DOCS_TOKEN from the first moment. See core(5); children inherit it. */
function leaveMemoryOutOfCoreDumps(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // Another system, or one that does not show it.
  }
}

/** The tab key is pressed often, and nobody expects a question of a password manager then. */
function programReader({
  argv,
  ...where
}: Pick<Context, 'argv' | 'env' | 'cwd' | 'signal'>): Pick<Context, 'readProgram'> {
  if (argv[0] === 'complete') return {};
  return {
    readProgram: async (line, input) =>
      (await import('./terminal/child-programs.ts')).readProgram(line, where, input),
  };
}

/** With `.` in PATH a cloned repository would lend its programs to whatever this process starts, and to what that starts. */
function leaveRelativePath(env: NodeJS.ProcessEnv): void {
  if (env.PATH === undefined) return;
  const entries = env.PATH.split(delimiter);
  // Windows takes entries in quotes, too.
  const kept = entries.filter((entry) => isAbsolute(entry.startsWith('"') ? entry.slice(1) : entry));
  if (kept.length === entries.length) return;
  // Without any, each program would look where it likes, some of them in the working folder again.
  env.PATH = kept.join(delimiter) || USUAL_PATH;
}

const USUAL_PATH = '/usr/bin:/bin';

/** The working folder may have been removed. Then nothing that is named relative to it is found or written, and all else works. */
function workingFolder(process: NodeJS.Process): string {
  try {
    return process.cwd();
  } catch {
    return '/dev/null';
  }
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** A library that handles signals too makes one Ctrl-C arrive twice: a repeat within this time is the same one. */
const REPEAT_MS = 300;

/** The first signal ends the work in an orderly way, a second one ends the process. */
function cancelOnSignal(process: NodeJS.Process, life: Life): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  for (const [signal, exit] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (life.paging && signal === 'SIGINT') return;
      if (life.signalled && ticks() - firstAt > REPEAT_MS) {
        tellWrites(life.writing);
        process.exit(exit);
      }
      if (life.signalled) return;
      firstAt = ticks();
      life.signalled = exit;
      process.exitCode = exit;
      controller.abort(new CancelledError(`interrupted by ${signal}`, { exit }));
    });
  }
  return controller.signal;
}

const SHOW_CURSOR = '\u001b[?25h';

/** Ctrl-Z gives the terminal to a shell as the shell had it; what has it here takes it again when the program goes on. */
function restWhenStopped(process: NodeJS.Process, io: Io): void {
  const stop = () => {
    const takeAgain = io.line.rest();
    if (canMove(io)) io.stderr.write(SHOW_CURSOR);
    process.off('SIGTSTP', stop);
    // Stands still in here, unless nobody could make it go on.
    process.kill(process.pid, 'SIGTSTP');
    process.on('SIGTSTP', stop);
    takeAgain();
  };
  process.on('SIGTSTP', stop);
}

/** As a terminal does it: with a script that runs this. */
function stopAll(process: NodeJS.Process): void {
  if (process.platform !== 'win32') process.kill(0, 'SIGTSTP');
}

/** The last word of a process that is ended by force. */
function tellWrites(writing: ReadonlySet<string>): void {
  const [first] = writing;
  if (first === undefined) return;
  const more = writing.size > 1 ? ` and ${writing.size - 1} more` : '';
  try {
    writeSync(
      2,
      `docs: interrupted while a change was being sent (${first}${more}): it may have taken effect\nhint: docs history\n`,
    );
  } catch {
    // Nobody reads it.
  }
}

function catchTheUnexpected(process: NodeJS.Process, argv: readonly string[]): void {
  const end = (error: unknown) => {
    const message = messageOf(error);
    const shown = argv.includes('--debug') && isError(error) ? error.stack : message.split('\n')[0];
    process.exitCode = 1;
    // It may quote a text of the platform, and this goes past what else writes.
    const safe = ciSafe({ ci: 'github' }, safeText(String(shown), { multiline: true }));
    writeSync(2, `docs: unexpected error: ${safe}\nhint: run it again with --debug\n`);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

// Whether standard output is the log of a CI step, which its runner reads for commands, or a program reads it as data.

/**
 * In `T=$(docs …)` and `docs … | jq`, standard output is a pipe as the log is, but not the one of the step: the topmost
 * process that has the variables of a step writes to the log. True as well where that cannot be told.
 */
export function isStepLog(platform: NodeJS.Platform, parent: number, root = '/proc'): boolean {
  if (platform !== 'linux') return true;
  const own = streamOf(`${root}/self`, 1);
  const step = stepOf(root, parent);
  if (own === undefined || step === undefined) return true;
  const logs = [streamOf(step, 1), streamOf(step, 2)];
  return logs.includes(undefined) || logs.includes(own);
}

const MOST_PARENTS = 100;

/** The folder of the process of a step that started all others of it. */
function stepOf(root: string, parent: number): string | undefined {
  let step: string | undefined;
  let pid = parent;
  for (let times = 0; pid > 0 && times < MOST_PARENTS && isOfStep(`${root}/${pid}`); times += 1) {
    step = `${root}/${pid}`;
    pid = Number(/^PPid:\s*(\d+)$/m.exec(textOf(`${step}/status`))?.[1] ?? 0);
  }
  return step;
}

/** The runner itself has no such variable, or another one. */
const isOfStep = (folder: string): boolean =>
  /(^|\0)GITHUB_ACTIONS=./.test(textOf(`${folder}/environ`)) &&
  !/^Name:\s*Runner\./m.test(textOf(`${folder}/status`));

/** Empty for what is gone, or of somebody else. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** What a descriptor leads to: `pipe:[4711]`. */
function streamOf(folder: string, fd: number): string | undefined {
  try {
    return readlinkSync(`${folder}/fd/${fd}`);
  } catch {
    return undefined;
  }
}
