// The commander program for one call: only the leaf in hand gets its flags, and is run.

import { Argument, CommanderError, Command as Program, Option as ProgramOption } from 'commander';
import type { Context } from '../../context.ts';
import { EXIT, UsageError } from '../../errors.ts';
import { shellWord } from '../../files/shell-word.ts';
import { withoutNotes } from '../../output/note.ts';
import type { Synonyms } from '../find/synonyms.ts';
import { checkOutput, printPaged } from '../run/output-flags.ts';
import { refuseOddNames, refuseOpposites, refuseWithoutOthers } from '../run/refusals.ts';
import type { Guard, Parsed } from '../run/run.ts';
import {
  type Catalog,
  type Command,
  type Entry,
  type Group,
  isGroup,
  lineWithout,
  lineWithoutTargets,
  type NamedGroup,
} from './command.ts';
import type { RunFlags } from './command-type.ts';
import { argsOf, isMany, manyArg, optionsOf, pickedFrom, readsRows, takesRows, usageOfArg } from './flags.ts';
import { type Describe, dressHelp } from './help.ts';
import { type Leaf, listedGroup, loadLeaf, TOPICS_LINE } from './load.ts';
import { flag, type Option } from './option.ts';

// How a command is called: its arguments, then the flags that it cannot do without.

/** What follows the path of a command: `<space...> --organization <organization> [flags]`. */
export function usageOf(command: Command): string {
  const options = optionsOf(command);
  const needed = options.filter(({ required }) => required).map(({ flags }) => flags);
  const either = options.filter((option) => option.orElse).map(({ flags }) => flags);
  return [
    ...argsOf(command).map(usageOfArg),
    ...needed,
    ...(either.length > 0 ? [`(${either.join(' | ')})`] : []),
    '[flags]',
  ].join(' ');
}

// What is under the help of a command: when it asks, then what its file says.

export function notesOf({ asksIf, notes }: Pick<Command, 'asksIf' | 'notes'>): string | undefined {
  const asks = asksIf === undefined ? [] : [`Asks first if ${asksIf}.`];
  const all = [...asks, ...(notes === undefined ? [] : [notes])];
  return all.length === 0 ? undefined : all.join('\n');
}

type Print = (text: string) => void;

interface ProgramParts {
  catalog: Catalog;
  leaf: Leaf;
  context: Context;
  print: Print;
  /** Arguments may be missing: a person will be asked for them. */
  asks?: boolean;
  guard?: Guard;
}

/** The parser of one call: every command by name, the one in hand with its flags. */
function buildProgram({ print, asks = false, ...parts }: ProgramParts): Program {
  const { catalog, leaf, context } = parts;
  const program = new Program('docs');
  // The width is read only when help is shown: asking a stream for it opens the stream.
  const getOutHelpWidth = () => helpWidth(context.io);
  const silence = { writeOut: print, writeErr: print, outputError: () => {} };
  program.showSuggestionAfterError(false);
  program.exitOverride().configureOutput({ ...silence, getOutHelpWidth, getErrHelpWidth: getOutHelpWidth });
  const describe = dressHelp(program, context.io);
  program.description('Administer documentation on a hosted platform').helpCommand(false);
  program.helpOption('-h, --help').enablePositionalOptions().option('-V, --version');
  describe(program, { options: ROOT_FLAGS, notes: ROOT_NOTES });
  // The others matter only where none was named: to the help of all, and to what an unknown word is refused with.
  const inHand = leaf.trail[0]?.name ?? leaf.command?.verb;
  for (const [name, entry] of inSections(catalog))
    if (inHand === undefined || name === inHand) addEntry(program, name, entry, { ...parts, describe, asks });
  return program;
}

/** By name in each section, in the order in which the sections come; what is about the tool has an order of its own. */
function inSections(catalog: Catalog): [string, Entry][] {
  const all = Object.entries(catalog);
  const sections = new Set(all.map(([, { section }]) => section));
  return [...sections].flatMap((section) => {
    const own = all.filter(([, entry]) => entry.section === section);
    return section === 'This tool:' ? own : own.toSorted(([a], [b]) => (a < b ? -1 : 1));
  });
}

