import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { allCommands } from '../../src/commands/load.ts';
import { sandboxedCli, splitWords } from '../helpers/cli.ts';

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

/** Files that examples name. */
function writeFixtures(folder: string): void {
  const files: Record<string, string> = {
    'install.md': '# Install\n\nRun it.\n',
    'notes.md': '# Why\n\n- one\n- two\n',
    'settings.json': '{"title": "Guide"}',
    'rules.json': '{"type": "none"}',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
