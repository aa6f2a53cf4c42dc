// What can follow on a command line, by the table of commands: words, flags, and the values of a flag.
import { type Catalog, type Command, isGroup } from '../model/command.ts';
import { optionsOf } from '../model/flags.ts';
import type { Leaf } from '../model/load.ts';
import { topics } from '../model/topic-names.ts';
import { flagName } from './completion-kinds.ts';

export type Candidate = readonly [value: string, about: string];

/** Flags and arguments whose value is a file or a folder, by their label. */
const FILES = new Set(['file', 'files', 'folder', 'path']);

/** The first words: commands, and help. */
export const firstWords = (entries: Catalog): Candidate[] => [
  ...Object.entries(entries).map(([name, { summary }]): Candidate => [name, summary]),
  ['help', 'Explain a command or a topic'],
];

export const helpWords = (entries: Catalog): Candidate[] => [
  ...topics.map((topic): Candidate => [topic, `help on ${topic}`]),
  ...firstWords(entries),
];

/** What a group offers next. */
export const wordsOfGroup = ({ trail }: Leaf): Candidate[] =>
  (trail.at(-1)?.commands ?? []).map(
    (entry): Candidate => (isGroup(entry) ? [entry.name, entry.summary] : [entry.verb, entry.summary]),
  );

export const flagsOf = (command: Command): Candidate[] => [
  ...optionsOf(command).flatMap((option): Candidate[] => {
    const name = flagName(option);
    return name === '' ? [] : [[name, option.description]];
  }),
  ['--help', 'Show help'],
];

/** The choices of a flag, also by its short name; undefined where anything may stand. */
export function choicesOf(command: Command, flag: string): Candidate[] | undefined {
  const choices = optionNamed(command, flag)?.choices;
  return choices?.map((choice): Candidate => [choice, '']);
}

/** `--space x` takes the next word, `--space=x` and `--json` do not. */
export const takesValue = (command: Command, word: string): boolean =>
  optionNamed(command, word)?.flags.includes('<') ?? false;

/** The long name of a flag: `--output` for `-o`. */
export function longName(command: Command, flag: string): string {
  const option = optionNamed(command, flag);
  return option ? flagName(option) : flag;
}

const optionNamed = (command: Command, flag: string) =>
  optionsOf(command).find(({ flags }) => flags.split(/[ ,]+/).includes(flag));

/** Whether files of the person are meant, so that the shell offers them. */
export function wantsFiles(
  command: Command,
  { args, flag }: { args: readonly string[]; flag?: string },
): boolean {
  const label =
    flag === undefined
      ? command.args[Math.min(args.length, command.args.length - 1)]?.label
      : /[<[]([\w-]+)/.exec(optionNamed(command, flag)?.flags ?? '')?.[1];
  return label !== undefined && (FILES.has(label) || /-file$/.test(flag ?? ''));
}