/** Longer lines are hard to read. */
export const helpWidth = ({ columns }: Context['io']): number => Math.min(columns, 100);

const ROOT_FLAGS = [
  flag('-V, --version', 'show the version', { reach: 'platform' }),
  flag('-h, --help', 'show help', { reach: 'platform' }),
] as const;
const ROOT_NOTES = [
  'Find a command: docs help <words>, as in docs help broken links',
  '',
  TOPICS_LINE,
  '',
  'Try it without an account: docs sandbox init --demo',
].join('\n');

/** What every step of the building needs. */
interface Site {
  catalog: Catalog;
  leaf: Leaf;
  context: Context;
  describe: Describe;
  asks: boolean;
  guard?: Guard;
}

function addEntry(program: Program, name: string, { summary, section }: Entry, site: Site): void {
  const { leaf } = site;
  const group = leaf.trail[0]?.name === name ? leaf.trail[0] : undefined;
  const own = leaf.trail.length === 0 && leaf.command?.verb === name ? leaf.command : undefined;
  const child = own ? addCommand(program, own, `docs ${name}`, site) : inherit(program.command(name));
  child.summary(summary).description(summary).helpGroup(section);
  if (!group) return;
  fillGroup(child, group, `docs ${name}`, site);
  if (group.own && group.own === leaf.command) dress(child, group.own, `docs ${name}`, site);
}

const inherit = (program: Program): Program => program.helpCommand(false).helpOption('-h, --help');

function fillGroup(program: Program, group: Group, path: string, site: Site): void {
  for (const entry of group.commands) {
    if (!isWanted(group, entry, site.leaf)) continue;
    if (isGroup(entry)) addSubgroup(program, entry, path, site);
    else addCommand(program, entry, `${path} ${entry.verb}`, site);
  }
  // commander treats an unknown word as an argument of the group once it has an action; without one it complains.
  site.describe(program, {
    examples: group.examples ?? [],
    ...(group.notes && { notes: group.notes }),
  });
}

/** All of a group matter to its help, and to a word that is none of them; beside a command, only what leads there. */
function isWanted(group: Group, entry: Command | NamedGroup, { command, trail }: Leaf): boolean {
  if (command === undefined || command === group.own) return true;
  return isGroup(entry) ? passed(trail, entry) !== undefined : entry === command;
}

/** The group as it was loaded on the way; undefined where the way does not lead through it. */
const passed = (trail: Leaf['trail'], { name }: NamedGroup): NamedGroup | undefined =>
  trail.slice(1).find((group) => group.name === name);

function addSubgroup(program: Program, entry: NamedGroup, path: string, site: Site): void {
  const child = inherit(program.command(entry.name)).summary(entry.summary).description(entry.summary);
  const loaded = passed(site.leaf.trail, entry);
  if (loaded) fillGroup(child, loaded, `${path} ${entry.name}`, site);
}

function addCommand(parent: Program, command: Command, path: string, site: Site): Program {
  const child = inherit(parent.command(command.verb)).summary(command.summary).description(command.summary);
  child.aliases([...command.aliases]);
  return dress(child, command, path, site);
}

