import { expect, it } from 'vitest';
import { addSiteSpace, updateSiteSpace } from '../../src/api/sites/site-structure.ts';
import type { Run } from '../../src/engine/model/command-type.ts';
import { asMisfit } from '../../src/engine/run/unexpected-failure.ts';
import { answered, answeredCli, isOff } from '../helpers/answered-cli.ts';
import { splitWords } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { partOf } from '../helpers/rotation.ts';
import { reached, runs } from '../helpers/runs.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/missing-fields.txt');

const { server, cli } = answeredCli({ DOCS_HISTORY: 'off' });
const commands = hostCommands.filter(([path]) => !/^docs (api|open)$/.test(path));

const PAGE = { id: 'page-1', type: 'document', title: 'Install', path: 'install' };
const EDITED = { type: 'page_edited', page: PAGE, attributes: { variables: {}, emoji: { after: '1f4e6' } } };

type Path = readonly string[];

const run = (words: readonly string[], operation: string, path: Path) => {
  server.change = (value, { id }) => (id === operation ? without(value, path) : value);
  return cli([...words]);
};

it.each(table('a line, an operation, what its answer lacks, and what is said of that'))(
  '%s says in one line what %s lacks: %s',
  async (line = '', operation = '', path = '', told) => {
    const { exitCode, stderr } = await run(splitWords(line), operation, path.split('.'));
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`docs: the response of ${operation} ${told}\nhint: `);
  },
);

it.each(['auth status', 'doctor'])('docs %s knows nobody where the answer names nobody', async (line) => {
  for (const answer of [{}, [], 42, { ok: true }, { id: 5 }]) {
    server.change = (value, { id }) => (id === 'users.caller' ? answer : value);
    const { exitCode, stdout, stderr } = await cli(line);
    expect([answer, exitCode, stdout + stderr]).toEqual([
      answer,
      1,
      expect.stringMatching(/the response of users\.caller (?:lacks|is|has) /),
    ]);
  }
});

it.each(table('a line, an operation, what its answer lacks, and what is said all the same'))(
  '%s says nothing of what %s lacks: %s',
  async (line = '', operation = '', path = '', told = '') => {
    const { exitCode, stdout, stderr } = await run(splitWords(line), operation, [path]);
    expect(exitCode).toBe(0);
    expect(stdout + stderr).not.toMatch(/\bundefined\b/);
    expect(stderr).toMatch(new RegExp(told, 'm'));
  },
);

it.each<[line: string, change: (key: string, value: unknown) => unknown]>([
  ['git status --space Guides', (key, value) => (key === 'gitSync' ? null : value)],
  ['cr conflicts 1 --space Guides', (key, value) => (key === 'variables' ? null : value)],
  ['cr diff 1 --space Guides', (key, value) => ({ changes: [EDITED], more: 0 })[key] ?? value],
  ['analytics', (key, value) => (key === 'values' ? ['(none)', null] : value)],
  ['report stale', (key, value) => (/^(?:upd|cre)atedAt$/.test(key) ? null : value)],
])(
  '%s shows what it knows where a host sends nothing, or a word, for what is not there',
  async (line, change) => {
    server.change = (value) => JSON.parse(JSON.stringify(value), change);
    const { stdout, stderr } = await cli(splitWords(line));
    expect(stdout + stderr).not.toMatch(
      /unexpected error|the response of|nothing -> nothing|\bundefined\b|\bNaN\b/,
    );
  },
);

it.each(
  table(
    'a line that reads lists side by side, an operation, what the first of its answers lacks, and what is said',
  ),
)(
  '%s says what one of many answers of %s lacks: %s',
  async (line = '', operation = '', path = '', told = '') => {
    let answers = 0;
    server.change = (value, { id }) => {
      answers += id === operation ? 1 : 0;
      if (id !== operation || answers > 1) return value;
      const { items } = value as { items: unknown[] };
      return path === '*' ? { items: [null, ...items] } : without(value, path.split('.'));
    };
    const { exitCode, stderr } = await cli(splitWords(line));
    expect([answers > 1, stderr]).toEqual([true, expect.anything()]);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`docs: the response of ${operation} ${told}\nhint: `),
    ]);
  },
);

it('a change whose answer cannot be shown is told to be done', async () => {
  const words = splitWords('comments create --space Guides --body "Does this still hold?"');
  const { stderr } = await run(words, 'comments.create', ['target']);
  expect(stderr).toContain('the response of comments.create lacks "target"');
  expect(stderr).toContain('the request succeeded');
});

it.each([[null], [{}]])(
  'a change of many that is answered with %j is of unknown fate, and is not sent again by --resume',
  async (answer) => {
    let sent = 0;
    server.change = (value, { id }) => {
      if (id !== 'changeRequests.merge') return value;
      sent += 1;
      return answer;
    };
    const remembering = { env: { ...answered(server), DOCS_HISTORY: 'on' } };
    const words = ['cr', 'merge', '1', '2', '--space', 'Guides', '--yes', '-o', 'ndjson'];
    const outcomes = ({ stdout }: { stdout: string }) =>
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).outcome);
    const first = await cli(words, remembering);
    expect([first.exitCode, outcomes(first), sent]).toEqual([7, ['unknown', 'unknown'], 2]);
    const second = await cli([...words, '--resume'], remembering);
    expect([second.exitCode, outcomes(second), sent]).toEqual([7, ['unknown', 'unknown'], 2]);
  },
);

