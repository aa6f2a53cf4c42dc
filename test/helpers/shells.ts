// Pastes command lines into real interactive shells, where `docs` notes its words and does nothing else.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTool } from './needs.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export interface Pasted {
  /** The words of each call of `docs`, in the order of the lines. */
  calls: string[][];
  /** Files that something made in the folder of the shell: each one is a command that ran. */
  made: string[];
}

/** History, globs and job control are on in an interactive shell, as they are where a person pastes. */
const ARGV: Record<Shell, string[]> = {
  bash: ['--norc', '--noprofile', '-i'],
  zsh: ['-f', '-i'],
  fish: ['--no-config', '-i'],
};

const note = (file: string) => `printf '%s\\0' call "$@" end >> '${file}'`;
const RECORDER: Record<Shell, (file: string) => string> = {
  bash: (file) => `docs() { ${note(file)}; }`,
  zsh: (file) => `setopt extendedglob magicequalsubst; docs() { ${note(file)}; }`,
  fish: (file) => `function docs; printf '%s\\0' call $argv end >> '${file}'; end`,
};

/** Runs all the lines in one shell. Fish reads a file as a whole: where one line is wrong in itself, it runs none of them. */
export function paste(shell: Shell, lines: readonly string[]): Pasted {
  const whole = pasteInto(shell, lines);
  if (shell !== 'fish' || whole.calls.length > 0 || lines.length < 2) return whole;
  const middle = Math.ceil(lines.length / 2);
  const halves = [paste(shell, lines.slice(0, middle)), paste(shell, lines.slice(middle))];
  return { calls: halves.flatMap(({ calls }) => calls), made: halves.flatMap(({ made }) => made) };
}

function pasteInto(shell: Shell, lines: readonly string[]): Pasted {
  const home = mkdtempSync(join(tmpdir(), 'docs-shell-'));
  const cwd = join(home, 'work');
  mkdirSync(cwd);
  const record = join(home, 'calls');
  const input = join(home, 'lines');
  writeFileSync(record, '');
  writeFileSync(input, `${RECORDER[shell](record)}\n${lines.map((line) => `${line}\n`).join('')}`);
  // A file: fish reads nothing from a socket, which is what a pipe of Node is.
  const typed = openSync(input, 'r');
  try {
    spawnSync(findTool(shell) ?? shell, ARGV[shell], {
      cwd,
      stdio: [typed, 'ignore', 'ignore'],
      env: { HOME: home, PATH: process.env.PATH ?? '', TERM: 'dumb', LANG: 'C.UTF-8' },
      timeout: 60_000,
    });
    return { calls: callsIn(readFileSync(record, 'utf8')), made: readdirSync(cwd) };
  } finally {
    closeSync(typed);
    rmSync(home, { recursive: true, force: true });
  }
}

function callsIn(text: string): string[][] {
  const calls: string[][] = [];
  for (const word of text.split('\0').slice(0, -1)) {
    if (word === 'call') calls.push([]);
    else if (word !== 'end') calls.at(-1)?.push(word);
  }
  return calls;
}