/** Arguments always; flags and what it does only for the command in hand. */
function dress(
  child: Program,
  command: Command,
  path: string,
  { catalog, leaf, context: given, describe, asks, guard }: Site,
): Program {
  // What a row gives, or --where picks, need not be on the command line.
  const has = (flag: RegExp) => given.argv.some((word) => flag.test(word));
  const isFree =
    asks ||
    (has(/^--rows(=|$)/) && (takesRows(command) || readsRows(command))) ||
    (has(/^--where(=|$)/) && pickedFrom(command) !== undefined);
  for (const arg of argsOf(command))
    child.addArgument(new Argument(usageOfArg({ ...arg, required: arg.required && !isFree })));
  if (leaf.command !== command) return child;
  const options = optionsOf(command);
  const notes = notesOf(command);
  for (const option of options) child.addOption(toProgramOption(option, path, given.argv));
  describe(child, {
    usage: usageOf(command),
    options,
    aliases: command.aliases,
    examples: command.examples.map((line, at) => [command.comments[at] ?? '', line] as const),
    ...(notes !== undefined && { notes }),
  });
  child.action(async () => {
    const parsed = { catalog, path, args: child.args, flags: child.opts() };
    await runLeaf(given, command, guard?.(command, parsed) ?? parsed);
  });
  return child;
}

function toProgramOption(option: Option, path: string, argv: readonly string[]): ProgramOption {
  const made = new ProgramOption(option.flags, option.description);
  if (option.choices) made.choices([...option.choices]);
  if (option.default !== undefined) made.default(option.default);
  if (option.parse) made.argParser(option.parse);
  if (!made.variadic && (made.required || made.optional)) made.argParser(oneValue(made, path, argv));
  return made;
}

/** A value once, and never the next flag in its place: an unset variable in a script leaves both behind. */
function oneValue(
  option: ProgramOption,
  path: string,
  argv: readonly string[],
): NonNullable<Option['parse']> {
  // commander keeps the parser of choices and of `argParser` here.
  const parse: Option['parse'] = option.parseArg;
  const flag = option.long ?? option.flags;
  let isGiven = false;
  return (text, before) => {
    const hint = `${path} --help`;
    const taken = argv.some((word, at) => argv[at + 1] === text && [flag, option.short].includes(word));
    if (/^--[a-z][\w-]*(=|$)/i.test(text) && taken)
      throw new UsageError(`${flag} needs a value, not ${text}`, {
        hint: `if it is the value: ${shellWord(`${flag}=${text}`)}`,
      });
    const value = parse ? parse(text, before) : text;
    if (isGiven && !Array.isArray(value)) throw new UsageError(`${flag} is given twice`, { hint });
    isGiven = true;
    return value;
  };
}

// Flags that mean something beside others only.

/** Throws UsageError for what would be passed over in silence: a flag about rows where there are none, and the reverse. */
function refuseWithoutRows(
  command: Command,
  { flags, args }: { flags: RunFlags & Record<string, unknown>; args: readonly string[] },
  argv: readonly string[],
): void {
  const { rows, map, ignoreColumns, resume } = flags;
  if (rows !== undefined) {
    if (flags.allReady === true)
      throw new UsageError('--rows and --all-ready cannot be used together', {
        hint: lineWithout(argv, ['--rows']),
      });
    return;
  }
  const stray = [
    map !== undefined && takesForRows(command, '--map') && '--map',
    flags.null !== undefined && '--null',
    ignoreColumns !== undefined && '--ignore-columns',
    resume === true && !manyArg(command) && takesForRows(command, '--resume') && '--resume',
  ].find((flag) => flag !== false);
  if (stray === undefined) return;
  throw new UsageError(`${stray} needs --rows`, {
    hint: lineWithoutTargets(argv, args, '--rows', 'rows.csv'),
  });
}

/** Some commands have a flag of the same name that means their own work. */
const takesForRows = ({ options }: Command, flag: string): boolean =>
  !options.some(({ flags }) => flags.split(' ')[0] === flag);

// Runs the command of a line that has been read: once, or once for each of its targets.

