// Puts the flags of a line where the parser looks, and loads what it names: one group, and the leaf in it.

import { type Defaults, readDefaults } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import type { Io } from '../../output/io.ts';
import {
  type Catalog,
  type Command,
  type Group,
  handmade,
  isGroup,
  isLate,
  type LateCommand,
  type NamedGroup,
  type WrittenGroup,
} from './command.ts';
import { optionsOf } from './flags.ts';
import { GLOBAL_FLAGS } from './globals.ts';

/**
 * What argv leads to. `trail` are the groups passed; `command` is missing when argv stops at a group, and only then is the
 * last group sure to have all its commands.
 */
export interface Leaf {
  trail: readonly NamedGroup[];
  command?: Command;
}

/** How a group is filled that the words end at. */
type Fill = (group: WrittenGroup) => Promise<Group>;

/**
 * Follows the first words of argv into the tree of commands. An unknown word ends the walk. `fill`: for who only lists
 * the commands of the last group.
 */
export async function loadLeaf(
  entries: Catalog,
  argv: readonly string[],
  fill: Fill = wholeGroup,
): Promise<Leaf> {
  const [name = '', ...rest] = argv;
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (!entry) return { trail: [] };
  const { default: loaded } = await entry.load();
  if (!('commands' in loaded)) return { trail: [], command: loaded };
  return walk(loaded, name, rest, fill);
}

/** Whether these words are a command or a group, and nothing more. */
export async function isCommand(entries: Catalog, words: readonly string[]): Promise<boolean> {
  const { trail, command } = await loadLeaf(entries, words, listedGroup);
  const own = command === undefined || trail.some((group) => group.own === command) ? 0 : 1;
  return trail.length + own === words.length;
}

async function walk(
  group: WrittenGroup,
  name: string,
  words: readonly string[],
  fill: Fill,
  trail: readonly NamedGroup[] = [],
): Promise<Leaf> {
  const [word = '', ...rest] = words;
  const found = group.commands.find((entry) => answersTo(entry, word));
  if (!found)
    return {
      trail: [...trail, named(await fill(group), name)],
      ...(group.own && { command: group.own }),
    };
  if (isGroup(found)) return walk(found, found.name, rest, fill, [...trail, named(loadedOf(group), name)]);
  const command = await commandOf(found);
  return { trail: [...trail, named(loadedOf(group, found, command), name)], command };
}

/** The group with the commands that are there, and one that has just been loaded. */
function loadedOf(group: WrittenGroup, found?: Command | LateCommand, command?: Command): Group {
  if (isWhole(group)) return group;
  const commands = group.commands.flatMap((entry) =>
    entry === found && command ? command : isLate(entry) ? [] : entry,
  );
  return { ...group, commands };
}

/** Loads the commands that load late. */
async function wholeGroup(group: WrittenGroup): Promise<Group> {
  if (isWhole(group)) return group;
  const commands = await Promise.all(
    group.commands.map(async (entry) => (isGroup(entry) ? entry : commandOf(entry))),
  );
  return { ...group, commands };
}

/** The group as its help lists it: of a command that loads late only its name and its summary. */
export async function listedGroup(group: WrittenGroup): Promise<Group> {
  if (isWhole(group)) return group;
  const commands = group.commands.map((entry) =>
    isLate(entry)
      ? handmade(entry.verb, { summary: entry.summary, examples: ['docs'], run: async () => {} })
      : entry,
  );
  return { ...group, commands };
}

const isWhole = (group: WrittenGroup): group is Group => !group.commands.some(isLate);

/** A group within a group stays the one object that its parent holds: the parser finds it by that. */
const named = (group: Group, name: string): NamedGroup => (hasName(group, name) ? group : { ...group, name });

const hasName = (group: Group, name: string): group is NamedGroup => group.name === name;

/** A command of a group, loaded where it is not yet. */
export const commandOf = async (entry: Command | LateCommand): Promise<Command> =>
  isLate(entry) ? entry.load() : entry;

/** Whether a word names this entry of a group. */
export const answersTo = (entry: Command | NamedGroup | LateCommand, word: string): boolean =>
  isGroup(entry) ? entry.name === word : entry.verb === word || entry.aliases.includes(word);

