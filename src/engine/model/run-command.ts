// Finds the command of a line and runs it.
import type { Context } from '../../context.ts';
import { listedGroup, loadLeaf } from './load.ts';
import { parseLine, type Vocabulary } from './parse-line.ts';

/** Returns the exit code. Throws what the command throws, and UsageError for a line that is none. */
export async function runCommand(
  argv: readonly string[],
  context: Context,
  vocabulary: Vocabulary,
): Promise<number> {
  return parseLine(argv, await loadLeaf(vocabulary.catalog, argv, listedGroup), context, vocabulary);
}
