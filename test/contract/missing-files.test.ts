// A file or folder that a person names and that is not there is exit 5 in each command, as the manual says of it.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { exitCodesOf } from '../../src/engine/model/command-facts.ts';
import { absentCommands } from '../helpers/absent-commands.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { commands as all } from '../helpers/command-lines.ts';
import { setupOf, wordsOf, writeFixtures } from '../helpers/example-files.ts';
import { perFile } from '../helpers/lasting.ts';

const cli = perFile(sandboxedCli);
beforeAll(() => {
  writeFixtures(cli.cwd);
});

const commands = all.filter(({ path }) => !absentCommands.has(path));
const lines = commands.flatMap(({ path, command }) =>
  command.examples
    .filter((line) => !/[|<>;]|\$\(/.test(line))
    .map((line) => [line, exitCodesOf(command), path.split(' ').length - 1] as const),
);
/** What a word names on the disk, and that word with a name that is not there. */
const FILE = /^((?:[\w-]+=)?@?)(\.?[\w./-]+)$/;

/** They name what is written, or what is elsewhere. */
const WRITTEN = new Set(['--to', '--path', '--project-directory', '--title']);

describe('a file that is not there', () => {
  it('is exit 5 in each command that takes one, and the command says so', { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    const ran = await withOther(
      (word) => word.replace(FILE, '$1nowhere/$2'),
      ({ line, codes, exitCode, stderr }) => {
        const isTold = exitCode === 5 && !stderr.includes('check the owner');
        if (!isTold) wrong.push(`${exitCode} ${line}\n  ${stderr}`);
        if (!codes.includes(5)) wrong.push(`not documented: ${line}`);
      },
    );
    expect(wrong).toEqual([]);
    expect(ran).toBeGreaterThan(50);
  });

  it('of another kind is exit 2, a folder where a file is wanted and a file where a folder is', {
    timeout: 240_000,
  }, async () => {
    mkdirSync(join(cli.cwd, 'wrong.d'), { recursive: true });
    writeFileSync(join(cli.cwd, 'wrong.f'), '');
    const wrong: string[] = [];
    const ran = await withOther(
      (word) =>
        word.replace(
          FILE,
          (_, before: string, path: string) => before + (isFolder(path) ? 'wrong.f' : 'wrong.d'),
        ),
      ({ line, exitCode, stderr }) => {
        // Some take both.
        if (exitCode === 1 || /refusing|is a link/.test(stderr))
          wrong.push(`${exitCode} ${line}\n  ${stderr}`);
      },
    );
    expect(wrong).toEqual([]);
    expect(ran).toBeGreaterThan(50);
  });
});

interface Ran {
  line: string;
  codes: readonly number[];
  exitCode: number;
  stderr: string;
}

/** Runs each example with another word in place of the file that it names; how many do. */
async function withOther(other: (word: string) => string, check: (ran: Ran) => void): Promise<number> {
  let tried = 0;
  for (const [line, codes, start] of lines) {
    const words = wordsOf(line);
    const at = words.findIndex(
      (word, index) => index >= start && !WRITTEN.has(words[index - 1] ?? '') && names(word),
    );
    if (at === -1) continue;
    for (const setup of setupOf(line)) await cli(setup);
    const { exitCode, stderr } = await cli([...words.with(at, other(words[at] ?? '')), '--no-input']);
    tried += 1;
    check({ line, codes, exitCode, stderr });
  }
  return tried;
}

const isFolder = (path: string): boolean => statSync(join(cli.cwd, path)).isDirectory();

function names(word: string): boolean {
  const [, , path] = FILE.exec(word) ?? [];
  return (
    path !== undefined && /[./]|^(backup|docs|manual|acme)$/.test(path) && existsSync(join(cli.cwd, path))
  );
}
