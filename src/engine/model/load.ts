// Loads what argv names, and nothing else: one group, and the leaf in it.
import { type Catalog, type Command, type Group, isGroup, type NamedGroup } from './command.ts';

/** What argv leads to. `trail` are the groups passed; `command` is missing when argv stops at a group. */
export interface Leaf {
  trail: readonly NamedGroup[];
  command?: Command;
}

/** Follows the first words of argv into the tree of commands. An unknown word ends the walk. */
export async function loadLeaf(entries: Catalog, argv: readonly string[]): Promise<Leaf> {
  const [name = '', ...rest] = argv;
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (!entry) return { trail: [] };
  const { default: loaded } = await entry.load();
  if (!('commands' in loaded)) return { trail: [], command: loaded };
  return walk({ ...loaded, name }, rest);
}

function walk(group: NamedGroup, words: readonly string[], trail: readonly NamedGroup[] = []): Leaf {
  const [word = '', ...rest] = words;
  const found = group.commands.find((entry) => answersTo(entry, word));
  if (!found) return { trail: [...trail, group], ...(group.own && { command: group.own }) };
  return isGroup(found) ? walk(found, rest, [...trail, group]) : { trail: [...trail, group], command: found };
}

const answersTo = (entry: Command | NamedGroup, word: string): boolean =>
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
    if ('commands' in loaded) collect(loaded, `docs ${name}`);
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
    if ('commands' in loaded) found.push(...inside(`docs ${name}`, loaded));
  }
  return found;
}
