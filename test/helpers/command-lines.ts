// Every command, and those that talk to a host, as their first examples call them.
import { entries } from '../../src/commands/index.ts';
import type { Command } from '../../src/engine/model/command.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { splitWords } from './cli.ts';
import { WAITS } from './example-lines.ts';

export const commands: Awaited<ReturnType<typeof allCommands>> = await allCommands(entries);

/** By their paths. */
export const leaves: ReadonlyMap<string, Command> = new Map(
  commands.map(({ path, command }) => [path, command]),
);

/** The path of each command with its words, without what would keep it from the host. */
export const hostCommands: readonly (readonly [path: string, words: readonly string[], command: Command])[] =
  commands.flatMap(({ path, command }) => {
    const line = command.examples.find((example) => !/[|<>;]|\$\(/.test(example) && !WAITS.test(example));
    if (command.local || !line || /^docs (sandbox|auth|profiles) /.test(line)) return [];
    const words = splitWords(line).slice(1);
    return [[path, words.filter((word) => word !== '--dry-run' && word !== '--wait'), command] as const];
  });
