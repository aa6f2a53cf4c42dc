// What an agent may call: judged on the command and flags as docs has read them, not on the words as they were sent.

import type { Command } from '../../engine/model/command.ts';
import { factsOf } from '../../engine/model/command-facts.ts';
import { camelCase } from '../../engine/model/fields.ts';
import { canPlan, optionsOf } from '../../engine/model/flags.ts';
import { isHarmless, reachOf } from '../../engine/model/option.ts';
import { byName, columnsOf } from '../../engine/rows/row-columns.ts';
import type { Guard, Parsed } from '../../engine/run/run.ts';
import { UsageError } from '../../errors.ts';

/** What is in force for every call, whatever its flags say. */
export interface Forced {
  profile?: string | undefined;
  baseUrl?: string | undefined;
  org?: string | undefined;
}

const MOST_WORDS = 200;
const LONGEST_WORD = 64 * 1024;
/** What looks like a dash and is none, in front of a word. */
const ODD_DASH = /^[\u00ad\u2010-\u2015\u2043\u207b\u208b\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]/;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** The words of a call, without `docs` in front. Throws UsageError `REFUSED_HERE`. */
export function checkWords(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.some((word) => typeof word !== 'string'))
    throw refused('argv must be a list of words, such as ["spaces", "list"]');
  const words: string[] = value[0] === 'docs' ? value.slice(1) : value;
  if (words.length > MOST_WORDS) throw refused(`argv has more than ${MOST_WORDS} words`);
  for (const word of words) {
    if (word.length > LONGEST_WORD) throw refused('a word of argv is too long');
    if (CONTROL.test(word)) throw refused('a word of argv has a control character');
    if (ODD_DASH.test(word))
      throw refused(`"${word.slice(0, 40)}" begins with a character that is not a hyphen`);
    if (word === '--') throw refused('"--" is refused here');
  }
  return words;
}

/** Lets reading commands through. `set` are flags of the call. */
export const readingOnly =
  (forced: Forced, set: (command: Command, flags: Parsed['flags']) => Record<string, unknown>): Guard =>
  (command, parsed) => {
    if (!canBeRead(command, parsed))
      throw canBePlanned(command, parsed)
        ? refused(`${parsed.path} is not a reading command`, 'use docs_plan for changes')
        : leftToPerson(parsed.path);
    const checked = checkCall(command, parsed, forced);
    return { ...checked, flags: { ...checked.flags, ...set(command, checked.flags) } };
  };

/** Lets commands through whose changes can be planned; nothing of them is sent. */
export const planningOnly =
  (forced: Forced, given?: readonly object[]): Guard =>
  (command, parsed) => {
    if (!canBePlanned(command, parsed))
      throw canBeRead(command, parsed)
        ? refused(`${parsed.path} changes nothing`, 'use docs_read')
        : leftToPerson(parsed.path);
    const { rows, ...flags } = parsed.flags;
    checkColumns(command, (given ?? []).flatMap(Object.keys));
    const checked = checkCall(command, { ...parsed, flags: given ? flags : parsed.flags }, forced);
    return { ...checked, flags: { ...checked.flags, planOut: '-', ...(given && { rows }) } };
  };

type Place = Pick<Parsed, 'catalog' | 'path'>;

/** A command without an end has no answer, and one that needs no folder to be named reads the one it runs in. */
export const canBeRead = (command: Command, place: Place): boolean =>
  command.endless !== true &&
  command.args.every(({ required, reach }) => required || isHarmless(reach)) &&
  !factsOf(place.path, command).writes &&
  isOfPlatform(command, place);

export const canBePlanned = (command: Command, place: Place): boolean =>
  (canPlan(command) || command.isJob === true) && isOfPlatform(command, place);

/** Before a line that no tool runs. */
export const FOR_PERSON = 'a person runs this in a terminal: ';

const leftToPerson = (path: string): UsageError =>
  refused(`${path} is not for agents`, `${FOR_PERSON}${path}`);

/** What this tool keeps on this machine is no business of an agent, but for the meaning of a name. */
function isOfPlatform(command: Command, { catalog, path }: Place): boolean {
  const [, first = ''] = path.split(' ');
  if (command.local || command.changesHere) return false;
  return first === 'whatis' || catalog[first]?.section !== 'This tool:';
}

/** Throws UsageError `REFUSED_HERE`. */
function checkCall(command: Command, parsed: Parsed, { profile, baseUrl, org }: Forced): Parsed {
  const given = checkFlags(command, parsed.flags);
  checkArguments(command, parsed);
  const flags = {
    ...given,
    ...(profile !== undefined && { profile }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(org !== undefined && given.org === undefined && { org }),
  };
  return { ...parsed, flags };
}

/** Of form, and not without effect: what a call does instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  jq: 'choose columns with fields, and rows with --where',
  watch: 'call it again to see what changed',
};

/** The flags without those of form: how the server shows what it reads is its own matter. Throws UsageError. */
function checkFlags(command: Command, all: Parsed['flags']): Record<string, unknown> {
  const given: Record<string, unknown> = { ...all };
  for (const option of optionsOf(command)) {
    const { flags, default: usual } = option;
    const name = /--(?:no-)?([\w-]+)/.exec(flags)?.[1] ?? '';
    const key = camelCase(name);
    const value = given[key];
    const reach = reachOf(option);
    if (reach === 'form') delete given[key];
    if (value === undefined || value === usual || (flags.startsWith('--no-') && value === true)) continue;
    if (Object.hasOwn(INSTEAD, key)) throw refused(`--${name} is refused here`, INSTEAD[key]);
    if (!isHarmless(reach)) throw refused(`--${name} is refused here`);
  }
  return given;
}

function checkArguments(command: Command, { path, args }: Parsed): void {
  if (args.length > 0 && !command.args.slice(0, args.length).every(({ reach }) => isHarmless(reach)))
    throw refused(`${path} reads or writes a file on this computer`);
  if (args.some((word) => word === '-' || word.startsWith('@')))
    throw refused('name the targets in argv, not by a file or standard input');
}

/** Throws UsageError for a column that is no text of the platform: cells are judged as flags are. */
export function checkColumns(command: Command, names: Iterable<string>): void {
  const known = byName(columnsOf(command));
  for (const name of names) {
    const column = known.get(name);
    if (column && !isHarmless(column.reach))
      throw refused(`the column "${name}" is refused here: it names a file on this computer`);
  }
}

const refused = (message: string, hint = 'docs_help shows what is taken here'): UsageError =>
  new UsageError(message, { code: 'REFUSED_HERE', hint });
