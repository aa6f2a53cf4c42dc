// What a change endangers is said once: a typed command, a plan, a wrong --confirm and a limit meet the same answer.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { mutates } from '../../src/api/operation.ts';
import type { Client } from '../../src/client/client.ts';
import { dangerOfChange, dangerOfOperation, worstOf } from '../../src/domain/dangers/of-operations.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { DocsError, NotFoundError } from '../../src/errors.ts';
import { callsAbsent } from '../helpers/absent-commands.ts';
import type { Cli } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { wordsOf } from '../helpers/example-files.ts';
import { sandboxFor, sharedSandboxes } from '../helpers/example-sandbox.ts';
import { untilEnd } from '../helpers/lasting.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/danger.txt');

const takes = (command: (typeof commands)[number]['command'], flag: string): boolean =>
  optionsOf(command).some(({ flags }) => flags.includes(flag));
/** The first example of each command that takes a flag, without what gives consent or sends nothing. */
const linesWith = (flag: string) =>
  commands.flatMap(({ path, command }) => {
    const line = command.examples.find((one) => !/[|<>;]|\$\(/.test(one) && !callsAbsent(one));
    if (line === undefined || command.operation === undefined || !takes(command, flag)) return [];
    return [[path, line] as const];
  });

const SAFE = ['--yes', '--dry-run', '--wait', '--exit-code'];

function wordsWithout(line: string): string[] {
  const words = wordsOf(line);
  return words.filter(
    (word, at) => !SAFE.includes(word) && word !== '--confirm' && words[at - 1] !== '--confirm',
  );
}

const shared = sharedSandboxes();

const changedAt = (cli: Cli): number => statSync(join(cli.home, '.local/share/docs/sandbox.db')).mtimeMs;

describe('a --confirm that names something else', () => {
  it.each(linesWith('--confirm'))('%s is refused, also with --yes', async (_, line) => {
    const cli = await shared(line);
    const before = changedAt(cli);
    const { exitCode, stderr } = await cli([...wordsWithout(line), '--confirm', 'Something else', '--yes']);
    expect([exitCode, stderr], stderr).toEqual([3, expect.stringContaining('--confirm "Something else" is')]);
    expect(stderr.split('hint:')[1]).not.toContain('Something else');
    expect(changedAt(cli), 'nothing was changed').toBe(before);
  });
});

/** Nothing is left to be done by their examples. */
const DONE = /nothing to (?:do|change)|is already|already up to date/;

describe('--max-changes 0', () => {
  it.each(linesWith('--max-changes'))('%s changes nothing', async (_, line) => {
    const cli = await shared(line);
    const words = wordsWithout(line);
    const before = changedAt(cli);
    const yes = words.includes('apply') ? [] : ['--yes'];
    const { exitCode, stderr } = await cli([...words, '--max-changes', '0', ...yes]);
    if (!DONE.test(stderr)) {
      expect(stderr).toMatch(/more than --max-changes 0, and nothing was sent/);
      expect(exitCode).toBe(3);
    }
    expect(changedAt(cli), 'nothing was changed').toBe(before);
  });
});

describe('a plan whose dangers were lowered', () => {
  it.each(linesWith('--plan-out'))('%s asks as what is typed', async (_, line) => {
    const words = wordsWithout(line);
    const cli = untilEnd(await sandboxFor(line));
    if ((await cli([...words, '--plan-out', 'lowered.json'])).exitCode !== 0) return;
    const file = join(cli.cwd, 'lowered.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"danger": *"\w+"/g, '"danger": "mild"'));
    const applied = await cli(['apply', 'lowered.json']);
    // Nothing of it is left to be asked about.
    if (/already/.test(applied.stdout + applied.stderr) || / transfer /.test(line)) return;
    // What asked has changed nothing.
    const typed = applied.exitCode === 3 ? cli : untilEnd(await sandboxFor(line));
    expect((await typed(words)).exitCode === 3).toBe(applied.exitCode === 3);
  });
});

const failures = {
  'answers 500': () => new DocsError('the host failed', { code: 'SERVER_ERROR', exit: 8 }),
  'answers 404': () => new NotFoundError('not found'),
};

/** What each of these is worth depends on what the host shows. */
const READ_FOR = table('operations whose worth depends on what the host shows, and their input');

/** Fields of which some operation says that they make it look at its target. */
const FULL = {
  role: 'x',
  visibility: 'public',
  condition: null,
  defaultRole: 'admin',
  defaultLevel: 'edit',
  active: true,
  parent: 'c',
};

describe('a danger that cannot be worked out', () => {
  it.each(Object.entries(failures))('is the worst that it may be where the host %s', async (_, failure) => {
    const fail = async () => {
      throw failure();
    };
    // Safe: nothing else of a client is asked for, and that would fail the test.
    const client = { call: fail } as unknown as Client;
    for (const [id = '', input = ''] of READ_FOR) {
      const operation = operations.find((one) => one.id === id);
      if (!operation) throw new Error(id);
      const change = {
        operation,
        input: { organizationId: 'o', siteId: 's', ...JSON.parse(input) },
        client: async () => client,
      };
      expect([id, await dangerOfChange(change)]).toEqual([id, worstOf(await dangerOfOperation(id))]);
    }
  });

  it('counts so for every operation that has to see its target', async () => {
    for (const operation of operations.filter(mutates)) {
      const known = await dangerOfOperation(operation.id);
      const change = { operation, input: FULL, client: () => Promise.reject(new Error('not read')) };
      if (!known.targetIf?.(change)) continue;
      expect([operation.id, await dangerOfChange(change)]).toEqual([operation.id, worstOf(known)]);
    }
  });
});

describe('what may ask', () => {
  it('says what follows, by its operation', async () => {
    const known = await Promise.all(operations.filter(mutates).map(({ id }) => dangerOfOperation(id)));
    const silent = known.flatMap((one, at) =>
      worstOf(one) !== 'mild' && one.follows === undefined ? [operations.filter(mutates)[at]?.id] : [],
    );
    expect(silent).toEqual([]);
  });
});

describe('a flag that means nothing without another', () => {
  const pairs = commands.flatMap(({ path, command }) =>
    optionsOf(command).flatMap(({ flags, needs = [] }) =>
      needs.length > 0 ? [[path, flags, needs] as const] : [],
    ),
  );
  const ofEachFlag = [...new Map(pairs.map((pair) => [pair[1], pair])).values()];

  it.each(ofEachFlag)('%s %s is refused, with the flag that it needs', async (path, flags, needs) => {
    const { command } = commands.find((one) => one.path === path) ?? expect.fail(path);
    const asks = optionsOf(command).some((option) => option.flags.includes('--yes'));
    const line = command.examples[0] ?? path;
    const cli = await shared(line);
    const given = flags.replace(/ .*$/, '');
    const { exitCode, stderr } = await cli([
      ...wordsWithout(line),
      given,
      ...(flags.includes('<') ? ['7d'] : []),
      ...(asks ? ['--yes'] : []),
    ]);
    expect(stderr).toContain(`${given} needs ${needs.join(' or ')}`);
    expect(exitCode).toBe(2);
  });

  it('is there', () => {
    expect(ofEachFlag.map(([, flags]) => flags.replace(/ .*$/, '')).sort()).toEqual([
      '--exit-code',
      '--plan-expires',
      '--spec',
    ]);
  });
});
