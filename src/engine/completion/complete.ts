// docs complete: what the completion scripts ask when a name is wanted. It never fails, and never waits for long.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_FILE, readDefaults } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import { EXIT } from '../../errors.ts';
import { shellLine, shellWord } from '../../files/shell-word.ts';
import { isTypable, safeLine } from '../../output/safe-text.ts';
import { type Catalog, type Command, handmade } from '../model/command.ts';
import { optionsOf } from '../model/flags.ts';
import { GLOBAL_FLAGS } from '../model/globals.ts';
import { aliases, arrange, type Leaf, loadLeaf } from '../model/load.ts';
import {
  type Candidate,
  choicesOf,
  firstWords,
  flagsOf,
  helpWords,
  kindOfArgument,
  kindOfFlag,
  longName,
  takesValue,
  wantsFiles,
  wordsOfGroup,
} from './completion-words.ts';

// A command line as bash has it while somebody types: its words, the quote that is open, and what a completion replaces.

export interface TypedLine {
  /** The words without their quotes, the last one as far as it is typed. */
  words: string[];
  /** What goes into the line for a value of the last word; undefined where the value does not begin as that word does. */
  insertion(value: string): string | undefined;
}

interface Word {
  /** Without quotes. */
  text: string;
  /** How much of the text is before the place from which bash replaces. */
  kept: number;
  /** The quote that is still open. */
  quote: string;
}

