// Hints that can be typed as they are: with the profile, organization, site, space and change request of this run.
import { shell, wordsOfCommand } from '../../files/shell-word.ts';
import type { Command } from '../model/command.ts';
import { flagNamed, type Run } from '../model/command-type.ts';
import { optionsOf } from '../model/flags.ts';
import { loadLeaf } from '../model/load.ts';
import type { Input } from './input.ts';
import { fromContext, spaceOfRequest } from './session.ts';

/**
 * A command in a hint: the whole of it, or after `, then`, `, or`, `: `. A comma inside a word is part of the word. What was
 * run before, as `change 0a1b2c3d4e: docs ...` names it, stays as it was typed.
 */
const COMMAND =
  /(^|(?<!\bchange [0-9a-f]+|\bmade \S+(?: by \S+)?)[:,;] (?:(?:then|or) )?)(docs (?:'[^']*'|\\.|,(?=\S)|[^'\\,;])+)/g;
const PLACES: readonly (readonly [param: string, flag: string, name: string])[] = [
  ['organizationId', '--org', 'org'],
  ['siteId', '--site', 'site'],
  ['spaceId', '--space', 'space'],
  ['changeRequestId', '--cr', 'cr'],
];
/** Groups whose commands name the profile that they work on by themselves. */
const OF_PROFILES = new Set(['profiles', 'sandbox']);

type FlagWithValue = readonly [flag: string, value: string | undefined];
/** What a command needs to act where this run did. */
type Wanted = (command: Command) => readonly FlagWithValue[];

/** The hint, each command in it with the flags that it needs to act where this run did. `known` are ids by parameter. */
export const inThisContext = (run: Run, hint: string, known: Input = run.input): Promise<string> =>
  withWanted(run, hint, (command) =>
    PLACES.map(([param, flag, name]) => [flag, placeOf(run, command, known, param, name)]),
  );

/** The same for a note or a row, which names its own places: only what was typed of organization, profile and host. */
export const whereTold = (run: Told, text: string): Promise<string> =>
  withWanted(run, text, () => [['--org', run.flags.org]]);

type Told = Pick<Run, 'catalog' | 'flags'>;

async function withWanted(run: Told, hint: string, wanted: Wanted): Promise<string> {
  let text = '';
  let at = 0;
  try {
    for (const { 0: whole, 1: before = '', 2: line = '', index } of hint.matchAll(COMMAND)) {
      text += hint.slice(at, index) + before + line + (await missingFlags(run, line, wanted));
      at = index + whole.length;
    }
  } catch {
    // Settings that cannot be read are often what the hint is about.
    return hint;
  }
  return text + hint.slice(at);
}

async function missingFlags(run: Told, line: string, wanted: Wanted): Promise<string> {
  const [, ...words] = wordsOfCommand(line);
  const { command, trail } = await loadLeaf(run.catalog, words);
  // `docs use --allow` is about the file of this folder, whatever this run was about.
  if (!command || words.includes('--help') || words.includes('--allow')) return '';
  const flags = optionsOf(command).map(({ flags: text }) => /--[\w-]+/.exec(text)?.[0]);
  // `docs sites structure get 'Tarnpost Docs'` names its site already.
  const fields = command.args
    .slice(0, wordsAfter(words, trail.length + (command === trail.at(-1)?.own ? 0 : 1)))
    .map(({ field }) => field);
  const isNamed = (flag: string) => PLACES.some(([param, own]) => own === flag && fields.includes(param));
  const lacks = (flag: string) =>
    flags.includes(flag) && !words.some((word) => word === flag || word.startsWith(`${flag}=`));
  const hosts = OF_PROFILES.has(words[0] ?? '') ? [] : hostFlags(run);
  return [...wanted(command).filter(([flag]) => !isNamed(flag)), ...hosts]
    .filter(([flag, value]) => value !== undefined && lacks(flag))
    .map(([flag, value = '']) => shell` ${flag} ${value}`)
    .join('');
}

/** How many words are between a command and its flags. */
function wordsAfter(words: readonly string[], length: number): number {
  const rest = words.slice(length);
  const flag = rest.findIndex((word) => word.startsWith('-'));
  return flag === -1 ? rest.length : flag;
}

/** Which host this run was told to talk to: `--profile work`. Another run would not know. */
const hostFlags = ({ flags: { profile, baseUrl } }: Told): FlagWithValue[] => [
  ['--profile', profile],
  ['--base-url', baseUrl],
];

/** Undefined where the command has no use for it, or finds it by itself. */
function placeOf(run: Run, command: Command, known: Input, param: string, name: string): string | undefined {
  const { operation, cr } = command;
  const isNeeded = [operation, cr].some((one) => one && param in one.params.properties);
  const named = isNeeded && param === 'spaceId' ? spaceOfRequest(run) : undefined;
  const typed = flagNamed(run.flags, name) ?? named;
  if (operation && !isNeeded) return param === 'organizationId' ? text(typed) : undefined;
  const isOnlyOrganization = param === 'organizationId' && known === run.input;
  const found = isNeeded && !isOnlyOrganization ? text(known[param]) : undefined;
  // What was typed is what a person knows; of an earlier change only the ids are known.
  if (known === run.input && typed !== undefined) return text(typed);
  if (found !== undefined && found === fromContext(run, param)) return undefined;
  return found ?? text(typed);
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
