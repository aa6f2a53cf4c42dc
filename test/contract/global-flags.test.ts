// Global flags mean the same wherever they stand in a line, and with every command.
import { afterAll, describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { factsOf } from '../../src/engine/model/command-facts.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { GLOBAL_FLAGS } from '../../src/engine/model/globals.ts';
import { aliases, arrange } from '../../src/engine/model/load.ts';
import { sandboxedCli, splitWords } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { someOf } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/global-flags.txt');

/** What changes this machine and no platform. */
const HERE = new Set(
  ['auth login', 'auth logout', 'profiles use', 'profiles rename', 'profiles remove', 'use', 'undo']
    .concat(['sandbox init', 'sandbox reset', 'sandbox token', 'sandbox edit', 'export', 'api'])
    .map((words) => `docs ${words}`),
);

/** Ways to write a flag; its value is the name of a command, which must not be taken for one. */
function waysToWrite(flags: string): string[][] {
  const names = [...flags.matchAll(/(?:^|\s)(--?[\w-]+)/g)].map(([, name = '']) => name);
  if (flags.includes('[')) return names.flatMap((name) => [[name, 'id,title'], [`${name}=id`]]);
  if (!flags.includes('<')) return names.map((name) => [name]);
  return names.flatMap((name) =>
    name.startsWith('--')
      ? [[name, 'list'], [name, 'spaces'], [`${name}=x`]]
      : [[name, 'json'], [`${name}json`]],
  );
}

/** The examples of a command as words, where it is called by its own name. */
function examplesOf({ path, command }: (typeof commands)[number]): string[][] {
  const start = path.split(' ').slice(1);
  return command.examples
    .filter((line) => !/[|<>;]|\$\(/.test(line))
    .map((line) => splitWords(line).slice(1))
    .filter((given) => start.every((word, at) => given[at] === word));
}

/** The forms of the global flags of a command, each as its words. */
function formsOf({ command }: (typeof commands)[number]): string[][] {
  const own = new Set(optionsOf(command).map(({ flags }) => flags));
  return GLOBAL_FLAGS.filter((flag) => own.has(flag.flags)).flatMap((flag) => waysToWrite(flag.flags));
}

const tried = someOf(
  new Map(commands.map((one) => [one.path, formsOf(one).map((form) => form.join(' '))])),
  6,
);
let held = 0;
afterAll(() => reached('W8', 'lines', held));

describe('a global flag', () => {
  const rows = commands.map((one) => [one.path, one] as const);
  it.each(rows)('gives the same call wherever it stands in the line of %s', async (path, one) => {
    const words = path.split(' ').slice(1);
    const forms = tried(path).map((form) => form.split(' '));
    for (const rest of examplesOf(one).map((given) => given.slice(words.length))) {
      for (const [form, at] of forms.flatMap((form) => [...words, ''].map((_, at) => [form, at] as const))) {
        const line = [...words.slice(0, at), ...form, ...words.slice(at), ...rest];
        expect(await arrange(entries, line, aliases), line.join(' ')).toEqual([...words, ...form, ...rest]);
        held += 1;
      }
    }
  });

  it('is taken by every command where it is one of the three for all', () => {
    for (const { path, command } of commands) {
      const names = optionsOf(command).map(({ flags }) => flags.split(' ')[0]);
      expect(names, path).toEqual(expect.arrayContaining(['--profile', '--no-input', '--debug']));
    }
  });

  it('--yes is taken by every command that changes something, so that a script may always pass it', () => {
    const changing = commands.filter(
      ({ path, command }) => factsOf(path, command).writes || command.changesHere || HERE.has(path),
    );
    const without = changing
      .filter(({ command }) => !optionsOf(command).some(({ flags }) => flags === '-y, --yes'))
      .map(({ path }) => path);
    expect(without).toEqual([]);
    expect(changing.length).toBeGreaterThan(90);
  });

  it('is in the help of a command only where it has a meaning of its own', async () => {
    const mild = await sandboxedCli();
    const { stdout } = await mild('teams create --help');
    expect(stdout).toMatch(/^Global flags: .* -y /ms);
    expect(stdout).not.toMatch(/--yes/);
    expect((await mild('teams delete --help')).stdout).toMatch(/^ {2}-y, --yes +\S/m);
    const made = await mild('teams create Painters --yes -q');
    expect(made).toMatchObject({ exitCode: 0 });
    mild.cleanup();
  });

  it('takes a value with every command or with none', () => {
    const arity = (flags: string) => (flags.includes('<') ? 'one' : flags.includes('[') ? 'maybe' : 'none');
    for (const { path, command } of commands) {
      for (const { flags } of optionsOf(command)) {
        for (const [name] of flags.matchAll(/--[\w-]+/g)) {
          const all = GLOBAL_FLAGS.find((flag) => new RegExp(`${name}(?![\\w-])`).test(flag.flags));
          if (all) expect(`${path} ${name} ${arity(flags)}`).toBe(`${path} ${name} ${arity(all.flags)}`);
        }
      }
    }
  });
});

it.each(table('what is typed, and what it is'))('docs %s is docs %s', async (given = '', meant = '') => {
  expect(await arrange(entries, splitWords(given), aliases)).toEqual(splitWords(meant));
});
