// Global flags may be anywhere in a line: those before the command are put behind it, where the parser looks.
import { type Catalog, type Command, isGroup, type WrittenGroup } from './command.ts';
import { optionsOf } from './flags.ts';
import { GLOBAL_FLAGS } from './globals.ts';
import { answersTo, commandOf } from './load.ts';

// Other names of a flag: those that a command declares, and --org and --organization for each other.

export const ORG = '--org';
export const ORGANIZATION = '--organization';

export const nameIn = (word: string): string =>
  word.slice(0, word.includes('=') ? word.indexOf('=') : undefined);

/** The same words with every flag under the name that the command knows. Words after `--` stay as they are. */
function withKnownNames(command: Command | undefined, words: readonly string[]): readonly string[] {
  if (!command) return words;
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const given = new Set(words.slice(0, end).map(nameIn));
  const names = new Map(Object.entries(command.synonyms ?? {}));
  if (given.has(ORG) !== given.has(ORGANIZATION) && isGivenWell(words)) addOrganization(names, command);
  if (names.size === 0) return words;
  return words.map((word, at) => {
    const name = nameIn(word);
    const known = at < end ? names.get(name) : undefined;
    return known === undefined ? word : known + word.slice(name.length);
  });
}

/** A mistake is reported under the name that was typed: a flag given twice, or without its value. */
function isGivenWell(words: readonly string[]): boolean {
  const at = words.flatMap((word, index) => ([ORG, ORGANIZATION].includes(nameIn(word)) ? [index] : []));
  const [first = -1] = at;
  return at.length === 1 && (words[first]?.includes('=') || /^(?!-)/.test(words[first + 1] ?? '-'));
}

/** A body has `organization`, a place is named by --org: where one of them is meant, either name will do. */
function addOrganization(names: Map<string, string>, command: Command): void {
  const options = optionsOf(command);
  const find = (name: string) => options.find(({ flags }) => flags.startsWith(`${name} `));
  const [place, field] = [find(ORG), find(ORGANIZATION)];
  if (place && !field) names.set(ORGANIZATION, ORG);
  else if (field && (!place || field.required)) names.set(ORG, ORGANIZATION);
}

/** Other words for a command: `login` for `auth login`. */
type Aliases = Readonly<Record<string, readonly string[]>>;

type Place = { group?: WrittenGroup; command?: Command };

interface Walked {
  /** The words of the command, as far as they are known. */
  words: string[];
  /** The flags that were met on the way, each with its value. */
  flags: string[][];
  place: Place;
  /** Where the walk ended. */
  at: number;
}

/** Takes argv; returns the same call with its command in front. Words after `--` stay as they are. */
export async function arrange(
  catalog: Catalog,
  argv: readonly string[],
  aliases: Aliases = {},
): Promise<readonly string[]> {
  const { words, flags, place, at } = await walk(catalog, argv, aliases);
  return [...words, ...withKnownNames(place.command, argumentsOf(argv, { words, flags, place, at }))];
}

/** What follows the words of the command. */
function argumentsOf(argv: readonly string[], { words, flags, place, at }: Walked): readonly string[] {
  const rest = withFieldsOfJson(argv.slice(at));
  // Without a command there is only help to show, and flags of a command mean nothing to it.
  const kept = place.command ? flags : flags.filter(([flag = '']) => words.length > 0 && isHelp(flag));
  if (kept.length === 0) return rest;
  // `--fields` alone would take the next argument for its value.
  const bare = kept.filter(([flag, value]) => flag === '--fields' && value === undefined).flat();
  const others = kept.filter((flag) => flag[0] !== '--fields' || flag.length > 1).flat();
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length;
  return [...withFieldsOfJson(others), ...rest.slice(0, end), ...bare, ...rest.slice(end)];
}

async function walk(catalog: Catalog, argv: readonly string[], aliases: Aliases): Promise<Walked> {
  const walked: Walked = { words: [], flags: [], place: {}, at: 0 };
  while (walked.at < argv.length) {
    const word = argv[walked.at] ?? '';
    if (word.startsWith('-')) {
      const length = lengthOfFlag(argv, walked.at, (next) => isNext(catalog, walked.place, next));
      if (length === 0) break;
      walked.flags.push(argv.slice(walked.at, walked.at + length));
      walked.at += length;
      continue;
    }
    const steps = (walked.words.length === 0 && Object.hasOwn(aliases, word) && aliases[word]) || [word];
    const next = await follow(catalog, walked.place, steps);
    if (!next) break;
    walked.words.push(...steps);
    walked.place = next;
    walked.at += 1;
    if (!next.group) break;
  }
  return walked;
}

