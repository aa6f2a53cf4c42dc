// What stands at the top of the repository: a file that a command left there by mistake is found here.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const EXPECTED =
  'package.json package-lock.json tsconfig.json biome.json vitest.config.ts bin src test completions skills README.md LICENSE CHANGELOG.md';

it('the top of the repository holds what people and tools look for there, and nothing else', () => {
  const ignored = readFileSync('.gitignore', 'utf8')
    .split('\n')
    .map((line) => line.replaceAll('/', ''));
  const known = new Set([...EXPECTED.split(' '), ...ignored]);
  expect(readdirSync('.').filter((name) => !name.startsWith('.') && !known.has(name))).toEqual([]);
});
