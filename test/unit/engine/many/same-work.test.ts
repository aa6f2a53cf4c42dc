import { expect, it } from 'vitest';
import { workOf } from '../../../../src/engine/many/many-progress.ts';

it.each([
  ['spaces update - --language fr', 'spaces update - --language fr'],
  ['spaces update - --language fr --resume', 'spaces update - --language fr'],
  ['-q spaces update -y - --language fr --debug', 'spaces update - --language fr'],
  ['spaces update - -o ndjson --language fr --output=csv -ojson', 'spaces update - --language fr'],
  [
    'spaces update - --concurrency 4 --max-errors=3 --timeout 9 --language fr',
    'spaces update - --language fr',
  ],
  ['spaces update - --fields --language fr', 'spaces update - --language fr'],
  ['spaces delete Guides --confirm "2 spaces" --yes', 'spaces delete Guides'],
  ['members update --rows people.csv --role read', 'members update --rows people.csv --role read'],
])('%s is the work %s', (line, work) => {
  const words = (text: string) => text.match(/"[^"]*"|\S+/g) ?? [];
  expect(workOf(words(line))).toEqual(words(work));
});
