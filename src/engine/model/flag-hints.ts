// Flags that a command does not have, and flags without their value: what was meant, and how it is written.
import { UsageError } from '../../errors.ts';
import { shellLine, wordsOfCommand } from '../../files/shell-word.ts';
import type { Command } from './command.ts';
import { optionsOf } from './flags.ts';

// What a flag that a command does not have was meant to be, by what other programs call the same thing.

/** Names for the same thing, the best first; a name may be in several lists. */
const SAME_THING: readonly (readonly string[])[] = [
  ['title', 'name', 'subject', 'label', 'display-name'],
  ['subject', 'title', 'message', 'summary'],
  ['body', 'description', 'message', 'text', 'comment'],
  [
    'file',
    'body',
    'description-file',
    'markdown',
    'data',
    'content',
    'text',
    'body-file',
    'input',
    'payload',
  ],
  ['role', 'level', 'permission', 'permissions', 'access', 'access-level'],
  ['member', 'user', 'emails', 'email', 'person', 'username', 'users', 'members'],
  ['yes', 'force', 'assume-yes', 'no-prompt', 'non-interactive', 'auto-approve', 'skip-confirmation'],
  ['only', 'rules', 'rule', 'checks', 'check'],
  ['search', 'where', 'query', 'filter', 'grep', 'match', 'contains'],
  ['output', 'format', 'output-format'],
  ['fields', 'columns', 'select', 'field', 'include'],
  ['sort', 'order-by', 'order', 'sort-by', 'sort-order'],
  ['limit', 'max', 'first', 'count', 'top', 'per-page', 'page-size', 'max-results'],
  ['parent', 'collection', 'to', 'into', 'folder'],
  ['days', 'older-than', 'age', 'max-age'],
  ['to', 'destination', 'into', 'folder', 'dir', 'directory', 'dest', 'out', 'output-dir', 'target'],
  ['from', 'source', 'file', 'input', 'old', 'path'],
  ['debug', 'verbose', 'trace', 'log-level'],
  ['dry-run', 'preview', 'simulate', 'what-if', 'noop', 'plan'],
  ['org', 'organization', 'account', 'workspace', 'owner'],
  ['cr', 'change-request', 'pr', 'mr', 'pull-request'],
  ['since', 'after', 'from', 'start', 'start-date', 'newer-than'],
  ['before', 'to', 'until', 'end', 'end-date', 'older-than'],
  ['ref', 'branch', 'revision', 'commit', 'tag'],
  ['web', 'open', 'browser'],
  ['slug', 'path', 'basename'],
  ['profile', 'context', 'env', 'environment'],
  ['base-url', 'host', 'url', 'endpoint', 'api-url', 'server'],
  ['concurrency', 'parallel', 'jobs', 'workers', 'threads'],
];

/** Those of `known` (names without dashes) that mean what was typed, the best first. */
export function guessesOf(typed: string, known: readonly string[]): string[] {
  const words = [typed, typed.replace(/-(id|ids|name|title)$/, ''), typed.replace(/s$/, ''), `${typed}s`];
  const itself = words.slice(1).filter((word) => word !== typed);
  const families = SAME_THING.filter((family) => words.some((word) => family.includes(word)));
  const meant = [...itself, ...families.flat()].filter((name) => known.includes(name));
  return [...new Set(meant)];
}

// A flag without its value: what belongs there, and the line with such a value in it.

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
