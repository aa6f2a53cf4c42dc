// The demo sandbox that the examples of the manual are run in, in this process, with the same clock each time.
import { setMaxListeners } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '../../cli.ts';
import { pathsOf } from '../../config/folders.ts';
import type { Context } from '../../context.ts';
import { EXIT } from '../../errors.ts';
import { wordsOfCommand } from '../../files/shell-word.ts';
import { createIo } from '../../output/io.ts';

const NOW = new Date('2026-01-15T09:00:00.000Z');
const MOST_LINES = 25;
/** What runs until somebody ends it has no output to show. */
const MOST_MS = 30_000;

export async function openDemo() {
  const home = mkdtempSync(join(tmpdir(), 'docs-manual-'));
  const cwd = join(home, 'work');
  mkdirSync(cwd);
  const call = async (words: readonly string[]) => {
    const printed = { out: '' };
    const settling: (() => Promise<void>)[] = [];
    const ending = new AbortController();
    setMaxListeners(0, ending.signal);
    const timer = setTimeout(() => ending.abort(), MOST_MS);
    const context = contextOf({ home, cwd, words, printed, settling, signal: ending.signal });
    const exit = await run(words, context);
    clearTimeout(timer);
    if (ending.signal.aborted) return { exit: EXIT.failed, out: '' };
    for (const settle of settling) await settle();
    return { exit, out: printed.out };
  };
  const made = await call(['sandbox', 'init', '--demo']);
  if (made.exit !== 0) throw new Error('the demo sandbox cannot be made');
  return {
    /** What a line of one command prints; undefined for one that needs a shell, files or a terminal. */
    async run(line: string): Promise<string | undefined> {
      if (/[|<>;@]|\$\(|--web|--save|--download|--to /.test(line)) return undefined;
      const words = wordsOfCommand(line.replace(/"([^"']*)"/g, "'$1'")).slice(1);
      const { exit, out } = await call(words);
      if (exit !== 0 && exit !== 6) return undefined;
      const lines = out.replaceAll(home, '~').trimEnd().split('\n');
      return lines.length > MOST_LINES ? `${lines.slice(0, MOST_LINES).join('\n')}\n...` : lines.join('\n');
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

interface Call {
  home: string;
  cwd: string;
  words: readonly string[];
  printed: { out: string };
  settling: (() => Promise<void>)[];
  signal: AbortSignal;
}

function contextOf({ home, cwd, words, printed, settling, signal }: Call): Context {
  const env = { HOME: home, NO_COLOR: '1', COLUMNS: '100', TERM: 'dumb' };
  const write = (keep: boolean) =>
    Object.assign(
      new Writable({
        decodeStrings: false,
        write(chunk, _, end) {
          if (keep) printed.out += String(chunk);
          end();
        },
      }),
      { isTTY: keep },
    );
  const [out, err] = [write(true), write(false)];
  const never = async () => {
    throw new Error('no one answers here');
  };
  return {
    io: createIo({ stdin: () => Readable.from(['']), stdout: () => out, stderr: () => err, env }),
    env,
    cwd,
    argv: words,
    version: '0.0.0',
    runtime: { node: process.versions.node, platform: 'linux' },
    signal,
    now: () => NOW,
    paths: () => pathsOf({ env, platform: 'linux', cwd }),
    prompts: never,
    openUrl: never,
    openPager: async () => undefined,
    settleWith: (settle) => {
      settling.push(settle);
    },
    secrets: new Set(),
    answers: new Map(),
  };
}
