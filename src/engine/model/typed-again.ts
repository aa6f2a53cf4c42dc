// What was typed, ready to be typed again in another way: without some of its flags, or only what it names.
import { flagWith, shellLine, withFlags, wordsOf } from '../../files/shell-word.ts';
import type { Command } from './command.ts';

/** Short and long form of flags that do not go with others, and those of them that take a value. */
const FORMS: Readonly<Record<string, string>> = { '-q': '--quiet', '-o': '--output' };
const VALUED = new Set([
  '-o',
  '--output',
  '--order',
  '--space',
  '--rows',
  '--plan-out',
  '--jq',
  '--fields',
  '--confirm',
]);

/** The command line with these flags added. */
export const lineWith = (argv: readonly string[], ...flags: readonly string[]): string =>
  shellLine(['docs', ...withFlags(argv, flags)]);

/** The command line without these flags and their values, and with these words after it. */
export function lineWithout(
  argv: readonly string[],
  flags: readonly string[],
  ...words: readonly string[]
): string {
  const names = flags.flatMap((flag) => [flag, FORMS[flag] ?? flag]);
  const isFlag = (word: string | undefined): boolean =>
    names.some(
      (name) =>
        word === name ||
        word?.startsWith(`${name}=`) ||
        (VALUED.has(name) && !name.startsWith('--') && word?.startsWith(name)),
    );
  const isValue = (at: number): boolean => {
    const before = argv[at - 1] ?? '';
    return VALUED.has(before) && names.includes(before);
  };
  const left = argv.filter((word, at) => !isFlag(word) && !isValue(at));
  return lineWith(left, ...words);
}

/** The command line with this consent in place of the one that was given. */
export const lineWithConsent = (argv: readonly string[], consent: string): string =>
  lineWithout(argv, ['--confirm'], ...flagWith('--confirm', consent));

/** The command line without these targets, each taken out once, and with these words after it. */
export function lineWithoutTargets(
  argv: readonly string[],
  targets: readonly string[],
  ...words: readonly string[]
): string {
  const left = [...targets];
  const isTarget = (word: string): boolean => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  return lineWith(
    argv.filter((word) => !isTarget(word)),
    ...words,
  );
}

interface Named {
  path: string;
  command: Command;
  args: Readonly<Record<string, string | undefined>>;
}

/** The command with what it was given to work on, and these words after it. */
export const lineOfTarget = ({ path, command, args }: Named, ...words: readonly string[]): string =>
  shellLine(
    wordsOf({
      path: path.split(' '),
      names: command.args.flatMap(({ label }) => args[label] ?? []),
      flags: words,
    }),
  );
