// The answer of every operation, in the form of its description and then not quite: each is shown by a command.
import type { TSchema } from '@sinclair/typebox';
import { expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import type { Operation } from '../../src/api/operation.ts';
import { answeredCli, isOff } from '../helpers/answered-cli.ts';
import { splitWords } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { WAITS } from '../helpers/example-lines.ts';
import { reached, runs } from '../helpers/runs.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/every-answer.txt');

const ID = 'abcdefghij1234567890';
/** Lines for operations that no example reaches on a host that knows no names. */
const LINES: Readonly<Record<string, string>> = Object.fromEntries(
  table('operations that no example reaches'),
);

/**
 * Sent only after an answer that a host of random texts cannot give: a color, a section or link of the navigation, a site
 * that is not published, a person who is not a member or needs no single sign-on.
 */
const APART = [
  'customization.set',
  'invites.send',
  'members.addSso',
  'siteExternalLinks.update',
  'siteRedirects.push',
  'sites.publish',
];

/** Into a pipe these print the bytes of a page as they are. */
const BYTES = /^docs (pages get|revisions page) .*--format markdown/;

const answered = operations.filter(
  ({ id, result, success }) => !APART.includes(id) && result !== undefined && (success[0] ?? 200) < 204,
);

/** What may lead to an operation, the likeliest first. */
function linesFor({ id }: Operation): string[][] {
  const own = LINES[id];
  if (own !== undefined) return [splitWords(own).map((word) => (word === 'ID' ? ID : word))];
  return commands.flatMap(({ command }) => {
    const isCr = command.cr?.id === id;
    if (command.operation?.id !== id && !isCr && !command.uses?.some((one) => one.id === id)) return [];
    return command.examples.flatMap((example) => {
      const line = typeof example === 'string' ? example : example[1];
      if (/[|<>;]|\$\(/.test(line) || WAITS.test(line) || BYTES.test(line)) return [];
      const words = splitWords(line)
        .slice(1)
        .filter((word) => !['--dry-run', '--wait', '--yes'].includes(word));
      return [words, [...words, '--yes']].map((one) => (isCr ? [...one, '--cr', ID] : one));
    });
  });
}

type Item = Record<string, unknown>;
const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const NAMES = ['title', 'name', 'label', 'source', 'path', 'slug', 'subject', 'question', 'integration'];

/** Lists in which everything that a line names is there. */
function namedAs(value: unknown, words: readonly string[]): unknown {
  if (!isItem(value)) return value;
  const { count: _, ...told } = value;
  return Object.fromEntries(
    Object.entries(told).map(([key, list]) => {
      const [first] = Array.isArray(list) ? list : [];
      if (!isItem(first)) return [key, list];
      const items = words.map((word, at) => {
        const names = NAMES.filter((name) => name in first).map((name) => [name, word]);
        const user = isItem(first.user) && { user: { ...first.user, displayName: word, email: word } };
        return {
          ...first,
          ...Object.fromEntries(names),
          ...user,
          ...('id' in first && { id: `${key}${at}`.padEnd(20, 'x') }),
        };
      });
      return [key, items];
    }),
  );
}

const CHANGES: readonly (readonly [string, (value: unknown, required: boolean) => unknown])[] = [
  ['with optional fields gone', (old, required) => (required ? old : undefined)],
  ['with nothing in optional fields', (old, required) => (required ? old : null)],
  ['with other texts', (old) => (typeof old === 'string' ? 'a-new-value' : old)],
  [
    'with hostile texts',
    (old, required) => (typeof old === 'string' && !required ? '\u001b]0;x\u0007\u202e::error::x\r\n' : old),
  ],
];

/** Every field of an answer changed, beside a new one. */
function changed(value: unknown, schema: TSchema | undefined, change: (typeof CHANGES)[number][1]): unknown {
  if (Array.isArray(value)) return value.map((one) => changed(one, schema?.items, change));
  if (!isItem(value)) return value;
  // Safe: what a union holds is made of schemas.
  const options: TSchema[] = schema?.anyOf ?? [schema ?? {}];
  const form =
    options.find((one) => Object.keys(value).every((key) => key in (one?.properties ?? {}))) ?? options[0];
  const fields = Object.entries(value).map(([key, one]) => {
    const required = form?.required?.includes(key) ?? true;
    const inner = changed(one, form?.properties?.[key], change);
    return [key, change(inner, required)];
  });
  return { ...Object.fromEntries(fields), 'a-new-field': { kept: ['1', { two: '3' }] } };
}

const { server, cli } = answeredCli({ DOCS_SPACE: ID, DOCS_SITE: ID, DOCS_HISTORY: 'off' });

const CASES = answered.flatMap((operation) => CHANGES.map((change) => ({ operation, change })));

it('breaks no command, and is shown in full where it is whole', async () => {
  const wanted = runs('N11', 'answers', 10);
  const failed: string[] = [];
  for (let at = 0; at < wanted; at += 1) {
    const one = CASES[Math.floor((at * CASES.length) / wanted)];
    if (!one) continue;
    const {
      operation,
      change: [how, change],
    } = one;
    let isReached = false;
    for (const words of linesFor(operation)) {
      const named = [...new Set(words.filter((word) => !word.startsWith('-')))];
      server.change = (value, { id, result }) => {
        const whole = namedAs(value, named);
        // The provider decides which lists of repositories are read.
        if (id === 'gitInstallations.get' && operation.id.includes('gitlab') && isItem(whole))
          whole.provider = 'gitlab';
        if (id !== operation.id) return whole;
        isReached = true;
        return changed(whole, result, change);
      };
      const outcome = await cli(words);
      if (isOff(outcome, /\u001b\]/))
        failed.push(`${operation.id} ${how}: ${words.join(' ')}: ${outcome.stderr}${outcome.stdout}`);
      if (isReached) break;
    }
    if (!isReached) failed.push(`${operation.id}: no line reaches it`);
  }
  expect(failed.map((line) => line.slice(0, 300))).toEqual([]);
  reached('N11', 'answers', wanted);
});
