// Aliases: a word of a person's own for a longer command line. Looked up only for a first word that is not a command.
import { readDefaults } from '../../config/paths.ts';
import { findProjectFile } from '../../config/project-file.ts';
import type { Context, Env } from '../../context.ts';
import { LocalIoError, UsageError } from '../../errors.ts';
import { shell, shellLine, wordsOfCommand } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';
import { openConfig, type SessionFlags } from '../run/session.ts';
import type { Catalog, Command } from './command.ts';
import { factsOf } from './command-facts.ts';
import { optionsOf } from './flags.ts';
import { lengthOfFlag, loadLeaf } from './load.ts';
import { isHarmless, reachOf } from './option.ts';

/**
 * The call with its first word written out, where that is an alias; undefined where it was a program of the person's own,
 * which has ended. What is the person's own comes first: a file that came with a repository must not change what a word
 * does that they know. Throws UsageError `PROJECT_ALIAS`.
 */
export async function expandAlias(
  argv: readonly string[],
  context: Context,
  { catalog, isKnown }: { catalog: Catalog; isKnown(word: string): boolean },
): Promise<readonly string[] | undefined> {
  const line = lineOf(argv, catalog);
  const { before, first, rest } = line;
  if (isKnown(first) || !/^[a-z][\w-]*$/i.test(first)) return argv;
  const own = lookUp(readDefaults(context.paths()).aliases, first);
  if (own !== undefined) return [...before, ...wordsOfAlias(own), ...rest];
  if (await ranOwnProgram(line, context)) return undefined;
  const project = findProjectFile(context.cwd);
  const text = project && lookUp(project.aliases ?? {}, first);
  if (!project || text === undefined) return argv;
  const words = wordsOfAlias(text);
  await refuseUnlessReading(words, catalog, first, project.path);
  note(context.io, `${first}: ${shellLine(['docs', ...before, ...words, ...rest])}`);
  return [...before, ...words, ...rest];
}

/** The words of each alias that a person has here. None where a file of settings cannot be read. */
export function aliasesHere({ paths, cwd }: Context): Map<string, string[]> {
  try {
    const aliases = { ...findProjectFile(cwd)?.aliases, ...readDefaults(paths()).aliases };
    return new Map(Object.entries(aliases).map(([name, text]) => [name, wordsOfAlias(text)]));
  } catch {
    return new Map();
  }
}

function lineOf(argv: readonly string[], catalog: Catalog): Line {
  let at = 0;
  while (argv[at]?.startsWith('-')) {
    const length = lengthOfFlag(argv, at, (word) => Object.hasOwn(catalog, word));
    if (length === 0) break;
    at += length;
  }
  return { before: argv.slice(0, at), first: argv[at] ?? '', rest: argv.slice(at + 1) };
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
    {
      code: 'PROJECT_ALIAS',
      // For a person to judge: a program runs a hint that is a command as a whole.
      hint: shell`to make it yours: docs alias set ${name} ${shellLine(words)}`,
    },
  );
}

// Commands of a person's own: `docs foo` runs docs-foo of PATH, as git and gh do. Only for a word that is nothing else.

/** A line by its first word, with the global flags before it. */
interface Line {
  before: readonly string[];
  first: string;
  rest: readonly string[];
}

/** Flags of every command that say where docs acts, and what a session calls them. */
const PLACES: Readonly<Record<string, 'profile' | 'baseUrl' | 'org'>> = {
  '--profile': 'profile',
  '--base-url': 'baseUrl',
  '--org': 'org',
  '--organization': 'org',
};

/**
 * Whether there was such a program: then it has ended, and this process ends with its code. It gets all that follows its
 * name, and the flags before it but those that its variables say. Throws LocalIoError, and UsageError for a profile that
 * does not exist.
 */
async function ranOwnProgram({ before, first, rest }: Line, context: Context): Promise<boolean> {
  const { runProgram, exitWith } = context;
  if (!runProgram || !exitWith) return false;
  const { places, others } = readPlaces(before);
  const { places: later } = readPlaces(rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined));
  const words = [`docs-${first}`, ...others, ...rest];
  try {
    exitWith(await runProgram(words, () => variablesOf(context, { ...places, ...later })));
  } catch (error) {
    if (error instanceof LocalIoError && error.code === 'NO_PROGRAM') return false;
    throw error;
  }
  context.signal.throwIfAborted();
  return true;
}

/** The flags that say where docs acts, and the words that are left. */
function readPlaces(words: readonly string[]): { places: SessionFlags; others: readonly string[] } {
  const places: SessionFlags = {};
  const others: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, flag = word, joined] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    const place = PLACES[flag];
    const value = place && (joined ?? words[at + 1]);
    if (place === undefined || value === undefined) others.push(word);
    else {
      places[place] = value;
      if (joined === undefined) at += 1;
    }
  }
  return { places, others };
}

/**
 * Where docs acts, so that docs within the program acts there, too; never the token, which `docs auth token` prints. What
 * a folder chose is not passed on as the choice of the person beside a token of the environment.
 */
function variablesOf(context: Context, places: SessionFlags): Env {
  const { profile, baseUrl, organization, tokenSource } = openConfig(context, places);
  const isOfFolder = profile?.source === 'project' && tokenSource()?.source === 'env';
  return {
    ...(profile && !isOfFolder && { DOCS_PROFILE: profile.value, DOCS_BASE_URL: baseUrl.value }),
    ...(organization && { DOCS_ORG: organization.value }),
    DOCS_TOKEN: undefined,
  };
}
