// Aliases: a word of a person's own for a longer command line. Looked up only for a first word that is not a command.
import { readDefaults } from '../../config/defaults.ts';
import { findProjectFile } from '../../config/project-file.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { shell, shellLine, wordsOfCommand } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';
import type { Catalog } from './command.ts';
import { factsOf } from './command-facts.ts';
import { loadLeaf } from './load.ts';

/** The call with its first word written out, where that is an alias. Throws UsageError `PROJECT_ALIAS`. */
export async function expandAlias(
  argv: readonly string[],
  context: Context,
  catalog: Catalog,
): Promise<readonly string[]> {
  const [first = '', ...rest] = argv;
  const own = lookUp(readDefaults(context.paths()).aliases, first);
  if (own !== undefined) return [...wordsOfAlias(own), ...rest];
  const project = findProjectFile(context.cwd);
  const text = project && lookUp(project.aliases ?? {}, first);
  if (!project || text === undefined) return argv;
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

/** What chooses another account or host, writes a file, or prints what should not be seen. */
const REFUSED =
  /^--(?:base-url|profile|debug-har|plan-out|rows|data|save|download|to|show-secrets|web|yes|confirm|[\w-]*file)(?:=|$)|^-y$|^@/;

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
  const flag = words.find((word) => REFUSED.test(word));
  if (isReading && flag === undefined) return;
  throw new UsageError(
    `alias "${name}" of ${path} ${flag === undefined ? 'is not a reading command' : `uses ${flag}`}: a folder may only have aliases that read`,
    { code: 'PROJECT_ALIAS', hint: shell`docs alias set ${name} ${shellLine(words)}` },
  );
}
