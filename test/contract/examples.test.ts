import { describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { allCommands, allGroups } from '../../src/engine/model/load.ts';
import { sandboxedCli, splitWords } from '../helpers/cli.ts';
import { writeFixtures } from '../helpers/example-files.ts';

const commands = await allCommands(entries);
/** Lines with a shell's own words need a shell; the first example of a command has none. */
const examples = commands.flatMap(({ path, command }) =>
  command.examples.filter((line) => !/[|<>;]|\$\(/.test(line)).map((line) => [line, path] as const),
);

const groups = await allGroups(entries);
const uses = groups.flatMap(({ path, group }) =>
  (group.examples ?? []).map(([, line]) => [line, path] as const),
);
const seen = new Set(examples.map(([line]) => line));

describe('the examples of the help', () => {
  it('stand with every command, the first one ready to be typed', () => {
    const without = commands
      .filter(({ command }) => /[|<>;]/.test(command.examples[0] ?? '|'))
      .map(({ path }) => path);
    expect(without).toEqual([]);
  });

  it('stand with every group of commands too, each with a word on what it does', () => {
    const first = groups.filter(({ path }) => path.split(' ').length === 2);
    const bad = first.filter(({ group }) => group.commands.length > 2 && (group.examples ?? []).length === 0);
    expect(bad.map(({ path }) => path)).toEqual([]);
    expect(uses.filter(([line, path]) => !line.startsWith(`${path} `) || line.endsWith('--help'))).toEqual(
      [],
    );
    expect(groups.flatMap(({ group }) => (group.examples ?? []).filter(([does]) => does === ''))).toEqual([]);
  });

  it.each([...examples, ...uses.filter(([line]) => !seen.has(line))])('%s', async (line) => {
    const cli = await sandboxedCli({ stdin: '' });
    try {
      writeFixtures(cli.cwd);
      const { exitCode, stderr } = await cli(splitWords(line).slice(1));
      expect(exitCode, stderr).toBe(0);
      expect(stderr).not.toMatch(/unexpected error/);
    } finally {
      cli.cleanup();
    }
  });
});
