// Sandboxes in which an example of the help finds what it names.
import { afterAll, expect } from 'vitest';
import { type Cli, type CliOptions, sandboxedCli } from './cli.ts';
import { setupOf, writeFixtures } from './example-files.ts';

/** One for this line alone, with what must have been done before it. */
export async function sandboxFor(line: string, options: CliOptions = {}): Promise<Cli> {
  const cli = await sandboxedCli({ stdin: '', ...options });
  writeFixtures(cli.cwd);
  for (const setup of setupOf(line)) expect(await cli(setup)).toMatchObject({ exitCode: 0 });
  return cli;
}

/** For lines that change nothing: those that need the same before them get the same one, until the file ends. */
export function sharedSandboxes(): (line: string) => Promise<Cli> {
  const made = new Map<string, Promise<Cli>>();
  afterAll(async () => {
    for (const cli of await Promise.all(made.values())) cli.cleanup();
  });
  return (line) => {
    const before = setupOf(line).join('\n');
    const known = made.get(before) ?? sandboxFor(line);
    made.set(before, known);
    return known;
  };
}
