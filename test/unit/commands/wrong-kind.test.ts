import { describe, expect, it } from 'vitest';
import { entries } from '../../../src/commands/index.ts';
import { synonyms } from '../../../src/engine/find/synonyms.ts';
import { optionsOf } from '../../../src/engine/model/flags.ts';
import { allCommands } from '../../../src/engine/model/load.ts';
import { sandboxedCli, splitWords } from '../../helpers/cli.ts';
import { perFile } from '../../helpers/lasting.ts';

const cli = perFile(() => sandboxedCli({ stdin: '' }));

const hintOf = async (line: string | string[], exit = 2) => {
  const { exitCode, stderr } = await cli(line);
  expect(exitCode, stderr).toBe(exit);
  return /^hint: (.*)$/m.exec(stderr)?.[1];
};

const all = await allCommands(entries);
const choicesOf = (command: (typeof all)[number]['command'], flag: string): readonly string[] =>
  optionsOf(command).find(({ flags }) => flags.startsWith(`${flag} `))?.choices ?? [];

describe('a format given to the other flag', () => {
  const withFormat = all.filter(({ command }) => choicesOf(command, '--format').length > 0);

  it.each(withFormat.map((one) => [one.path, one] as const))('%s', async (path, { command }) => {
    const choices = choicesOf(command, '--format');
    const chosen = choices.find((one) => !['table', 'json', 'ndjson', 'csv'].includes(one)) ?? 'markdown';
    const words = path.split(' ').slice(1);
    for (const given of [['-o', chosen], ['--output', chosen], [`--output=${chosen}`]])
      if (!choicesOf(command, '-o, --output').includes(chosen))
        expect(await hintOf([...words, ...given])).toBe(
          `did you mean docs ${words.join(' ')} --format ${chosen}?`,
        );
    if (!choices.includes('csv'))
      expect(await hintOf([...words, '--format', 'csv'])).toBe(
        `did you mean docs ${words.join(' ')} --output csv?`,
      );
  });
});

describe('--role guest', () => {
  const clearing = all.flatMap(({ path, command }) =>
    optionsOf(command).flatMap(({ flags }) => {
      const name = /^--clear-((?:default-)?role)$/.exec(flags)?.[1];
      return name === undefined ? [] : [[path, name] as const];
    }),
  );

  it('is a flag of commands that invite and of the organization', () => {
    expect(clearing.length).toBeGreaterThan(3);
  });

  it.each(clearing)('%s names --clear-%s', async (path, name) => {
    const words = path.split(' ').slice(1);
    expect(await hintOf([...words, `--${name}`, 'guest'])).toBe(
      `a guest has no role: docs ${words.join(' ')} --clear-${name}`,
    );
  });
});

/** Reads of one thing by its ID: the example with an ID in place of the name. */
const reads = all.flatMap(({ path, command }) => {
  const [first] = command.args;
  const isRead = command.operation?.method === 'GET' && command.verb === 'get' && first?.required === true;
  const line = command.examples.find((one) => !/[|<>;]|\$\(| --at /.test(one));
  return isRead && line !== undefined ? [[path, line] as const] : [];
});

describe('an ID of another kind', () => {
  it.each(reads)('%s says where to look it up', async (path, line) => {
    const depth = path.split(' ').length;
    const words = splitWords(line).slice(1);
    words[depth - 1] = 'aB3456789012345678Zz';
    const { exitCode, stderr } = await cli([...words, '--json']);
    // Some take another word first.
    if (exitCode === 0) return;
    const { status, hint } = JSON.parse(stderr).error;
    if (status === 404) expect(hint).toMatch(/^docs whatis aB3456789012345678Zz( |$)/);
  });
});

it('every group in the singular leads to a command of it', async () => {
  const groups = new Map<string, string>();
  for (const { path } of all) {
    const [, group = '', verb, more] = path.split(' ');
    if (group.endsWith('s') && verb !== undefined && more === undefined) groups.set(group, verb);
  }
  const names = new Set(all.map(({ path }) => path.split(' ')[1]));
  for (const [group, verb] of groups) {
    const one = group.slice(0, -1);
    if (names.has(one) || (Object.hasOwn(synonyms, one) && one !== 'user')) continue;
    expect(await hintOf([one, verb]), one).toMatch(new RegExp(`^did you mean docs ${group} \\w+`));
  }
});

const found = async (...words: string[]) => (await cli(['help', ...words])).stdout.split('\n');

it('the search finds what has a flag of that name, where nothing else is called so', async () => {
  const having = all.filter(({ command }) =>
    optionsOf(command).some(({ flags }) => /^--baseline\b/.test(flags)),
  );
  expect(having.length).toBeGreaterThan(1);
  const lines = await found('baseline');
  for (const { path } of having)
    expect(
      lines.some((line) => line.startsWith(`${path}\t`)),
      path,
    ).toBe(true);
});

it('there is a flag for every place that may be left out', () => {
  const places: Record<string, string> = { organizationId: '--org <org>', siteId: '--site <site>' };
  const bad = all.flatMap(({ path, command }) =>
    command.args
      .filter(({ field, required }) => !required && places[field])
      .filter(({ field }) => !optionsOf(command).some(({ flags }) => flags === places[field]))
      .map(() => path),
  );
  expect(bad).toEqual([]);
});
