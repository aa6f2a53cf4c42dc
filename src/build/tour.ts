// npm run tour: the picture in the README, a terminal session of the program itself on the demo sandbox.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { run } from '../cli.ts';
import { pathsOf } from '../config/folders.ts';
import type { Context, Env } from '../context.ts';
import { shellLine } from '../files/shell-word.ts';
import { createIo, type Io } from '../output/io.ts';
import { loadColors, styles } from '../output/style.ts';
import { drawTerminal } from './terminal-picture.ts';

/** Times are shown as an age: with the same clock the picture is the same each time. */
const NOW = new Date('2026-01-15T09:00:00.000Z');
const COLUMNS = 104;

const CALLS: readonly (readonly string[])[] = [
  ['sandbox', 'init', '--demo'],
  ['cr', 'inbox'],
  ['links', 'check', '--space', 'Guides'],
  ['spaces', 'delete', 'Release notes', '--yes'],
  ['spaces', 'restore', 'Release notes'],
];

writeFileSync('.github/tour.svg', await tourPicture());

/** The session as SVG. The demo sandbox that it needs is removed again. */
async function tourPicture(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'docs-tour-'));
  const screen: string[] = [];
  await loadColors();
  const { bold, dim } = styles(true);
  try {
    for (const words of CALLS) {
      const line = shellLine(['docs', ...words]);
      screen.push(`${dim('$')} ${bold(line)}\n`);
      const env: Env = { HOME: home, FORCE_COLOR: '1', COLUMNS: String(COLUMNS) };
      const exitCode = await run(words, contextOf(home, env, words, createScreenIo(env, screen)));
      if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${line}: ${screen.join('')}`);
      screen.push('\n');
    }
  } finally {
    rmSync(home, { recursive: true });
  }
  return drawTerminal(screen.join('').replaceAll(home, '~').trimEnd(), COLUMNS);
}

/** Only the output is a terminal: on standard error nothing is drawn that is erased again, and nobody is asked. */
function createScreenIo(env: Env, screen: string[]): Io {
  const stream = () =>
    new Writable({
      decodeStrings: false,
      write(chunk, _, callback) {
        screen.push(String(chunk));
        callback();
      },
    });
  const stdout = Object.assign(stream(), { isTTY: true, columns: COLUMNS, rows: 40 });
  return createIo({ stdin: () => new PassThrough(), stdout: () => stdout, stderr: stream, env });
}

function contextOf(home: string, env: Env, argv: readonly string[], io: Io): Context {
  const nobody = () => Promise.reject(new Error(`docs ${argv.join(' ')} needs a person`));
  return {
    io,
    env,
    cwd: home,
    argv,
    version: '0.0.0',
    runtime: { node: process.versions.node, platform: 'linux' },
    signal: new AbortController().signal,
    now: () => NOW,
    paths: () => pathsOf({ env, platform: 'linux', cwd: home }),
    prompts: nobody,
    openUrl: nobody,
    openPager: nobody,
    settleWith: () => {},
    secrets: new Set(),
    answers: new Map(),
  };
}
