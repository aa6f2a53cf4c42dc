// Finds the command of a line and runs it.
import type { Context } from '../../context.ts';
import { EXIT } from '../../errors.ts';
import { type Leaf, listedGroup, loadLeaf } from './load.ts';
import type { Vocabulary } from './parse-line.ts';
import { readLine } from './read-line.ts';
import { runLeaf } from './run-leaf.ts';

/** Returns the exit code. Throws what the command throws, and UsageError for a line that is none. */
export async function runCommand(
  argv: readonly string[],
  context: Context,
  vocabulary: Vocabulary,
): Promise<number> {
  const leaf = await loadLeaf(vocabulary.catalog, argv, listedGroup);
  const words = wordsOf(leaf, argv);
  const read = words && leaf.command && readLine(leaf.command, argv.slice(words.length));
  if (leaf.command && words && read) {
    const parsed = { catalog: vocabulary.catalog, path: `docs ${words.join(' ')}`, ...read };
    await runLeaf(context, leaf.command, vocabulary.guard?.(leaf.command, parsed) ?? parsed);
    return EXIT.ok;
  }
  const { parseLine } = await import('./parse-line.ts');
  return parseLine(argv, leaf, context, vocabulary);
}

/** The words that lead to a command, as it calls itself; undefined for what a group does itself: a word may be a verb of it. */
function wordsOf({ trail, command }: Leaf, [first = '']: readonly string[]): string[] | undefined {
  if (!command || trail.some(({ own }) => own === command)) return undefined;
  return trail.length === 0 ? [first] : [...trail.map(({ name }) => name), command.verb];
}
