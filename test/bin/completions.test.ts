import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, type Built, builtDocs, NODE } from '../helpers/built.ts';
import { lacks, notRun } from '../helpers/needs.ts';
import { openPty, type Pty } from '../helpers/pty.ts';

const TAB = '\t';
const CLEAR_LINE = '\u0015';

interface Shell {
  argv: string[];
  start: string;
}

const scripts = join(import.meta.dirname, '../../completions');
const SHELLS: Record<string, Shell> = {
  bash: {
    argv: ['bash', '--norc', '--noprofile', '-i'],
    start: `PS1='rea''dy> '; source ${scripts}/docs.bash`,
  },
  zsh: {
    argv: ['zsh', '-f', '-i'],
    start: `PS1='rea''dy> '; autoload -Uz compinit; compinit -u -D; source ${scripts}/_docs`,
  },
  fish: {
    argv: ['fish', '--no-config', '-i'],
    start: `function fish_prompt; echo -n 'rea''dy> '; end; function fish_right_prompt; end; source ${scripts}/docs.fish`,
  },
};

let docs: Built;
let bin: string;

beforeAll(async () => {
  docs = builtDocs();
  expect((await docs(['sandbox', 'init', '--demo'])).code).toBe(0);
  bin = join(docs.home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'docs'), `#!/bin/sh\nexec "${NODE}" "${BIN}" "$@"\n`);
  chmodSync(join(bin, 'docs'), 0o755);
  notRun('PowerShell missing (its completion script is generated and not run)');
});
afterAll(() => docs.cleanup());

async function openShell({ argv, start }: Shell): Promise<Pty> {
  const env = { HOME: docs.home, PATH: `${bin}:${process.env.PATH}`, TERM: 'xterm' };
  const pty = openPty(argv, { env, columns: 120, rows: 40, cwd: docs.home });
  // A shell that has just started may drop what is typed before its first prompt.
  await pty.waitFor(/[$%#>]\s*(\u001b[^\n]*)?$/);
  pty.type(`${start}\r`);
  // What is typed is shown, too: the prompt is written so that only the shell can draw it.
  await pty.waitFor(/ready> /);
  return pty;
}

describe.each(Object.entries(SHELLS))('completion in %s', (name, shell) => {
  it.skipIf(lacks(`completion in ${name}`, 'python3', name))('knows words, names and values', async () => {
    const pty = await openShell(shell);
    const complete = async (typed: string, expected: RegExp, lists = name === 'bash') => {
      pty.type(CLEAR_LINE);
      pty.type(`${typed}${TAB}`);
      const wanted = pty.waitFor(expected);
      // Where it lists what there is at the second TAB only; elsewhere that would go through the list.
      const again = setInterval(() => pty.type(lists ? TAB : ''), 700);
      await wanted.finally(() => clearInterval(again));
    };
    try {
      await complete('docs spa', /spa[\s\S]*ces/);
      await complete('docs spaces get ', /API(\\)? reference[\s\S]*Release(\\)? notes/);
      await complete('docs spaces get Rel', /Release\\ notes/);
      await complete('docs spaces update x --edit-mode ', /live\s+locked/, name !== 'fish');
      await complete('docs pages get --space "Release notes" ', /[a-z0-9/-]+\s/);
      await complete('docs spaces list --org ', /Tarnpost/);
      await complete('docs spaces upd', /upd[\s\S]*ate/);
    } finally {
      pty.kill();
    }
  });
});
