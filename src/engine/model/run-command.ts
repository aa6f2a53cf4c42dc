// Finds the command of a line and runs it.

import { CommanderError } from 'commander';
import type { Context } from '../../context.ts';
import { EXIT } from '../../errors.ts';
import type { Synonyms } from '../find/synonyms.ts';
import type { Guard } from '../run/run.ts';
import type { Catalog } from './command.ts';
import { type Leaf, listedGroup, loadLeaf } from './load.ts';
import { printPaged } from './pager-choice.ts';
import { buildProgram } from './program.ts';

// Parses the line with commander and runs its command, prints its help, or says what is wrong with the line.

interface Vocabulary {
  catalog: Catalog;
  /** Words that people try for others. */
  synonyms(): Promise<Synonyms>;
  /** Judges a line once it is read, and may change its flags. Throws what refuses it. */
  guard?: Guard;
}

/** Returns the exit code. Throws what the command throws, and UsageError for a line that is none. */
async function parseLine(
  argv: readonly string[],
  leaf: Leaf,
  context: Context,
  { catalog, synonyms, guard }: Vocabulary,
): Promise<number> {
  const words = wordsFor(argv, catalog);
  let text = '';
  const print = (help: string) => {
    text += help;
  };
  const parts = { catalog, leaf, context, print, ...(guard && { guard }) };
  const parse = async (asks: boolean) => {
    await buildProgram({ ...parts, asks }).parseAsync(words, { from: 'user' });
    return EXIT.ok;
  };
  try {
    return await parse(false).catch((error: unknown) => {
      const isMissing = error instanceof CommanderError && error.code === 'commander.missingArgument';
      if (!isMissing || !mayAsk(argv, context)) throw error;
      // Parsed once more without the demand: what is missing is asked for.
      return parse(true);
    });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (isHelp(error)) return showHelp(error, text, context);
    const { readParseError } = await import('./parse-errors.ts');
    throw await readParseError(error, argv, catalog, await synonyms());
  }
}

const mayAsk = (argv: readonly string[], { io }: Context): boolean =>
  io.inTty && io.errTty && !io.inCi && !argv.includes('--no-input');

/** Beside --help an unknown command would show the help of all: without it, it is refused. */
function wordsFor(argv: readonly string[], catalog: Catalog): string[] {
  const [first = ''] = argv;
  return first.startsWith('-') || Object.hasOwn(catalog, first) ? [...argv] : [first];
}

const isHelp = ({ code }: CommanderError) => code === 'commander.helpDisplayed' || code === 'commander.help';

/** Asked for: on stdout, exit 0. A group without a verb: on stderr, exit 2. */
async function showHelp({ code }: CommanderError, text: string, context: Context): Promise<number> {
  if (code === 'commander.help') {
    context.io.err(text);
    return EXIT.usage;
  }
  await printPaged(context, text);
  return EXIT.ok;
}

/** Returns the exit code. Throws what the command throws, and UsageError for a line that is none. */
export async function runCommand(
  argv: readonly string[],
  context: Context,
  vocabulary: Vocabulary,
): Promise<number> {
  const leaf = await loadLeaf(vocabulary.catalog, argv, listedGroup);
  return parseLine(argv, leaf, context, vocabulary).catch(async (error: unknown) => {
    throw (await import('./as-typed.ts')).asTyped(error, leaf.command, context.argv);
  });
}
