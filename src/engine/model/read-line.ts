// Reads the arguments and flags of a line that has nothing wrong with it, as commander would. Most lines are like that,
// and loading commander and building its parser takes as long as the request itself. Whatever else is on a line
// (help, a mistake, a form that is rare) is left to commander, so that its rules are in one place only.
import { argsOf } from '../many/many-arg.ts';
import type { Command } from './command.ts';
import { camelCase } from './fields.ts';
import { optionsOf, type ParsedOption } from './flags.ts';

export interface ReadLine {
  args: readonly string[];
  flags: Record<string, unknown>;
}

type Value = 'none' | 'one' | 'maybe';

interface Flag {
  /** What its value is called: `dryRun`. */
  name: string;
  takes: Value;
  /** `--no-x`. */
  negates: boolean;
  option: ParsedOption;
}

/** Thrown for what is commander's to judge. */
class Unusual extends Error {}

/** The words behind a command by its flags; undefined where commander has to look. */
export function readLine(command: Command, words: readonly string[]): ReadLine | undefined {
  try {
    const { known, flags } = flagsOf(command);
    const args = read(words, known, giver(flags));
    const wanted = argsOf(command);
    const isMissing = wanted.some(({ required }, at) => required && args[at] === undefined);
    if (isMissing || (args.length > wanted.length && !wanted.at(-1)?.variadic)) return undefined;
    return { args, flags };
  } catch {
    // A parser of a value refused it, too: commander calls it again and says so.
    return undefined;
  }
}

/** Every flag by its names, and the values that there are without any. */
function flagsOf(command: Command): { known: Map<string, Flag>; flags: Record<string, unknown> } {
  const known = new Map<string, Flag>();
  const flags: Record<string, unknown> = {};
  const options = optionsOf(command);
  const names = new Set(options.flatMap(namesOf));
  for (const option of options) {
    const flag = flagOf(option);
    for (const name of namesOf(option)) known.set(name, flag);
    if (option.default !== undefined) flags[flag.name] = option.default;
    else if (flag.negates && !names.has(option.flags.replace('--no-', '--'))) flags[flag.name] = true;
  }
  return { known, flags };
}

/** `-o, --output <format>` has two. */
function namesOf({ flags }: ParsedOption): string[] {
  const end = startOfValue(flags);
  const names = end < 0 ? flags : flags.slice(0, end);
  return names.includes(', ') ? names.split(', ') : [names];
}

/** Where ` <format>` or ` [names]` begins; -1 for a flag without a value. By no pattern: forty flags a call pass here. */
function startOfValue(flags: string): number {
  const one = flags.indexOf(' <');
  return one < 0 ? flags.indexOf(' [') : one;
}

function flagOf(option: ParsedOption): Flag {
  const { flags } = option;
  if (flags.includes('...')) return { name: '', takes: 'maybe', negates: false, option };
  const negates = flags.includes('--no-');
  const value = startOfValue(flags);
  const long = flags.slice(flags.indexOf('--') + (negates ? 5 : 2), value < 0 ? undefined : value);
  const takes = flags.includes('<') ? 'one' : flags.includes('[') ? 'maybe' : 'none';
  return { name: camelCase(long), takes, negates, option };
}

type Give = (flag: Flag, value?: string) => void;

/** Puts the values of flags where they belong. */
function giver(into: Record<string, unknown>): Give {
  const valued = new Set<Flag>();
  return (flag, value) => {
    // More than one value of a flag, or of a flag for many: rare, and not always right.
    if (flag.name === '' || (value !== undefined && valued.has(flag))) throw new Unusual();
    if (value === undefined) {
      into[flag.name] = !flag.negates;
      return;
    }
    valued.add(flag);
    into[flag.name] = parsedValue(flag.option, value);
  };
}

/** Gives each flag what it has; returns the other words. */
function read(words: readonly string[], known: ReadonlyMap<string, Flag>, give: Give): string[] {
  const args: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') return [...args, ...words.slice(at + 1)];
    if (!looksLikeFlag(word)) {
      args.push(word);
      continue;
    }
    const flag = known.get(word);
    if (!flag) readJoined(word, known, give);
    else if (giveNext(flag, words[at + 1], give)) at += 1;
  }
  return args;
}

/** Whether the next word is the value of the flag. */
function giveNext(flag: Flag, next: string | undefined, give: Give): boolean {
  const hasValue = flag.takes !== 'none' && next !== undefined && !looksLikeFlag(next);
  if (flag.takes === 'one' && !hasValue) throw new Unusual();
  give(flag, hasValue ? next : undefined);
  return hasValue;
}

/** `--flag=value`, `-ojson`, `-qy`. */
function readJoined(word: string, known: ReadonlyMap<string, Flag>, give: Give): void {
  if (word.startsWith('--')) {
    const end = word.indexOf('=');
    const flag = known.get(word.slice(0, end));
    if (end < 0 || !flag || flag.takes === 'none') throw new Unusual();
    give(flag, word.slice(end + 1));
    return;
  }
  for (let at = 1; at < word.length; at += 1) {
    const flag = known.get(`-${word[at]}`);
    const value = word.slice(at + 1);
    if (!flag || flag.takes === 'maybe' || (flag.takes === 'one' && value === '')) throw new Unusual();
    give(flag, flag.takes === 'one' ? value : undefined);
    if (flag.takes === 'one') return;
  }
}

const looksLikeFlag = (word: string): boolean => word.length > 1 && word.startsWith('-');

function parsedValue({ choices, parse, default: before }: ParsedOption, text: string): unknown {
  if (parse) return parse(text, before);
  if (choices && !choices.includes(text)) throw new Unusual();
  return text;
}
