// Aliases: a word of a person's own for a longer command line. Looked up only for a first word that is not a command.

import { readDefaults } from '../../config/defaults.ts';
import { findProjectFile } from '../../config/project-file.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { shell, shellLine, wordsOfCommand } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';
import type { Catalog, Command } from './command.ts';
import { factsOf } from './command-facts.ts';
import { optionsOf } from './flags.ts';
import { loadLeaf } from './load.ts';
import { ranOwnProgram } from './own-programs.ts';
import { isHarmless, reachOf } from './reach.ts';

/**
 * The call with its first word written out, where that is an alias; undefined where it was a program of the person's own,
 * which has ended. Throws UsageError `PROJECT_ALIAS`.
 */
export async function expandAlias(
  argv: readonly string[],
  context: Context,
  catalog: Catalog,
): Promise<readonly string[] | undefined> {
  const [first = '', ...rest] = argv;
  const own = lookUp(readDefaults(context.paths()).aliases, first);
  if (own !== undefined) return [...wordsOfAlias(own), ...rest];
  const project = findProjectFile(context.cwd);
  const text = project && lookUp(project.aliases ?? {}, first);
  if (!project || text === undefined) return (await ranOwnProgram(argv, context)) ? undefined : argv;
  const words = wordsOfAlias(text);
  await refuseUnlessReading(words, catalog, first, project.path);
  note(context.io, `${first}: ${shellLine(['docs', ...words, ...rest])}`);
  return [...words, ...rest];
}

const lookUp = (aliases: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(aliases, name) ? aliases[name] : undefined;

/** Without `docs` in front. */
export function wordsOfAlias(text: string): string[] {
  const words = wordsOfCommand(text.replace(/"([^"']*)"/g, "'$1'"));
  return words[0] === 'docs' ? words.slice(1) : words;
}

/** Whether a word of an alias is no file, and no flag that writes one, asks another host or consents. */
function mayStand(word: string, command: Command): boolean {
  if (word === '-' || word.startsWith('@')) return false;
  if (!word.startsWith('-')) return true;
  const [flag = ''] = word.split('=');
  const option = optionsOf(command).find(({ flags }) => flags.split(/[ ,]+/).includes(flag));
  return flag === '--help' || flag === '-h' || (option !== undefined && isHarmless(reachOf(option)));
}

/** A file that came with a repository may save typing, and change nothing. Throws UsageError `PROJECT_ALIAS`. */
export async function refuseUnlessReading(
  words: readonly string[],
  catalog: Catalog,
  name: string,
  path: string,
): Promise<void> {
  const { command } = await loadLeaf(catalog, words);
  const isReading =
    command !== undefined &&
    command.local !== true &&
    command.changesHere !== true &&
    !factsOf('docs', command).writes &&
    catalog[words[0] ?? '']?.section !== 'This tool:';
  const word = command && words.find((one) => !mayStand(one, command));
  if (isReading && word === undefined && !command.args.some(({ reach }) => !isHarmless(reach))) return;
  throw new UsageError(
    `alias "${name}" of ${path} ${word === undefined ? 'is not a reading command' : `uses ${word}`}: a folder may only have aliases that read`,
    { code: 'PROJECT_ALIAS', hint: shell`docs alias set ${name} ${shellLine(words)}` },
  );
}
