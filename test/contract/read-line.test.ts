import { Command as Program } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import type { Command } from '../../src/engine/model/command.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { toProgramOption } from '../../src/engine/model/program.ts';
import { readLine } from '../../src/engine/model/read-line.ts';

/** What commander makes of the same words; undefined where it refuses them. */
function byCommander(command: Command, words: readonly string[]) {
  const program = new Program(command.verb).exitOverride().helpOption('-h, --help');
  program.configureOutput({ writeErr: () => {}, writeOut: () => {}, outputError: () => {} });
  for (const option of optionsOf(command)) program.addOption(toProgramOption(option, 'docs', words));
  try {
    const { operands, unknown } = program.parseOptions([...words]);
    return unknown.length > 0 ? undefined : { args: operands, flags: program.opts() };
  } catch {
    return undefined;
  }
}

const commands = await allCommands(entries);

/** Words of a line for a command: its own flags in every form, values good and bad, and what no flag is. */
function wordsFor(command: Command): fc.Arbitrary<string[]> {
  const value = fc.constantFrom('a', '', '-', '-1', '3', 'json', 'true', 'one,two', '--json', '=', 'Read me');
  const flags = optionsOf(command).flatMap(({ flags: names, choices }) => {
    const own = choices ? fc.oneof(value, fc.constantFrom(...choices)) : value;
    return (names.split(/ [<[]/, 1)[0] ?? '')
      .split(', ')
      .flatMap((name) => [
        fc.constant([name]),
        own.map((text) => [name, text]),
        own.map((text) => [`${name}${name.startsWith('--') ? '=' : ''}${text}`]),
      ]);
  });
  const rest = fc.constantFrom(
    ['a'],
    ['b c'],
    ['-'],
    ['--'],
    ['-qy'],
    ['-qo', 'json'],
    ['--nothing'],
    ['-h'],
  );
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.oneof(...flags) }, rest), { maxLength: 5 })
    .map((parts) => parts.flat());
}

describe('a line that is read without commander', () => {
  it('means what commander makes of it, with every command', () => {
    const wrong: string[] = [];
    let read = 0;
    for (const { path, command } of commands) {
      for (const words of fc.sample(wordsFor(command), { numRuns: 15, seed: 15 })) {
        const ours = readLine(command, words);
        if (!ours) continue;
        read += 1;
        const theirs = byCommander(command, words);
        if (JSON.stringify(ours) !== JSON.stringify(theirs))
          wrong.push(`${path} ${JSON.stringify(words)}: ${JSON.stringify([ours, theirs])}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(read).toBeGreaterThan(commands.length * 2);
  });

  it.each([
    ['spaces get', ['Guides', '--json']],
    ['spaces get', ['--fields', 'id,title', 'Guides', '-o', 'json']],
    ['spaces get', ['-ojson', '--', '-x']],
    ['spaces list', ['--org=Tarnpost', '--limit', '20', '-q', '--no-input']],
    ['spaces delete', ['One', 'Two', '-y']],
  ])('is one like %s %j', (path, words) => {
    const command = commands.find((one) => one.path === `docs ${path}`)?.command;
    expect(command && readLine(command, words)).toEqual(command && byCommander(command, words));
    expect(command && readLine(command, words)).toBeDefined();
  });

  it.each([
    ['a flag that is not known', ['Guides', '--nothing']],
    ['help', ['Guides', '-h']],
    ['a value that is missing', ['Guides', '--output']],
    ['a value that is not allowed', ['Guides', '-o', 'xml']],
    ['a flag given twice', ['Guides', '-o', 'json', '-o', 'json']],
    ['a flag in place of a value', ['Guides', '--jq', '--json']],
    ['an argument too many', ['Guides', 'Handbook']],
    ['an argument too few', []],
  ])('is not one with %s', (_, words) => {
    const command = commands.find((one) => one.path === 'docs spaces get')?.command;
    expect(command).toBeDefined();
    expect(command && readLine(command, words)).toBeUndefined();
  });
});