async function follow(catalog: Catalog, from: Place, words: readonly string[]): Promise<Place | undefined> {
  let place: Place | undefined = from;
  for (const word of words) place = place && (await step(catalog, place, word));
  return place;
}

async function step(catalog: Catalog, { group, command }: Place, word: string): Promise<Place | undefined> {
  if (group) {
    const found = group.commands.find((entry) => answersTo(entry, word));
    if (!found) return undefined;
    return isGroup(found) ? ofGroup(found) : { command: await commandOf(found) };
  }
  if (command || !Object.hasOwn(catalog, word)) return undefined;
  const loaded = (await catalog[word]?.load())?.default;
  if (!loaded) return undefined;
  return 'commands' in loaded ? ofGroup(loaded) : { command: loaded };
}

const ofGroup = (group: WrittenGroup): Place => ({ group, ...(group.own && { command: group.own }) });

/** Whether the word would lead on from here. */
const isNext = (catalog: Catalog, { group }: Place, word: string): boolean =>
  group ? group.commands.some((entry) => answersTo(entry, word)) : Object.hasOwn(catalog, word);

type Arity = 'none' | 'one' | 'maybe';

let arities: ReadonlyMap<string, Arity> | undefined;

/** What each global flag takes: asked for only where a flag is before the command, which is rare. */
function arityOf(flag: string): Arity | undefined {
  arities ??= new Map([
    ['-h', 'none'],
    ['--help', 'none'],
    ['--organization', 'one'],
    ...GLOBAL_FLAGS.flatMap(({ flags }) => {
      const arity: Arity = flags.includes('<') ? 'one' : flags.includes('[') ? 'maybe' : 'none';
      return [...flags.matchAll(/(?:^|\s)(--?[\w-]+)/g)].map(([, name = '']) => [name, arity] as const);
    }),
  ]);
  return arities.get(flag);
}

const isHelp = (flag: string): boolean => flag === '-h' || flag === '--help';

/** How many words the global flag at this place takes, itself included; 0 for any other flag and for `--`. */
export function lengthOfFlag(
  argv: readonly string[],
  at: number,
  isCommand: (word: string) => boolean,
): number {
  const word = argv[at] ?? '';
  const arity = word.startsWith('--') ? arityOfLong(word) : arityOfShort(word);
  if (arity === undefined) return 0;
  const [value, after] = [argv[at + 1], argv[at + 2]];
  if (arity === 'none' || value === undefined) return 1;
  if (arity === 'one') return 2;
  // `--fields spaces list` names no field; `--fields members teams list` does.
  const isValue = !value.startsWith('-') && (!isCommand(value) || (after !== undefined && isCommand(after)));
  return isValue ? 2 : 1;
}

function arityOfLong(word: string): Arity | undefined {
  const [name = ''] = word.split('=', 1);
  if (name === word) return arityOf(word);
  return name === '--json' || (arityOf(name) ?? 'none') !== 'none' ? 'none' : undefined;
}

/** `-qy`, `-o json`, `-ojson`. */
function arityOfShort(word: string): Arity | undefined {
  for (let at = 1; at < word.length; at += 1) {
    const arity = arityOf(`-${word[at]}`);
    if (arity === undefined) return undefined;
    if (arity !== 'none') return at === word.length - 1 ? arity : 'none';
  }
  return word.length > 1 ? 'none' : undefined;
}

/** `--json=id,title`, as other programs have it, is `--json --fields id,title`. */
function withFieldsOfJson(words: readonly string[]): string[] {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return words.flatMap((word, at) =>
    at < end && word.startsWith('--json=') ? ['--json', '--fields', word.slice('--json='.length)] : [word],
  );
}

// First words that are a command by another name.
export const aliases: Aliases = {
  login: ['auth', 'login'],
  logout: ['auth', 'logout'],
  whoami: ['auth', 'status'],
};
