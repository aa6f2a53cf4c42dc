import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, demoDocs, NODE } from '../helpers/built.ts';
import { perFile, untilEnd } from '../helpers/lasting.ts';
import { lacks, notRun } from '../helpers/needs.ts';
import { openPty, type Pty } from '../helpers/pty.ts';
import { rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

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
    start: `PS1='rea''dy> '; autoload -Uz compinit; compinit -u -D; source ${scripts}/docs.zsh`,
  },
  fish: {
    argv: ['fish', '--no-config', '-i'],
    start: `function fish_prompt; echo -n 'rea''dy> '; end; function fish_right_prompt; end; source ${scripts}/docs.fish`,
  },
};

const docs = perFile(demoDocs);
let bin: string;
let calls: string;

beforeAll(async () => {
  bin = join(docs.home, 'bin');
  mkdirSync(bin);
  // Completions are asked for; what else is called is only noted.
  calls = join(docs.home, 'calls');
  const noted = `printf '%s\\0' call "$@" >> '${calls}'`;
  writeFileSync(
    join(bin, 'docs'),
    `#!/bin/sh\ncase $1 in complete) exec "${NODE}" "${BIN}" "$@";; esac\n${noted}\n`,
  );
  chmodSync(join(bin, 'docs'), 0o755);
  notRun('PowerShell missing (its completion script is not run)');
});

async function openShell({ argv, start }: Shell, cwd = docs.home): Promise<Pty> {
  const env = { HOME: docs.home, PATH: `${bin}:${process.env.PATH}`, TERM: 'xterm' };
  const pty = openPty(argv, { env, columns: 120, rows: 40, cwd });
  // A shell that has just started may drop what is typed before its first prompt.
  await pty.waitFor(/[$%#>]\s*(\u001b[^\n]*)?$/);
  pty.type(`${start}\r`);
  // What is typed is shown, too: the prompt is written so that only the shell can draw it.
  await pty.waitFor(/ready> /);
  return pty;
}

describe.each(Object.entries(SHELLS))('completion in %s', (name, shell) => {
  it.skipIf(lacks(`completion in ${name}`, 'python3', name))('knows words, names and values', async () => {
    const pty = untilEnd(await openShell(shell), (it) => it.kill());
    const complete = async (typed: string, expected: RegExp, lists = name === 'bash') => {
      pty.type(CLEAR_LINE);
      pty.type(`${typed}${TAB}`);
      const wanted = pty.waitFor(expected);
      // Where it lists what there is at the second TAB only; elsewhere that would go through the list.
      const again = setInterval(() => pty.type(lists ? TAB : ''), 700);
      await wanted.finally(() => clearInterval(again));
    };

    await complete('docs spa', /spa[\s\S]*ces/);
    await complete('docs spaces get ', /API(\\)? reference[\s\S]*Release(\\)? notes/);
    await complete('docs spaces get Rel', /Release\\ notes/);
    await complete('docs spaces update x --edit-mode ', /live[\s\S]*locked/, name !== 'fish');
    await complete('docs pages get --space "Release notes" ', /[a-z0-9/-]+\s/);
    await complete('docs spaces list --org ', /Tarnpost/);
    await complete('docs spaces upd', /upd[\s\S]*ate/);
  });
});

/** Each begins in a way of its own, so that what is typed means one of them. */
const HOSTILE = [
  'a0$(touch PWN)x',
  'a1`touch PWN`x',
  "a2';touch PWN;'",
  'a3";touch PWN;"',
  "a4\\';touch PWN #",
  'a5!!;touch PWN',
  'a6(touch PWN) {touch,PWN}',
  'a7 > PWN & touch PWN',
  'a8\\',
];
const BEGINNINGS = ['', '"', "'"];

let typed = 0;
afterAll(() => reached('W9', 'titles completed', typed));

describe.each(Object.entries(SHELLS))('hostile titles in %s', (name, shell) => {
  const lines = rotated(HOSTILE, BEGINNINGS, () => name);
  beforeAll(async () => {
    const { stdout } = await docs(['spaces', 'list', '-o', 'ndjson', '--fields', 'title']);
    for (const title of HOSTILE)
      if (!stdout.includes(JSON.stringify(title))) await docs(['spaces', 'create', `--title=${title}`]);
  });

  it.skipIf(lacks(`hostile titles in ${name}`, 'python3', name))(
    'are whole words that run nothing',
    async () => {
      const work = join(docs.home, `work-${name}`);
      mkdirSync(work);
      rmSync(calls, { force: true });
      const pty = await openShell(shell, work);
      try {
        // A program of the folder is not asked, and runs nothing.
        writeFileSync(join(work, 'docs'), '#!/bin/sh\ntouch PWN\n', { mode: 0o755 });
        for (const [title, quote] of lines) {
          const before = noted().length;
          pty.type(`docs spaces get ${quote}${title.slice(0, 2)}${TAB}\r`);
          await until(() => noted().length > before);
        }
        pty.type(`./docs spa${TAB}${CLEAR_LINE}docs done\r`);
        await until(() => noted().at(-1)?.[0] === 'done');
      } finally {
        pty.kill();
      }
      expect(noted().slice(0, -1)).toEqual(lines.map(([title]) => ['spaces', 'get', title]));
      typed += lines.length;
      expect(readdirSync(work)).toEqual(['docs']);
    },
  );
});

const noted = (): string[][] =>
  existsSync(calls)
    ? readFileSync(calls, 'utf8')
        .split('call\0')
        .slice(1)
        .map((call) => call.split('\0').slice(0, -1))
    : [];

async function until(isThere: () => boolean): Promise<void> {
  for (let left = 1200; left > 0 && !isThere(); left -= 1) await new Promise((wake) => setTimeout(wake, 25));
}

it('zsh without compinit is told what to do', { skip: lacks('zsh without compinit', 'zsh') }, () => {
  const { stderr, status } = spawnSync('zsh', ['-f', '-c', `source ${scripts}/docs.zsh`], {
    encoding: 'utf8',
  });
  expect([stderr, status]).toEqual([
    'docs: completion needs compinit first: autoload -Uz compinit && compinit\n',
    1,
  ]);
});
