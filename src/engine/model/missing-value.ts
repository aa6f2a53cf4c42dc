// A flag without its value: what belongs there, and the line with such a value in it.

import { UsageError } from '../../errors.ts';
import { shellLine, wordsOfCommand } from '../../files/shell-word.ts';
import type { Command } from './command.ts';
import { optionsOf } from './flags.ts';

/** Values by what the help calls them, where any will do. */
const VALUES: Readonly<Record<string, string>> = {
  n: '10',
  days: '30',
  seconds: '30',
  time: '7d',
  'i/n': '1/4',
  rate: '5',
  names: 'id,title',
  columns: 'id,title',
  fields: '-updatedAt',
  expression: '.[0]',
  predicate: '.title != null',
  url: 'https://example.com',
  json: '{}',
};

/** Where the usual one would make no sense. */
const OF_FLAGS: Readonly<Record<string, string>> = { '--watch': '30s' };

/** For a line that ends with `flag`, in its long form. */
export function missingValue(flag: string, argv: readonly string[], command: Command): UsageError {
  const option = optionsOf(command).find(({ flags }) => flags.split(/[ ,]+/).includes(flag));
  const label = /<([^<>]*)>/.exec(option?.flags ?? '')?.[1] ?? 'value';
  const [value = OF_FLAGS[flag] ?? VALUES[label]] = [...(option?.choices ?? []), ...givenIn(command, flag)];
  const line = shellLine(['docs', ...argv, ...(value === undefined ? [] : [value])]);
  const about =
    option === undefined ? '' : `: ${option.description.replace(/ \(.*\)$/, '').replace(/: /, ', ')}`;
  return new UsageError(`${flag} needs a value${about}`, {
    hint: value === undefined ? `${line} <${label}>` : line,
  });
}

/** The values that the flag has in the examples of a command. */
const givenIn = ({ examples }: Command, flag: string): string[] =>
  examples.flatMap((example) => {
    const words = wordsOfCommand(example);
    const value = words[words.indexOf(flag) + 1];
    return words.includes(flag) && value !== undefined ? [value] : [];
  });