/** Within quotes, behind a backslash, between words, or one character of a word. */
const PIECE = /(')([^']*)('?)|(")((?:\\[\s\S]|[^"\\])*\\?)("?)|\\([\s\S]?)|(\s+)|[\s\S]/g;

/** Reads the line up to the cursor; `breaks` are the characters after which bash begins to replace anew. */
export function readBashLine(line: string, breaks: string): TypedLine {
  const words: Word[] = [];
  let word: Word = { text: '', kept: 0, quote: '' };
  for (const piece of line.trimStart().matchAll(PIECE)) {
    if (piece[8] === undefined) word = grown(word, piece, breaks);
    else {
      words.push(word);
      word = { text: '', kept: 0, quote: '' };
    }
  }
  const { text, kept, quote } = word;
  return {
    words: [...words, word].map((one) => one.text),
    insertion: (value) => (value.startsWith(text) ? quoted(value.slice(kept), quote) : undefined),
  };
}

function grown({ text, kept }: Word, piece: RegExpExecArray, breaks: string): Word {
  const [whole, single, inSingle, endSingle, double, inDouble, endDouble, escaped] = piece;
  const quote = single ?? double;
  if (quote !== undefined) {
    const inside = inSingle ?? (inDouble ?? '').replace(/\\(["\\$`])/g, '$1');
    const all = text + inside;
    const isOpen = (endSingle ?? endDouble) === '';
    return { text: all, kept: isOpen ? text.length : all.length, quote: isOpen ? quote : '' };
  }
  const all = text + (escaped ?? whole);
  return { text: all, kept: escaped === undefined && breaks.includes(whole) ? all.length : kept, quote: '' };
}

/** The text where this quote is open already; readline closes it, but not behind another quote of its kind. */
function quoted(text: string, quote: string): string {
  const inside =
    quote === '' ? text.replace(/^#|[^\w./:@%+,=#\u0080-\uffff-]/g, '\\$&') : within(text, quote);
  return quote !== '' && inside.endsWith(quote) ? inside + quote : inside;
}

const within = (text: string, quote: string): string =>
  quote === "'"
    ? text.replaceAll("'", `'\\''`)
    : // A `!` means history within double quotes, whatever is before it.
      text.replace(/["\\$`]/g, '\\$&').replace(/!+/g, `"'$&'"`);

// What a person has typed when a shell asks for names, and how that shell wants them.

/** Which shell asks. */
type Asking = 'bash' | 'zsh' | 'fish' | 'powershell';

/** What is typed so far, and how an answer is printed. */
export interface Answering {
  words: string[];
  /** The line for a candidate; undefined where it does not fit what is typed. */
  line(item: Candidate): string | undefined;
}

/** Takes the words as that shell hands them over: a whole line from bash, quoted words from zsh and PowerShell. */
function readTyped(shell: Asking | '', breaks: string, given: readonly string[]): Answering {
  if (shell === 'bash') {
    const { words, insertion } = readBashLine(given[0] ?? '', breaks);
    return { words: words.slice(1), line: ([value]) => insertion(value) };
  }
  if (shell === 'powershell') {
    const words = given.map((word, at) =>
      unquotedPowerShell(at === given.length - 1 ? word.slice(0, -1) : word),
    );
    const typed = words.at(-1) ?? '';
    const line = ([value, about]: Candidate) =>
      value.startsWith(typed) ? `${shellWord(value, 'win32')}\t${value}\t${safeLine(about)}` : undefined;
    return { words, line };
  }
  const words = shell === 'zsh' ? given.map(unquoted) : [...given];
  return { words, line: ([value, about]) => `${value}\t${safeLine(about)}` };
}

/** A word of a command line without its quotes and backslashes. */
const unquoted = (word: string): string =>
  word.replace(
    /'([^']*)'?|"((?:\\.|[^"\\])*)"?|\\(.)/g,
    (_, single, double, escaped) => single ?? escaped ?? (double ?? '').replace(/\\(["\\$`])/g, '$1'),
  );

const unquotedPowerShell = (word: string): string =>
  /^['\u2018-\u201b]/.test(word)
    ? word
        .slice(1)
        .replace(/['\u2018-\u201b]$/, '')
        .replace(/(['\u2018-\u201b])\1/g, '$1')
    : word.replace(/^["\u201c-\u201e]|["\u201c-\u201e]$/g, '').replace(/`(.)/g, '$1');

const MOST = 500;

interface Found {
  items: readonly Candidate[];
  /** The shell may offer files of its own. */
  files?: boolean;
}

const FILES = ':files';

/**
 * Takes `--bash <breaks> -- <line>`, or `--zsh`, `--fish` or `--powershell` and after `--` the words behind `docs`, the
 * last one as far as it is typed. Prints a candidate a line: for bash as it goes into the line, for PowerShell that and
 * its name, for the others, which quote by themselves, the value; then a description. `:files` in the first line asks
 * for files.
 */
export async function complete(argv: readonly string[], context: Context, catalog: Catalog): Promise<number> {
  const start = argv.indexOf('--') + 1;
  const options = argv.slice(0, start);
  const shell = options[0]?.slice(2) as Asking | '';
  try {
    const { words, line } = readTyped(shell, options[1] ?? '', argv.slice(start));
    const { items, files } = await candidatesFor(words, context, catalog);
    const lines = mostLikely(items, words.at(-1) ?? '').flatMap((item) => line(item) ?? []);
    // In the first line `:files` asks for files; a thing of that name comes after an empty one.
    const first = files ? [FILES] : lines[0] === FILES ? [''] : [];
    await context.io.out([...first, ...lines].map((text) => `${text}\n`).join(''));
  } catch {
    // A shell that completes has no place for a complaint.
  }
  return EXIT.ok;
}

/** What begins as the word in hand, where there are more than a shell should show. */
function mostLikely(items: readonly Candidate[], typed: string): readonly Candidate[] {
  if (items.length <= MOST) return items;
  const start = typed.toLowerCase();
  return items.filter(([value]) => value.toLowerCase().startsWith(start)).slice(0, MOST);
}

async function candidatesFor(given: readonly string[], context: Context, catalog: Catalog): Promise<Found> {
  const [first = '', ...rest] = given;
  if (Object.hasOwn(catalog, first)) return candidatesBehind(given, context, catalog);
  const own = hasAliases(context)
    ? (await import('../model/own-aliases.ts')).aliasesHere(context)
    : new Map<string, string[]>();
  if (rest.length > 0) return candidatesBehind([...(own.get(first) ?? [first]), ...rest], context, catalog);
  const { items, files } = await candidatesBehind(given, context, catalog);
  const aliased = [...own].map(([name, words]): Candidate => [name, shellLine(['docs', ...words])]);
  return { items: first.startsWith('-') ? items : [...items, ...aliased], ...(files && { files }) };
}

/** Most people have none, and reading them takes more of the program than completing a word. */
function hasAliases({ paths, cwd }: Context): boolean {
  if (Object.keys(readDefaults(paths()).aliases).length > 0) return true;
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, PROJECT_FILE))) return true;
    if (dirname(folder) === folder) return false;
  }
}

async function candidatesBehind(
  typed: readonly string[],
  context: Context,
  catalog: Catalog,
): Promise<Found> {
  const last = typed.at(-1) ?? '';
  const global = await beforeCommand(typed, catalog);
  if (global) return valuesFor(global, typed, { trail: [] }, context, catalog);
  const words = [...(await arrange(catalog, typed.slice(0, -1), aliases)), last];
  if (words.length === 1) return { items: firstWords(catalog) };
  if (words[0] === 'help') return { items: words.length === 2 ? helpWords(catalog) : [] };
  const leaf = await loadLeaf(catalog, words.slice(0, -1));
  const { command, trail } = leaf;
  const depth = trail.length + (command && command !== trail.at(-1)?.own ? 1 : 0);
  const behind = words.slice(trail.length === 0 ? 1 : depth);
  if (trail.length > 0 && depth === trail.length && behind.length === 1 && !last.startsWith('-'))
    return {
      items: [
        ...wordsOfGroup(leaf),
        ...(command ? (await valuesFor(command, behind, leaf, context, catalog)).items : []),
      ],
    };
  return command ? valuesFor(command, behind, leaf, context, catalog) : { items: [] };
}

const NO_COMMAND = handmade('complete', { summary: 'Complete', examples: ['docs'], run: async () => {} });

/** The global flags, where one of them is in hand before the command or before its verb. */
async function beforeCommand(words: readonly string[], catalog: Catalog): Promise<Command | undefined> {
  const last = words.at(-1) ?? '';
  const flag = words.at(-2) ?? '';
  const takes = optionsOf({ ...NO_COMMAND, options: GLOBAL_FLAGS }).some(
    ({ flags }) => flags.includes('<') && flags.split(/[ ,]+/).includes(flag),
  );
  const inHand = takes ? -2 : -1;
  if (!takes && (!last.startsWith('-') || words.length > 1)) return undefined;
  const { command } = await loadLeaf(catalog, await arrange(catalog, words.slice(0, inHand)));
  return command ? undefined : { ...NO_COMMAND, options: GLOBAL_FLAGS };
}

/** Values of the flag or argument in hand, or flags. `words` are those behind the command. */
async function valuesFor(
  command: Command,
  words: readonly string[],
  { trail }: Leaf,
  context: Context,
  catalog: Catalog,
): Promise<Found> {
  const last = words.at(-1) ?? '';
  const [, joined] = /^(--[\w-]+)=/.exec(last) ?? [];
  const typed = readWords(command, words);
  const flag = typed.flag ?? joined;
  if (flag === undefined && last.startsWith('-')) return { items: flagsOf(command) };
  const found = await valuesOf(command, flag === undefined ? typed : { ...typed, flag }, {
    trail,
    context,
    catalog,
  });
  const items = found.items.filter(([value]) => isTypable(value));
  return {
    ...found,
    items:
      typed.flag === undefined && joined
        ? items.map(([value, about]) => [`${joined}=${value}`, about])
        : items,
  };
}

/** What --fields, --sort and --where name needs the schema of the list. */
async function fieldsOf(command: Command, flag: string, last: string): Promise<Candidate[] | undefined> {
  if (flag !== '--fields' && flag !== '--sort' && flag !== '--where') return undefined;
  const value = valueIn(last, flag);
  return (await import('./names-in-time.ts')).selectedFields(command, flag, value);
}

/** The word in hand without the flag that is joined to it. */
const valueIn = (last: string, flag?: string): string =>
  flag !== undefined && last.startsWith(`${flag}=`) ? last.slice(flag.length + 1) : last;

interface Place {
  trail: Leaf['trail'];
  context: Context;
  catalog: Catalog;
}

async function valuesOf(command: Command, typed: Typed, { trail, context, catalog }: Place): Promise<Found> {
  const { flag, args } = typed;
  const choices = flag === undefined ? undefined : choicesOf(command, flag);
  if (choices) return { items: choices };
  const fields =
    flag === undefined ? undefined : await fieldsOf(command, longName(command, flag), typed.last);
  if (fields) return { items: fields };
  const kind =
    flag === undefined
      ? kindOfArgument(command, args.length, trail[0]?.name)
      : kindOfFlag(command, longName(command, flag));
  const few = flag === undefined ? command.args[args.length]?.choices : undefined;
  if (kind === undefined && !few) return { items: [], files: wantsFiles(command, typed) };
  const { valuesInTime } = await import('./names-in-time.ts');
  // `Guides#` names the space, as nothing else may.
  const [, space] = (kind === 'changeRequestId' && /^(.+)#\d*$/.exec(valueIn(typed.last, flag))) || [];
  const offers = flag === undefined ? command.offers : undefined;
  return { items: await valuesInTime(command, { context, catalog, typed, kind, few, offers, space }) };
}

interface Typed {
  /** Positional arguments before the word in hand. */
  args: string[];
  flags: Record<string, string>;
  /** The flag whose value is in hand. */
  flag?: string;
  /** The word in hand, as far as it is typed. */
  last: string;
}

const PLACE_FLAGS: Readonly<Record<string, string>> = {
  '--org': 'org',
  '--space': 'space',
  '--site': 'site',
  '--cr': 'cr',
  '--profile': 'profile',
  '--base-url': 'baseUrl',
};

function readWords(command: Command, words: readonly string[]): Typed {
  const typed: Typed = { args: [], flags: {}, last: words.at(-1) ?? '' };
  let flag: string | undefined;
  for (const word of words.slice(0, -1)) {
    if (flag !== undefined) {
      const name = PLACE_FLAGS[flag];
      if (name) typed.flags[name] = word;
      flag = undefined;
    } else if (word.startsWith('-')) flag = takesValue(command, word) ? word : undefined;
    else if (!word.startsWith('-')) typed.args.push(word);
  }
  return flag === undefined ? typed : { ...typed, flag };
}