const answers: Record<string, unknown> = { null: null, '{}': {}, '[]': [] };

it.each(table('a line, an operation, what it answers instead, the exit code, and what is said of that'))(
  '%s says what becomes of %s that answers %s',
  async (line = '', operation = '', answer = '', code = '', told) => {
    server.change = (value, { id }) => (id === operation ? answers[answer] : value);
    const { exitCode, stdout, stderr } = await cli(splitWords(line));
    expect([exitCode, exitCode > 0 && stdout, stderr]).toEqual([
      Number(code),
      exitCode > 0 && '',
      expect.stringContaining(told ?? ''),
    ]);
    expect(stderr.split('\n').filter((text) => /^\w+ed /.test(text))).toHaveLength(exitCode > 0 ? 0 : 1);
  },
);

it('an update without a body is named where nothing else says why a command failed', () => {
  const answers = new Map([['1', { operation: updateSiteSpace, value: undefined }]]);
  // Safe: no more of a run is read.
  const run = { context: { answers }, operation: addSiteSpace } as unknown as Run;
  expect(String(asMisfit(run, new TypeError('no id')))).toContain('response of siteSpaces.update is empty');
});

it('what was not sent for a step before it that cannot be read is not told to be done', async () => {
  server.change = (value, { id }) => (id === 'changeRequests.sync' ? null : value);
  const { stderr } = await cli(['cr', 'merge', 'one', '--space', 'Guides', '--sync-first', '--yes']);
  expect(stderr).toContain('200 with nothing in it');
  expect(stderr).toContain('hint: docs cr get one --space Guides');
  expect(stderr).not.toContain('is done');
});

it('no answer without a field ends a command as a fault of ours', async () => {
  const failed: string[] = [];
  const wanted = runs('N11', 'fields', 15);
  let count = 0;
  for await (const { words, operation, path } of cases()) {
    if (count++ === wanted) break;
    const { stdout, stderr, exitCode } = await run(words, operation, path);
    if (isOff({ exitCode, stderr, stdout: stdout + stderr }, /\bNaN\b|Invalid Date/))
      failed.push(`${words.join(' ')} without ${path.join('.')} of ${operation}: ${stderr}${stdout}`);
  }
  expect(failed.map((line) => line.slice(0, 300))).toEqual([]);
  reached('N11', 'fields', wanted);
});

const TIME = /^\d{4}-\d\d-\d\dT/;

it('no time that cannot be read ends a command as a fault of ours', { timeout: 240_000 }, async () => {
  const failed: string[] = [];
  server.change = (value) =>
    JSON.parse(JSON.stringify(value), (_, one) => (TIME.test(one) ? 'the day after' : one));
  for (const [, words] of partOf(commands, 3)) {
    const { stdout, stderr, exitCode } = await cli([...words]);
    if (isOff({ exitCode, stderr, stdout: stdout + stderr }, /\bNaN\b|Invalid Date/))
      failed.push(
        `${words.join(' ')}: ${(stderr + stdout).replace(/^(?=.*counts 1 and).*\n/gm, '').slice(0, 300)}`,
      );
  }
  expect(failed).toEqual([]);
});

interface Case {
  words: readonly string[];
  operation: string;
  path: Path;
}

/** One field of each command, then another one of each, until all were taken. */
async function* cases(): AsyncGenerator<Case> {
  const fields = new Map<readonly string[], Case[]>();
  for (let round = 0; ; round += 1) {
    let found = false;
    for (let at = 0; at < commands.length; at += 1) {
      // A step that has no divisor in common with the count: a few cases are of commands from everywhere.
      const words = commands[(at * 67) % commands.length]?.[1] ?? [];
      const all = fields.get(words) ?? (await fieldsOf(words));
      fields.set(words, all);
      const one = all[(round * 7919) % Math.max(1, all.length)];
      if (!one || round >= all.length) continue;
      found = true;
      yield one;
    }
    if (!found) return;
  }
}

/** Every field of every answer that the command reads, by its path, where `*` is each item of a list. */
async function fieldsOf(words: readonly string[]): Promise<Case[]> {
  const found = new Map<string, Case>();
  server.change = (value, { id }) => {
    for (const path of pathsIn(value)) found.set(`${id} ${path.join('.')}`, { words, operation: id, path });
    return value;
  };
  await cli([...words]);
  return [...found.values()];
}

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((one) => pathsIn(one, [...path, '*']));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsIn(inner, [...path, key])]);
}

function without(value: unknown, [key, ...rest]: Path): unknown {
  if (key === '*') return Array.isArray(value) ? value.map((one) => without(one, rest)) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== key) return [[name, inner]];
      return rest.length === 0 ? [] : [[name, without(inner, rest)]];
    }),
  );
}