/** Every command there is, with its full path. For tests, completions and the reference; loads everything. */
export async function allCommands(entries: Catalog): Promise<{ path: string; command: Command }[]> {
  const found: { path: string; command: Command }[] = [];
  const collect = (group: Group, path: string) => {
    if (group.own) found.push({ path, command: group.own });
    for (const entry of group.commands) {
      if (isGroup(entry)) collect(entry, `${path} ${entry.name}`);
      else found.push({ path: `${path} ${entry.verb}`, command: entry });
    }
  };
  for (const [name, entry] of Object.entries(entries)) {
    const { default: loaded } = await entry.load();
    if ('commands' in loaded) collect(await wholeGroup(loaded), `docs ${name}`);
    else found.push({ path: `docs ${name}`, command: loaded });
  }
  return found;
}

/**
 * Every group there is, with its full path; loads everything.
 * @internal Tests walk the help of all groups.
 */
export async function allGroups(entries: Catalog): Promise<{ path: string; group: Group }[]> {
  const inside = (path: string, group: Group): { path: string; group: Group }[] => [
    { path, group },
    ...group.commands.filter(isGroup).flatMap((entry) => inside(`${path} ${entry.name}`, entry)),
  ];
  const found: { path: string; group: Group }[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const { default: loaded } = await entry.load();
    if ('commands' in loaded) found.push(...inside(`docs ${name}`, await wholeGroup(loaded)));
  }
  return found;
}

// Global flags may be anywhere in a line: those before the command are put behind it, where the parser looks.

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
  const { words, flags, place, at } = await walkOver(catalog, argv, aliases);
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

async function walkOver(catalog: Catalog, argv: readonly string[], aliases: Aliases): Promise<Walked> {
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

// The defaults of a person in force: where no flag and no variable of the environment says otherwise.

/** Values of a default that are checked before they are kept. */
export const COLORS: readonly string[] = ['auto', 'always', 'never'];

/** The context with the defaults in it; the same one where there are none. Throws ConfigError `CONFIG_CORRUPT`. */
export function withDefaults(context: Context): Context {
  const { values } = readDefaults(context.paths());
  const { output, pager, color, concurrency } = values;
  if (Object.keys(values).length === 0) return context;
  const { env } = context;
  const more = {
    ...(output !== undefined && !env.DOCS_OUTPUT && { DOCS_OUTPUT: output }),
    ...(pager !== undefined && env.DOCS_PAGER === undefined && { DOCS_PAGER: pager }),
    ...(concurrency !== undefined && !env.DOCS_CONCURRENCY && { DOCS_CONCURRENCY: concurrency }),
  };
  return { ...context, env: { ...env, ...more }, io: colored(context.io, color, env) };
}

/** NO_COLOR and FORCE_COLOR win: they are meant for one run. */
function colored(io: Io, color: Defaults['values']['color'], env: Context['env']): Io {
  if (color === undefined || color === 'auto' || env.NO_COLOR || env.FORCE_COLOR !== undefined) return io;
  const value = color === 'always';
  return Object.create(io, { colorOut: { value }, colorErr: { value } });
}

// What `docs help <topic>` explains. The texts are apart: they are long, and hardly any call shows one.

export const TOPIC_SUMMARIES = {
  agents: 'How coding agents use docs',
  backup: 'Back up an organization, check the backup and restore it',
  conflicts: 'Resolve a change request that conflicts with main',
  environment: 'Environment variables',
  'exit-codes': 'What the exit codes mean',
  flags: 'Flags that many commands take',
  output: 'Tables, JSON, CSV and other formats; filter and sort lists',
  plans: 'Review changes before they are made; change many from a CSV file',
  references: 'How to name spaces, sites, pages and people',
  scripting: 'Use docs in scripts and CI, and change many at once',
  testing: 'Test programs against a local API',
} as const;
export type Topic = keyof typeof TOPIC_SUMMARIES;
// Safe: a literal above.
export const topics = Object.keys(TOPIC_SUMMARIES) as readonly Topic[];

export const TOPICS_LINE = `Help topics: docs help ${topics.join(', ')}`;
