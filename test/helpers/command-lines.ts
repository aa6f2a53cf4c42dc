// Every command that talks to a host, as its first example calls it.
import { entries } from '../../src/commands/index.ts';
import { allCommands } from '../../src/engine/model/load.ts';
import { splitWords } from './cli.ts';
import { WAITS } from './example-lines.ts';

/** The path of each command with its words, without what would keep it from the host. */
export async function hostCommands(): Promise<(readonly [path: string, words: readonly string[]])[]> {
  return (await allCommands(entries)).flatMap(({ path, command }) => {
    const line = command.examples.find((example) => !/[|<>;]|\$\(/.test(example) && !WAITS.test(example));
    if (command.local || !line || /^docs (sandbox|auth|profiles) /.test(line)) return [];
    const words = splitWords(line).slice(1);
    return [[path, words.filter((word) => word !== '--dry-run' && word !== '--wait')] as const];
  });
}
