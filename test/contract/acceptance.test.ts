import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = 'test/acceptance';
const played = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.txt'))
  .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  .map((line) => /^(?:! )?(?:capture \w+ )?(docs .*)$/.exec(line.trim())?.[1] ?? '');

const rows = readFileSync('test/contract/commands.tsv', 'utf8').trim().split('\n').slice(1);
const usages = rows.map((row) => row.split('\t')[0] ?? '');

it('every documented command is played by a script, on change requests too', () => {
  const missing = usages.filter((usage) => {
    const name = usage.replace(/ [<[-].*$/, '');
    const flag = /--[\w-]+/.exec(usage)?.[0] ?? '';
    return !played.some((line) => `${line} `.startsWith(`${name} `) && line.includes(flag));
  });
  expect(missing).toEqual([]);
});
