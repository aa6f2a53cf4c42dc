// Loads what argv names, and nothing else: one group, and the leaf in it.
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
export async function wholeGroup(group: WrittenGroup): Promise<Group> {
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
