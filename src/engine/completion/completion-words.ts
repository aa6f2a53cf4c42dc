// What can follow what on a command line, for the completion scripts.
import type { Catalog, Command } from '../model/command.ts';
import { optionsOf } from '../model/flags.ts';
import { allCommands, allGroups } from '../model/load.ts';
import { topics } from '../model/topics.ts';
import { flagName, kindOfArgument, kindOfFlag } from './completion-kinds.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** What can follow what: `''` are the first words, `spaces list` the flags of that command. */
export interface Words {
  /** Words that go on from a path: `spaces` to `list get ...`. */
  next: Map<string, Map<string, string>>;
  /** Flags of a path, with their description. */
  flags: Map<string, Map<string, string>>;
  /** Values of a flag, by `path --flag`. */
  values: Map<string, readonly string[]>;
  /** Paths whose arguments are names that `docs complete` knows. */
  named: Set<string>;
  /** Flags whose values are such names, wherever they stand. */
  namedFlags: Set<string>;
}

export async function collectWords(entries: Catalog): Promise<Words> {
  const words: Words = {
    next: new Map(),
    flags: new Map(),
    values: new Map(),
    named: new Set(),
    namedFlags: new Set(),
  };
  const add = (map: Map<string, Map<string, string>>, key: string, word: string, text: string) => {
    map.set(key, (map.get(key) ?? new Map()).set(word, text));
  };
  for (const [name, { summary }] of Object.entries(entries)) add(words.next, '', name, summary);
  add(words.next, '', 'help', 'Explain a command or a topic');
  for (const topic of topics) add(words.next, 'help', topic, `help on ${topic}`);
  const addWord = (path: string, summary: string) => {
    const parts = path.split(' ').slice(1);
    const last = parts.pop() ?? '';
    if (parts.length > 0) add(words.next, parts.join(' '), last, summary);
    return [...parts, last];
  };
  for (const { path, group } of await allGroups(entries)) addWord(path, group.summary);
  for (const { path, command } of await allCommands(entries)) {
    const parts = addWord(path, command.summary);
    addFlags(words, parts.join(' '), command);
    if (command.args.some((_, at) => kindOfArgument(command, at, parts[0]))) words.named.add(parts.join(' '));
  }
  for (const shell of SHELLS) add(words.next, 'completion', shell, `script for ${shell}`);
  return words;
}

function addFlags(words: Words, path: string, command: Command): void {
  const flags = new Map(words.flags.get(path));
  for (const option of optionsOf(command)) {
    const flag = flagName(option);
    if (flag === '') continue;
    flags.set(flag, option.description);
    if (option.choices) words.values.set(`${path} ${flag}`, option.choices);
    else if (kindOfFlag(command, flag)) words.namedFlags.add(flag);
  }
  words.flags.set(path, flags);
}
