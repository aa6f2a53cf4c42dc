// Front matter of a Markdown file never becomes text: each flag of each command that takes such a file is tried.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Command } from '../../src/engine/model/command.ts';
import { sandboxedCli } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { perFile } from '../helpers/lasting.ts';

/** Flags of a Markdown text that can come from a file, with how they name the file. */
const flagsOf = ({ options = [] }: Command) =>
  options
    .filter(({ description }) => /Markdown/.test(description) && /file|stdin/.test(description))
    .map(({ flags }) => /^--[\w-]+/.exec(flags)?.[0] ?? '')
    .filter((flag) => flag !== '');
/** The words without the other ways of a command that takes a file as one of several. */
function withoutOthers(
  { oneOf = [], options = [] }: Command,
  words: readonly string[],
  flag: string,
): readonly string[] {
  if (!oneOf.includes(flag)) return words;
  const others = oneOf.filter((one) => one !== flag);
  const hasValue = (name: string | undefined) => options.some(({ flags }) => flags.startsWith(`${name} <`));
  return words.filter(
    (word, at) =>
      !others.includes(word) && !(others.includes(words[at - 1] ?? '') && hasValue(words[at - 1])),
  );
}
const calls = hostCommands.flatMap(([path, words, command]) =>
  flagsOf(command).map((flag) => ({ path, words: withoutOthers(command, words, flag), flag })),
);

const cli = perFile(sandboxedCli);
beforeAll(() => {
  writeFixtures(cli.cwd);
  const file = (name: string, front: string) =>
    writeFileSync(join(cli.cwd, name), `${front}\n\nWORDS to read.\n`);
  file('front.md', '---\nlayout: FRONT\nweight: 3\n---');
  file('broken.md', '---\nlayout: [FRONT\n---');
  file('hugo.md', '+++\nlayout = "FRONT"\nweight = 3\n+++');
  file('toml.md', '+++\nlayout = FRONT\n+++');
});

/** The call with this flag alone, in place of what it says of it. */
function typed(words: readonly string[], flag: string, file: string): string[] {
  const named = /^--(?:body|comment)$/.test(flag) ? `@${file}` : file;
  const at = words.indexOf(flag);
  const rest = at === -1 ? [...words] : words.toSpliced(at, 2);
  return [...rest, flag, named, '--dry-run'];
}

it('finds the flags that take such a file', () =>
  expect(new Set(calls.map(({ flag }) => flag))).toEqual(
    new Set(['--file', '--body', '--comment', '--description-file', '--instructions-file']),
  ));

it.each(calls.map((call) => [`${call.path} ${call.flag}`, call] as const))(
  '%s',
  async (_, { words, flag }) => {
    for (const name of ['front.md', 'hugo.md']) {
      const read = await cli(typed(words, flag, name));
      expect(read.stdout + read.stderr).not.toContain('FRONT');
      expect(read.stderr).toContain(`left out of the front matter of ${name}: layout, weight`);
    }
    for (const name of ['broken.md', 'toml.md']) {
      const refused = await cli(typed(words, flag, name));
      expect(refused.exitCode, refused.stdout).toBe(2);
      expect(refused.stderr).toMatch(new RegExp(`^docs: ${name}:\\d+: front matter`, 'm'));
    }
  },
);
