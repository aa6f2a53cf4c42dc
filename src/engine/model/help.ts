// How help looks: usage, summary, its own flags or commands, examples, notes; headings in bold on a terminal.

import type { Command as Program } from 'commander';
import type { Io } from '../../output/io.ts';
import { styles } from '../../output/note.ts';
import type { Example } from './command.ts';
import type { ParsedOption } from './flags.ts';
import { globalsAmong, isGlobal } from './globals.ts';

// Lines of help text that fit a width: broken between words, in columns where there are any.

/** A term gets a line of its own where it is longer than this. */
const WIDEST_TERM = 32;
const GAP = 2;
/** Below this a column of descriptions cannot be read. */
const NARROWEST = 24;

/** Breaks one line between words; every line after the first begins with `hang` spaces. A word is never cut. */
function wrapLine(text: string, width: number, hang = 0): string[] {
  const lines: string[] = [];
  let line = '';
  for (const [spaced, word = ''] of text.matchAll(/(?<! ) *([^ ]+)/g)) {
    if (line !== '' && line.length + spaced.length > width) {
      lines.push(line);
      line = ' '.repeat(hang) + word;
    } else line += spaced;
  }
  return [...lines, line];
}

/** Terms and what they mean. */
type Rows = readonly (readonly [term: string, text: string])[];

/** How wide the first column of these rows is. */
const termWidth = (rows: Rows): number =>
  Math.max(0, ...rows.map(([{ length }]) => (length <= WIDEST_TERM ? length : 0)));

/** Rows in two columns, the first one of this width. */
export function twoColumns(rows: Rows, width: number, first = termWidth(rows)): string {
  const column = GAP + first + GAP;
  const narrow = width - column < NARROWEST;
  const start = narrow ? 3 * GAP : column;
  return rows
    .flatMap(([term, text]) => {
      const head = ' '.repeat(GAP) + term;
      if (narrow || term.length > first) return [head, ...indented(text, width, start)];
      return wrapLine(head.padEnd(column) + text, width, column);
    })
    .join('\n');
}

const indented = (text: string, width: number, start: number): string[] =>
  text === '' ? [] : wrapLine(' '.repeat(start) + text, width, start);

/** A sentence that goes on in the next line is one line: broken in two widths it would be ragged. */
const joined = (text: string): string => text.replace(/^(\S.*[^.:?!\n])\n(?=\S)/gm, '$1 ');

