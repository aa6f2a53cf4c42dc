import { describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { sandboxedCli, splitWords } from '../helpers/cli.ts';
import { writeFixtures } from '../helpers/example-files.ts';

const commands = await allCommands(entries);
/** Lines with a shell's own words need a shell; the first example of a command has none. */
const examples = commands.flatMap(({ path, command }) =>
  command.examples.filter((line) => !/[|<>;]|\$\(/.test(line)).map((line) => [line, path] as const),
);

describe('the examples of the help', () => {
  it('stand with every command, the first one ready to be typed', () => {
    const without = commands
      .filter(({ command }) => /[|<>;]/.test(command.examples[0] ?? '|'))
      .map(({ path }) => path);
    expect(without).toEqual([]);
  });

  it.each(examples)('%s', async (line) => {
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
