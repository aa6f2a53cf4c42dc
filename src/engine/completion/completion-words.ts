// What can follow on a command line, by the table of commands: words, flags, and the values of a flag.

import { type Catalog, type Command, isGroup, type Option } from '../model/command.ts';
import type { Arg } from '../model/command-type.ts';
import { fieldsOf } from '../model/fields.ts';
import { argsOf, optionsOf, TAKES_FILE } from '../model/flags.ts';
import { type Leaf, topics } from '../model/load.ts';
import { KINDS } from '../references/reference-kinds.ts';

// Which words of a command are names that live on the platform: the shells ask for those when they are wanted.

/** A path parameter, or a name kept on this machine. */
export type NameKind = keyof typeof KINDS | 'profile';

const FLAGS: Readonly<Record<string, NameKind>> = {
  '--org': 'organizationId',
  '--space': 'spaceId',
  '--site': 'siteId',
  '--cr': 'changeRequestId',
  '--profile': 'profile',
};

/** What an argument of a hand-written command names, by its label. */
const LABELS: Readonly<Record<string, NameKind>> = {
  profile: 'profile',
  space: 'spaceId',
  site: 'siteId',
  org: 'organizationId',
  cr: 'changeRequestId',
  member: 'userId',
  page: 'pageId',
  spaces: 'spaceId',
  other: 'spaceId',
  text: 'spaceId',
};

const flagName = ({ flags }: Option): string => /--[\w-]+/.exec(flags)?.[0] ?? '';

/** What the value of a flag names; undefined when it is no name. */
export function kindOfFlag(command: Command, flag: string): NameKind | undefined {
  const option = optionsOf(command).find((one) => flagName(one) === flag);
  if (!option || !/[<[]/.test(option.flags)) return undefined;
  const fixed = Object.hasOwn(FLAGS, flag) ? FLAGS[flag] : undefined;
  if (fixed) return fixed;
  const { operation, refs = {} } = command;
  const field = operation && fieldsOf(operation).find((one) => `--${one.flag}` === flag);
  return field && refs[field.path.join('.')];
}

/** The positional argument at this place, which may be one of several that the last one takes. */
function argAt(command: Command, at: number): Arg | undefined {
  const args = argsOf(command);
  return args[at] ?? args.findLast(({ variadic }) => variadic);
}

/** What the positional argument at this place names. */
export function kindOfArgument(command: Command, at: number, group?: string): NameKind | undefined {
  const { operation, refs = {} } = command;
  const arg = argAt(command, at);
  if (!arg) return undefined;
  const named = refs[arg.field] ?? arg.field;
  if (named in KINDS) return named;
  if (operation) return undefined;
  return group === 'profiles' && arg.label === 'name' ? 'profile' : LABELS[arg.label];
}

export type Candidate = readonly [value: string, about: string];

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
  const option = optionNamed(command, flag);
  return (option?.choices ?? option?.offers)?.map((choice): Candidate => [choice, '']);
}

/** `--space x` takes the next word, and `--fields x` does, `--space=x` and `--json` do not. */
export const takesValue = (command: Command, word: string): boolean =>
  /[<[]/.test(optionNamed(command, word)?.flags ?? '');

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
  const text =
    flag === undefined
      ? `<${argAt(command, args.length)?.label}>`
      : (optionNamed(command, flag)?.flags ?? '');
  return TAKES_FILE.test(text) || (/-file$/.test(flag ?? '') && /[<[]/.test(text));
}
