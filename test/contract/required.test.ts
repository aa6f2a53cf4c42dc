import { afterAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/engine/model/command.ts';
import { optionsOf, type ParsedOption } from '../../src/engine/model/flags.ts';
import { usageOf } from '../../src/engine/model/program.ts';
import { sandboxedCli, splitWords } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { sandboxFor } from '../helpers/example-sandbox.ts';
import { untilEnd } from '../helpers/lasting.ts';

const cli = await sandboxedCli({ stdin: '' });
writeFixtures(cli.cwd);
afterAll(() => cli.cleanup());

const nameOf = ({ flags }: ParsedOption): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;
/** What a place, a format or a consent is named with: none of them is what the command is about. */
const ASIDE = ['--org', '--space', '--site', '--cr', '--yes', '--confirm', '--dry-run', '--json', '--name'];

/** The words of a line without these flags and their values. */
function without(line: string, options: readonly ParsedOption[]): string[] {
  const words = splitWords(line).slice(1);
  return words.filter((word, at) => {
    const taken = (one: string | undefined) => options.some((option) => nameOf(option) === one);
    const valued = options.some((option) => nameOf(option) === words[at - 1] && option.flags.includes('<'));
    return !taken(word) && !valued;
  });
}

const given = (line: string, option: ParsedOption) => splitWords(line).includes(nameOf(option));

/** Sets of flags of which a command needs one each. */
function neededOf(command: Command): ParsedOption[][] {
  const options = optionsOf(command);
  const either = options.filter(({ orElse }) => orElse);
  return [
    ...options.filter(({ required }) => required).map((option) => [option]),
    ...(either.length > 0 ? [either] : []),
  ];
}

const drops = commands.flatMap(({ path, command }) =>
  neededOf(command).flatMap((some) => {
    const line = command.examples.find(
      (one) => !one.includes('--data') && some.some((flag) => given(one, flag)),
    );
    const names = some
      .map(nameOf)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or ');
    return line === undefined ? [] : [{ path, line, some, names }];
  }),
);

describe('flags that must be given', () => {
  it.each(drops)('$path is refused without $names', async ({ line, some, names }) => {
    const { exitCode, stderr } = await cli(without(line, some));
    expect({ exitCode, said: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      said: expect.stringContaining(`${names} is required`),
    });
  });

  const unmarked = commands.flatMap(({ path, command }) => {
    const marked = neededOf(command).flat().map(nameOf);
    const [first = '', ...others] = command.examples;
    return optionsOf(command)
      .filter((option) => !ASIDE.includes(nameOf(option)) && !marked.includes(nameOf(option)))
      .filter((option) => given(first, option) && others.every((line) => given(line, option)))
      .map((option) => ({ path, line: first, option, marked, name: nameOf(option) }));
  });
  it.each(unmarked)('$path has $name marked, or runs without it', async ({ line, option, marked }) => {
    const own = untilEnd(await sandboxFor(line));
    const { stderr } = await own([...without(line, [option])]);
    const missing = [...stderr.matchAll(/(--[\w-]+)(?: or --[\w-]+)* is required/g)].map(([, flag]) => flag);
    expect(missing.filter((flag) => flag && !marked.includes(flag))).toEqual([]);
  });

  it('are in the usage line, with what may stand in for them', () => {
    const usage = (path: string) => usageOf(commands.find((one) => one.path === path)?.command as Command);
    expect(usage('docs export')).toBe('--to <folder> [flags]');
    expect(usage('docs sites sections move')).toBe('<section...> (--before <ref> | --after <ref>) [flags]');
    expect(usage('docs orgs instructions set')).toBe(
      '(--instructions <json> | --instructions-file <file>) [flags]',
    );
  });
});