/** Written text: sentences are wrapped, a second column keeps its place, and what is to be typed stays as it is. */
export const reflow = (text: string, width: number): string =>
  joined(text)
    .split('\n')
    .flatMap((line) => {
      if (line.length <= width || /^ +(?:(?:docs|\$|#) |.*\| docs )(?!.* {2,}[^ #])/.test(line))
        return [line];
      const indent = /^ */.exec(line)?.[0].length ?? 0;
      const column = indent > 0 ? /^ +\S.*? {2,}/.exec(line)?.[0].length : undefined;
      return wrapLine(line, width, column !== undefined && width - column >= NARROWEST ? column : indent);
    })
    .join('\n');

const FLAGS = 'Flags:';
const USUAL = new Set([FLAGS, 'Context:', 'Output:', 'Safety:', 'Many at once:', 'General:']);

/** What help shows of a program beside its summary and commands. */
interface Parts {
  /** What follows its path: `<space> --title <title> [flags]`. */
  usage?: string;
  options?: readonly ParsedOption[];
  examples?: readonly Example[];
  /** Other names of a command. */
  aliases?: readonly string[];
  notes?: string;
}

/** Adds to what help shows of a program. */
export type Describe = (program: Program, parts: Parts) => void;

/** Makes help of this program and of those added to it look as described. Opens no stream before help is shown. */
export function dressHelp(program: Program, io: Io): Describe {
  const known = new WeakMap<Program, Parts>();
  program.configureHelp({
    formatHelp(shown, { helpWidth = 80 }) {
      const page: Page = { path: pathOf(shown), width: helpWidth, title: styles(io.colorOut).bold };
      return `${blocksOf(shown, known.get(shown) ?? {}, page).join('\n\n')}\n`;
    },
  });
  return (shown, parts) => {
    known.set(shown, { ...known.get(shown), ...parts });
  };
}

interface Page {
  /** `docs spaces`. */
  path: string;
  width: number;
  title: (text: string) => string;
}

const pathOf = (program: Program): string =>
  program.parent ? `${pathOf(program.parent)} ${program.name()}` : program.name();

function blocksOf(shown: Program, parts: Parts, page: Page): string[] {
  const { options = [], examples = [], aliases = [], notes, usage } = parts;
  const hasCommands = shown.commands.length > 0;
  const { path, width, title } = page;
  const lines = examples.flatMap(([does, line]) => [...(does ? [`  # ${does}`] : []), `  $ ${line}`]);
  const sets = [flagSets(options), commandSets(shown)];
  // Who asks a group for help looks for its commands.
  const sorted = (usage === undefined ? sets.reverse() : sets).flat();
  const first = termWidth(sorted.flatMap(([, rows]) => rows));
  return [
    usageLines(usage, hasCommands, page),
    wrapLine(shown.description(), width).join('\n'),
    ...sorted.map(([heading, rows]) => `${title(heading)}\n${twoColumns(rows, width, first)}`),
    ...globalFlags(options, page),
    ...(lines.length > 0 ? [[title('Examples:'), ...lines].join('\n')] : []),
    ...(aliases.length > 0
      ? [`Alias: ${aliases.map((name) => path.replace(/(?<!\S)\S+$/, name)).join(', ')}`]
      : []),
    ...(notes ? [reflow(notes, width)] : []),
    ...(hasCommands ? [reflow(`Help on a command: ${path} <command> --help`, width)] : []),
  ];
}

function usageLines(usage: string | undefined, hasCommands: boolean, { path, width, title }: Page): string {
  const forms = [...(usage === undefined ? [] : [usage]), ...(hasCommands ? ['<command> [flags]'] : [])];
  return forms
    .flatMap((form, at) => wrapLine(`${at === 0 ? 'Usage:' : '      '} ${path} ${form}`, width, 9))
    .join('\n')
    .replace(/^Usage:/, title);
}

type Sets = [heading: string, rows: Rows][];

/** Its own flags, those that must be given first. */
function flagSets(options: readonly ParsedOption[]): Sets {
  const own = options.filter((option) => !isGlobal(option));
  const rank = ({ required, orElse }: ParsedOption) => (required ? 0 : orElse ? 1 : 2);
  const sorted = own.toSorted((a, b) => rank(a) - rank(b));
  return [...new Set(sorted.map(headingOf))].map((heading) => [
    heading,
    flagRows(sorted.filter((option) => headingOf(option) === heading)),
  ]);
}

/** The names of the flags that it shares with all commands. */
function globalFlags(options: readonly ParsedOption[], { width, title }: Page): string[] {
  const names = globalsAmong(options).map(({ flags }) => flags.replace(/[ ,].*$/, ''));
  if (names.length === 0) return [];
  const line = wrapLine(`Global flags: ${names.join(' ')} -h (docs help flags)`, width, 2).join('\n');
  return [line.replace(/^Global flags:/, title)];
}

/** Usual flags are one set, whatever they are about; those with a heading of their own are another. */
const headingOf = ({ group = FLAGS }: ParsedOption): string => (USUAL.has(group) ? FLAGS : group);

/** A row a flag; `--x` and `--no-x` share one. */
export function flagRows(options: readonly ParsedOption[]): [term: string, text: string][] {
  const names = new Set(options.map(({ flags }) => flags));
  return options
    .filter(({ flags }) => !(flags.startsWith('--no-') && names.has(`--${flags.slice(5)}`)))
    .map((option) => {
      const { flags } = option;
      const isPair = flags.startsWith('--') && names.has(`--no-${flags.slice(2)}`);
      return [isPair ? `--[no-]${flags.slice(2)}` : flags, explanationOf(option)];
    });
}

function explanationOf({ description, choices, default: value, required, orElse }: ParsedOption): string {
  const allowed = choices ? ` (${choices.join(', ')})` : '';
  const usual = value === undefined ? '' : ` (default ${value})`;
  const needed = required ? ' (required)' : orElse ? ` (this or ${orElse.join(' or ')} is required)` : '';
  return `${description}${allowed}${usual}${needed}`;
}

function commandSets({ commands }: Program): Sets {
  const heading = (command: Program) => command.helpGroup() || 'Commands:';
  return [...new Set(commands.map(heading))].map((name) => {
    const some = commands.filter((command) => heading(command) === name);
    return [name, some.map((command) => [command.name(), command.summary()])];
  });
}