/** Returns when the command has ended. Throws what it throws, and UsageError for flags that do not go together. */
async function runLeaf(given: Context, command: Command, typed: Parsed): Promise<void> {
  checkOutput(typed.flags, given.env, given.argv);
  const parsed = /:/.test(String(typed.flags.space))
    ? (await import('../references/pasted-request.ts')).withPastedRequest(command, typed)
    : typed;
  const { args, flags } = parsed;
  const context = flags.quiet ? { ...given, io: withoutNotes(given.io) } : given;
  refuseWithoutRows(command, parsed, given.argv);
  refuseWithoutOthers(command, flags, given.argv);
  refuseOpposites(command, given.argv);
  refuseOddNames(command, flags, parsed.path);
  if (flags.where !== undefined && manyArg(command) && flags.fields !== true) {
    const { runPicked } = await import('../select/where-targets.ts');
    return runPicked(context, command, parsed);
  }
  if (flags.rows !== undefined && flags.fields !== true && readsRows(command)) {
    const { readRows } = await import('../rows/read-rows.ts');
    return readRows(context, command, parsed);
  }
  const words = args.slice(command.args.length - 1);
  const several = isMany(words) || (flags.resume === true && words.length > 0);
  // The rows of a job are its own.
  const isMultiple =
    (flags.rows !== undefined && !command.isJob) || (manyArg(command) && several && !flags.allReady);
  if (isMultiple && flags.fields !== true) {
    const { runMany } = await import('../many/many.ts');
    return runMany(context, command, parsed);
  }
  const { execute } = await import('../run/run.ts');
  await execute(context, command, parsed);
}

// Finds the command of a line and runs it.

// Parses the line with commander and runs its command, prints its help, or says what is wrong with the line.

interface Vocabulary {
  catalog: Catalog;
  /** Words that people try for others. */
  synonyms(): Promise<Synonyms>;
  /** Judges a line once it is read, and may change its flags. Throws what refuses it. */
  guard?: Guard;
}

/** Returns the exit code. Throws what the command throws, and UsageError for a line that is none. */
async function parseLine(
  argv: readonly string[],
  leaf: Leaf,
  context: Context,
  { catalog, synonyms, guard }: Vocabulary,
): Promise<number> {
  const words = wordsFor(argv, catalog);
  let text = '';
  const print = (help: string) => {
    text += help;
  };
  const parts = { catalog, leaf, context, print, ...(guard && { guard }) };
  const parse = async (asks: boolean) => {
    await buildProgram({ ...parts, asks }).parseAsync(words, { from: 'user' });
    return EXIT.ok;
  };
  try {
    return await parse(false).catch((error: unknown) => {
      const isMissing = error instanceof CommanderError && error.code === 'commander.missingArgument';
      if (!isMissing || !mayAsk(argv, context)) throw error;
      // Parsed once more without the demand: what is missing is asked for.
      return parse(true);
    });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (isHelp(error)) return showHelp(error, text, context);
    const { readParseError } = await import('./parse-errors.ts');
    throw await readParseError(error, argv, catalog, await synonyms());
  }
}

const mayAsk = (argv: readonly string[], { io }: Context): boolean =>
  io.inTty && io.errTty && !io.inCi && !argv.includes('--no-input');

/** Beside --help an unknown command would show the help of all: without it, it is refused. */
function wordsFor(argv: readonly string[], catalog: Catalog): string[] {
  const [first = ''] = argv;
  return first.startsWith('-') || Object.hasOwn(catalog, first) ? [...argv] : [first];
}

const isHelp = ({ code }: CommanderError) => code === 'commander.helpDisplayed' || code === 'commander.help';

/** Asked for: on stdout, exit 0. A group without a verb: on stderr, exit 2. */
async function showHelp({ code }: CommanderError, text: string, context: Context): Promise<number> {
  if (code === 'commander.help') {
    context.io.err(text);
    return EXIT.usage;
  }
  await printPaged(context, text);
  return EXIT.ok;
}

/** Returns the exit code. Throws what the command throws, and UsageError for a line that is none. */
export async function runCommand(
  argv: readonly string[],
  context: Context,
  vocabulary: Vocabulary,
): Promise<number> {
  const leaf = await loadLeaf(vocabulary.catalog, argv, listedGroup);
  return parseLine(argv, leaf, context, vocabulary).catch(async (error: unknown) => {
    throw (await import('./as-typed.ts')).asTyped(error, leaf.command, context.argv);
  });
}
