// The screens of the README: what a person sees, taken from the program itself on a terminal of a given width.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { run } from '../cli.ts';
import { pathsOf } from '../config/paths.ts';
import type { Context, Env } from '../context.ts';
import { shellQuote } from '../engine/run/confirm.ts';
import { createIo, type Io } from '../output/io.ts';

/** Times are told as an age: with the same clock they are the same each time. */
const NOW = new Date('2026-01-15T09:00:00.000Z');

const PLAN = `title: Developer docs
visibility: public
sections:
  - { spaces: [Guides, Handbook], icon: book }
  - group: Reference
    sections:
      - { title: API, spaces: [API reference] }
default: API
publish: true
`;

const SCREENS: readonly (readonly [title: string, ...calls: (readonly string[])[]])[] = [
  ['A list', ['spaces', 'list']],
  ['One thing', ['cr', 'get', 'Guides#2']],
  ['What goes wrong', ['cr', 'merge', 'Guides#2', '--yes'], ['spaces', 'lst'], ['spaces', 'get', 'Guidse']],
  ['The plan of a site', ['sites', 'setup', '--from', 'site.yaml', '--dry-run']],
  ['Help', ['--help']],
  ['Help of a group', ['cr', '--help']],
];
const WIDTHS = [80, 140];

/** Markdown: each screen at each width, folded. The demo sandbox that it needs is removed again. */
export async function screensText(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'docs-screens-'));
  try {
    writeFileSync(join(home, 'site.yaml'), PLAN);
    await show(home, 80, ['sandbox', 'init', '--demo']);
    const parts: string[] = [];
    for (const [title, ...calls] of SCREENS) {
      parts.push(...(await foldAll(home, title, calls)));
    }
    return `\n${parts.join('\n')}\n`;
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** One fold a width, or a single one where they look the same. */
async function foldAll(
  home: string,
  title: string,
  calls: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const [narrow = '', wide = ''] = await Promise.all(WIDTHS.map((columns) => session(home, columns, calls)));
  if (narrow === wide) return [fold(`${title}, at ${WIDTHS.join(' and at ')} columns`, narrow)];
  return [narrow, wide].map((text, at) => fold(`${title}, at ${WIDTHS[at]} columns`, text));
}

function fold(title: string, text: string): string {
  return `<details>\n<summary>${title}</summary>\n\n\`\`\`text\n${text}\`\`\`\n\n</details>\n`;
}

async function session(
  home: string,
  columns: number,
  calls: readonly (readonly string[])[],
): Promise<string> {
  const shown: string[] = [];
  for (const words of calls) {
    const line = ['docs', ...words].map(shellQuote).join(' ');
    shown.push(`$ ${line}\n${await show(home, columns, words)}`);
  }
  return shown.join('\n');
}

/** What one command prints, on both streams as they come. */
async function show(home: string, columns: number, words: readonly string[]): Promise<string> {
  const screen: string[] = [];
  const exitCode = await run(words, contextOf(home, words, createScreenIo(columns, screen)));
  const text = screen.join('').replace(/[^\S\n]+$/gm, '');
  if (exitCode > 0 && !text.includes('hint: ')) throw new Error(`docs ${words.join(' ')}: ${text}`);
  return text;
}

/** Only the output is a terminal: on standard error nothing is drawn that is wiped away again, and nobody is asked. */
function createScreenIo(columns: number, screen: string[]): Io {
  const stream = () =>
    new Writable({
      decodeStrings: false,
      write(chunk, _, callback) {
        screen.push(String(chunk));
        callback();
      },
    });
  const stdout = Object.assign(stream(), { isTTY: true, columns, rows: 40 });
  return createIo({
    stdin: () => new PassThrough(),
    stdout: () => stdout,
    stderr: stream,
    env: { NO_COLOR: '1' },
  });
}

function contextOf(home: string, argv: readonly string[], io: Io): Context {
  const env: Env = { HOME: home, NO_COLOR: '1' };
  const nobody = () => Promise.reject(new Error(`docs ${argv.join(' ')} wants a person`));
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
