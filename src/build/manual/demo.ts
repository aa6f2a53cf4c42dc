// The demo sandbox that the examples of the manual are run in, in this process, with the same clock each time.
import { setMaxListeners } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { copyTree } from '../../../test/helpers/cli.ts';
import { setupOf, wordsOf, writeFixtures } from '../../../test/helpers/example-files.ts';
import { run } from '../../cli.ts';
import { pathsOf } from '../../config/folders.ts';
import type { Context, Prompts } from '../../context.ts';
import { EXIT } from '../../errors.ts';
import { createIo } from '../../output/io.ts';

export const NOW = new Date('2026-01-15T09:00:00.000Z');
const MOST_LINES = 25;
const MOST_MS = 60_000;
/** What runs until somebody ends it is ended after this. */
const WATCHED_MS = 2000;

export interface Ran {
  exit: number;
  /** Standard output, and with `both` standard error, in the order in which they were written. */
  out: string;
}

export interface CallOptions {
  both?: boolean;
  env?: Record<string, string>;
  stdin?: string;
  /** What a person at a terminal answers; yes to all else. */
  person?: Person;
  /** Ends it as Ctrl-C would, after a moment. */
  watched?: boolean;
}

export interface Person {
  address: string;
  name: string;
  token: string;
}

/** A home with a sandbox in it. */
export interface Demo {
  home: string;
  call(words: readonly string[], options?: CallOptions): Promise<Ran>;
  close(): void;
}

/** Makes one with the demo, or copies another. */
export async function openDemo(from?: Demo): Promise<Demo> {
  const home = mkdtempSync(join(tmpdir(), 'docs-manual-'));
  const cwd = join(home, 'work');
  mkdirSync(cwd);
  if (from) copyTree(from.home, home);
  const demo: Demo = {
    home,
    call: (words, options = {}) => call({ home, cwd, words }, options),
    close: () => rmSync(home, { recursive: true, force: true }),
  };
  if (from) return demo;
  const { exit } = await demo.call(['sandbox', 'init', '--demo']);
  if (exit !== 0) throw new Error('the demo sandbox cannot be made');
  return demo;
}

/** Runs an example of a command that changes something, in a demo of its own with the files that it names. */
export async function runApart(demo: Demo, line: string, options: CallOptions = {}): Promise<Ran> {
  const own = await openDemo(demo);
  try {
    writeFixtures(join(own.home, 'work'));
    for (const setup of setupOf(line)) {
      const before = await own.call(wordsOf(`docs ${setup}`), { both: true });
      if (before.exit !== 0) throw new Error(`${setup}: ${before.out}`);
    }
    const [command = '', file] = line.split(/ > (?=[\w.-]+$)/);
    const ran = await own.call(wordsOf(command), { both: file === undefined, ...options });
    if (file !== undefined) writeFileSync(join(own.home, 'work', file), ran.out);
    return { ...ran, out: file === undefined ? plain(ran.out, own.home) : '' };
  } finally {
    own.close();
  }
}

/** Without paths and tokens of this machine, and not longer than a page wants it. */
export function plain(out: string, home: string): string {
  const lines = out
    .replaceAll(join(home, 'work', '/'), '')
    .replaceAll(home, '~')
    .replace(/\/tmp\/docs-sandbox-\w+/g, '/tmp/docs-sandbox')
    .replace(/\bgb_api_\w+/g, 'gb_api_***')
    .trimEnd()
    .split('\n');
  return lines.length > MOST_LINES ? `${lines.slice(0, MOST_LINES).join('\n')}\n...` : lines.join('\n');
}

interface Call {
  home: string;
  cwd: string;
  words: readonly string[];
}

async function call(one: Call, options: CallOptions): Promise<Ran> {
  const printed = { out: '' };
  const settling: (() => Promise<void>)[] = [];
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const timer = setTimeout(() => ending.abort(), options.watched ? WATCHED_MS : MOST_MS);
  const context = contextOf(one, { ...options, printed, settling, signal: ending.signal });
  const exit = await run(one.words, context);
  clearTimeout(timer);
  if (options.watched) return { exit: 0, out: printed.out };
  if (ending.signal.aborted) return { exit: EXIT.failed, out: 'it did not end' };
  for (const settle of settling) await settle();
  return { exit, out: printed.out };
}

interface Around extends CallOptions {
  printed: { out: string };
  settling: (() => Promise<void>)[];
  signal: AbortSignal;
}

function contextOf({ home, cwd, words }: Call, around: Around): Context {
  const { both = false, env: more = {}, stdin = '', person, printed, settling, signal } = around;
  const env = { HOME: home, NO_COLOR: '1', COLUMNS: '100', TERM: 'dumb', PATH: process.env.PATH, ...more };
  const write = (keep: boolean, isTTY: boolean) =>
    Object.assign(
      new Writable({
        decodeStrings: false,
        write(chunk, _, end) {
          if (keep) printed.out += String(chunk);
          end();
        },
      }),
      { isTTY },
    );
  const [out, err] = [write(true, true), write(both, person !== undefined)];
  const input = () => Object.assign(Readable.from([stdin]), { isTTY: person !== undefined });
  const never = async () => {
    throw new Error('no one answers here');
  };
  return {
    io: createIo({ stdin: input, stdout: () => out, stderr: () => err, env }),
    env,
    cwd,
    argv: words,
    version: '0.0.0',
    runtime: { node: process.versions.node, platform: 'linux' },
    signal,
    now: () => NOW,
    paths: () => pathsOf({ env, platform: 'linux', cwd }),
    prompts: person ? async () => promptsOf(person) : never,
    openUrl: async () => {},
    openPager: async () => undefined,
    settleWith: (settle) => {
      settling.push(settle);
    },
    secrets: new Set(),
    answers: new Map(),
  };
}

/** Answers by what is asked for. */
function promptsOf({ address, name, token }: Person): Prompts {
  const text = (message: string): string => (/address|host|URL/i.test(message) ? address : name);
  return {
    confirm: async () => true,
    input: async (message) => text(message),
    password: async () => token,
    select: async (_, [first]) => first?.value ?? '',
    async ask(question) {
      if (question.kind === 'yes-no') return true;
      if (question.kind === 'choice') return question.choices[0]?.value ?? '';
      return question.kind === 'text' ? text(question.message) : token;
    },
  };
}
