// npm run tour: the picture in the README, a terminal session of the program itself on the demo sandbox.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { run } from '../cli.ts';
import { pathsOf } from '../config/folders.ts';
import type { Context, Env } from '../context.ts';
import { shellLine } from '../files/shell-word.ts';
import { escapeHtml } from '../files/texts.ts';
import { createIo, type Io } from '../output/io.ts';
import { loadColors, styles } from '../output/note.ts';

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

// Draws what a terminal shows as SVG: text with colors, in a window that is readable on light and dark pages.

const CELL = { width: 8.4, height: 20 };
const PADDING = 20;
const BAR = 36;
const COLORS: Readonly<Record<number, string>> = {
  31: '#f28b82',
  32: '#81c995',
  33: '#fdd663',
  36: '#78d9ec',
};

interface Run {
  text: string;
  at: number;
  bold: boolean;
  dim: boolean;
  color: string | undefined;
}

/** Takes text with SGR sequences (bold, dim, four colors); links behind text are left out. */
function drawTerminal(text: string, columns: number): string {
  const lines = text.replace(/\u001b\]8;[^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '').split('\n');
  const width = Math.ceil(columns * CELL.width + 2 * PADDING);
  const height = lines.length * CELL.height + BAR + PADDING;
  const rows = lines.flatMap((line, at) => drawLine(line, BAR + (at + 0.7) * CELL.height));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal session with docs">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#1e2329"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (color, at) => `<circle cx="${PADDING + at * 18}" cy="18" r="5.5" fill="${color}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#dfe3e8">`,
    ...rows,
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}

const drawLine = (line: string, y: number): string[] =>
  runsOf(line)
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, at, bold, dim, color }) => {
      const words = text.trimStart();
      const x = PADDING + (at + text.length - words.length) * CELL.width;
      const shown = words.trimEnd();
      const look = [
        bold ? ' font-weight="bold"' : '',
        dim ? ' opacity="0.6"' : '',
        color ? ` fill="${color}"` : '',
      ].join('');
      const length = (shown.length * CELL.width).toFixed(1);
      return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${length}" xml:space="preserve"${look}>${escapeHtml(shown)}</text>`;
    });

/** Pieces of one look each; a wide gap starts a new piece, so that columns stay where they are in any font. */
function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  const look: Omit<Run, 'text' | 'at'> = { bold: false, dim: false, color: undefined };
  let at = 0;
  for (const [part, code] of line.matchAll(/\u001b\[(\d*)m|(?:(?!\u001b\[| {2}).)+| {2,}/g)) {
    if (code === undefined) {
      runs.push({ text: part, at, ...look });
      at += part.length;
      continue;
    }
    const number = Number(code);
    if (number === 0) Object.assign(look, { bold: false, dim: false, color: undefined });
    if (number === 1) look.bold = true;
    if (number === 2) look.dim = true;
    if (number === 22) Object.assign(look, { bold: false, dim: false });
    if (number >= 30 && number <= 39) look.color = COLORS[number];
  }
  return runs;
}
