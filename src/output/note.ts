// Lines for people beside the result, on standard error, and what is colored how.

import type { Io } from './io.ts';
import { ciSafe, safeLine } from './safe-text.ts';

/** The same, where nobody wants to read anything but results, warnings and errors. */
export const withoutNotes = (io: Io): Io => Object.create(io, { quiet: { value: true } });

/** One line about the result: what was left out, what comes next. */
export function note(io: Io, text: string): void {
  if (!io.quiet) say(io, text);
}

/** The same where nothing was changed. */
export function noteOutcome(io: Io, text: string, facts?: Readonly<Record<string, unknown>>): void {
  if (io.told) io.told.done = { ...facts, message: text };
  note(io, text);
}

/** A line that a question or an error needs, whoever asked for silence. */
export function say(io: Io, text: string): void {
  completed(io, text, (line) => `${styles(io.colorErr).dim(inWords(io, line))}\n`);
}

export function warn(io: Io, text: string): void {
  completed(
    io,
    text,
    (line) => `${styles(io.colorErr).yellow('warning:')} ${inWords(io, line, 'warning: '.length)}\n`,
  );
}

/**
 * Says what was changed: a sentence behind its mark on a terminal, elsewhere a line of a log. `facts` are the same for a
 * program that asked for a format, where the command prints no result of its own.
 */
export function done(io: Io, text: string, facts?: Readonly<Record<string, unknown>>): void {
  if (io.told) io.told.done = { ...facts, message: text };
  if (io.quiet) return;
  completed(io, text, (whole) => {
    const line = inWords(io, whole, 2);
    return `${io.errTty ? `${styles(io.colorErr).green('✓')} ${capital(line)}` : line}\n`;
  });
}

/** Printed as `shown` says, once the commands in it are whole. */
function completed(io: Io, text: string, shown: (line: string) => string): void {
  const print = (whole: string) => io.err(shown(ciSafe(io, safeLine(whole))));
  if (io.complete) io.complete(text, print);
  else print(text);
}

/** A command for a row, as a note would print it. */
export const wholeCommand = (io: Io, command: string): Promise<string> =>
  new Promise((resolve) => (io.complete ? io.complete(command, resolve) : resolve(command)));

/** `next` and `undo` of a row are commands to be typed, as those in notes are. */
export const wholeNexts = async (io: Io, items: readonly unknown[]): Promise<readonly unknown[]> =>
  io.complete ? Promise.all(items.map((item) => wholeNext(io, Object(item), item))) : items;

async function wholeNext(io: Io, row: Record<string, unknown>, item: unknown): Promise<unknown> {
  const whole: Record<string, string> = {};
  for (const key of ['next', 'undo']) {
    const line = row[key];
    if (typeof line === 'string') whole[key] = await wholeCommand(io, line);
  }
  return Object.keys(whole).length === 0 ? item : { ...row, ...whole };
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A word, or what may be typed or pasted, which is one piece: broken in two it would run as two. A command ends at a comma or
 * semicolon, and a flag with its value.
 */
const PIECE =
  /((?:(?<! ) +)?)([("]?(?:docs [a-z](?:'[^']*'|"[^"]*"|\\.|,(?=\S)|[^'"\\,;)])*|\$ .*|--[a-z][\w-]*(?:[ =](?:<[^>]*>|"[^"]*"|[^\s;:]+))?)|[^ ]+)/g;

/** A sentence for a terminal, broken between pieces; `used` cells of its first line are taken, `hang` is before the others. */
export function inWords(io: Io, text: string, used = 0, hang = ''): string {
  if (!io.errTty || text.length + used < io.columns) return text;
  let at = used;
  return text.replace(PIECE, (_, gap: string, piece: string, start: number) => {
    const isLong = hang.length + piece.length >= io.columns;
    const breaks = gap !== '' && start > 0 && !isLong && at + gap.length + piece.length >= io.columns;
    // The terminal itself breaks what is longer than its lines.
    at = breaks ? hang.length + piece.length : (at + gap.length + piece.length) % io.columns;
    return `${breaks ? `\n${hang}` : gap}${piece}`;
  });
}

/** A line of the result that is a sentence for a person: on a terminal no word of it is cut. */
export const prose = (io: Io, line: string, hang = ''): string =>
  io.outTty ? inWords(io, line, 0, hang) : line;

// What is colored how. chalk colors a text; whether there is color at all, `Io` decides for each stream (NO_COLOR, FORCE_COLOR, TERM).

type StyleName = 'bold' | 'dim' | 'inverse' | 'red' | 'green' | 'yellow' | 'cyan';
export type Styles = Readonly<Record<StyleName, (text: string) => string>>;

const stylesBy = (styleOf: (name: StyleName) => (text: string) => string): Styles => ({
  bold: styleOf('bold'),
  dim: styleOf('dim'),
  inverse: styleOf('inverse'),
  red: styleOf('red'),
  green: styleOf('green'),
  yellow: styleOf('yellow'),
  cyan: styleOf('cyan'),
});
const PLAIN = stylesBy(() => (text) => text);
let colored: Styles | undefined;

/** Needed once, before anything is colored: what goes into pipes alone does without chalk. */
export async function loadColors(): Promise<void> {
  const { Chalk } = await import('chalk');
  // The terminal's own 16 colors: they fit light and dark backgrounds.
  const chalk = new Chalk({ level: 1 });
  colored ??= stylesBy((name) => (text) => chalk[name](text));
}

/** Functions that color a text, or leave it as it is when `on` is false. Throws Error before `loadColors`. */
export function styles(on: boolean): Styles {
  if (!on) return PLAIN;
  if (!colored) throw new Error('colors are not loaded');
  return colored;
}

type Tone = 'green' | 'red' | 'yellow' | 'cyan' | 'dim';

/** What a word means wherever it is a state: good, bad, to be looked at, over, of no interest. */
const TONES: Readonly<Record<Tone, string>> = {
  green:
    'open active live approved completed complete success succeeded done applied created updated passed ok yes ready fixed added',
  red: 'failed failure error timeout broken rejected conflicts conflict missing refused invalid interrupted unknown deleted removed',
  yellow:
    'outdated changes-requested stale running pending processing in-progress warning in-app skipped changed modified edited moved not-synced',
  cyan: 'merged',
  dim: 'archived draft none no resolved absent unchanged',
};
let tones: ReadonlyMap<string, Tone> | undefined;

/** The tone of a word. Split when the first state is shown: most calls show none. */
function toneOfWord(word: string): Tone | undefined {
  tones ??= new Map(
    Object.entries(TONES).flatMap(([tone, words]) =>
      words.split(' ').map((one) => [one, tone as Tone] as const),
    ),
  );
  return tones.get(word);
}
const STATES = /(^|\.)(status|state|processingState|outcome|result|change|problem|problems|undo)$/;
/** Fields where yes is the answer to look at. */
const WARNINGS = /(^|\.)(outdated|disabled|hidden|deprecated)$/;

/** How a value of this column is colored; undefined for what is not a state. */
export function toneOf(column: string, value: unknown): Tone | undefined {
  if (typeof value === 'boolean') return value ? (WARNINGS.test(column) ? 'yellow' : 'green') : 'dim';
  return typeof value === 'string' && STATES.test(column) ? toneOfWord(value) : undefined;
}
