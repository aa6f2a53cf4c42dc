// A file or folder that a person names and that is not there is exit 5 in each command, as the manual says of it.
import { existsSync } from 'node:fs';
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
    let tried = 0;
    for (const [line, codes, start] of lines) {
      const words = wordsOf(line);
      const at = words.findIndex(
        (word, index) => index >= start && !WRITTEN.has(words[index - 1] ?? '') && names(word),
      );
      if (at === -1) continue;
      for (const setup of setupOf(line)) await cli(setup);
      const missing = words.map((word, index) => (index === at ? word.replace(FILE, '$1nowhere/$2') : word));
      const { exitCode, stderr } = await cli([...missing, '--no-input']);
      tried += 1;
      const isTold = exitCode === 5 && !stderr.includes('check the owner');
      if (!isTold) wrong.push(`${exitCode} ${line}\n  ${stderr}`);
      if (!codes.includes(5)) wrong.push(`not documented: ${line}`);
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  });
});

function names(word: string): boolean {
  const [, , path] = FILE.exec(word) ?? [];
  return (
    path !== undefined && /[./]|^(backup|docs|manual|acme)$/.test(path) && existsSync(join(cli.cwd, path))
  );
}
