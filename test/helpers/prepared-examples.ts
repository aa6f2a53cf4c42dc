// A sandbox in which the examples of commands that change something find what they name.
import { expect } from 'vitest';
import type { Cli } from './cli.ts';
import { EXPORTED, writeFixtures } from './example-files.ts';

const BEFORE = [
  'release cut v1.0 --site "Tarnpost Docs" --from guides --yes',
  'cr reviewers request 1 jonas@tarnpost.example --space Guides',
  EXPORTED,
];

/** A sandbox in which every example finds what it names. Returns the ID of a translation. */
export async function prepareForExamples(cli: Cli): Promise<string> {
  writeFixtures(cli.cwd);
  const made = async (line: string) => {
    const outcome = await cli(line);
    expect([line, outcome]).toMatchObject([line, { exitCode: 0 }]);
    return outcome.stdout.trim();
  };
  for (const line of BEFORE) await made(line);
  const translation = await made(
    'translations create --source-space Guides --source-language en --language fr -q',
  );
  const space = await made('spaces create --title "Release notes" -q');
  await made(`spaces delete ${space} --yes`);
  return translation;
}
