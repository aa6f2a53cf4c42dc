// Lines for people beside the result, on standard error.
import type { Io } from './io.ts';
import { ciSafe, safeLine } from './safe-text.ts';
import { styles } from './style.ts';

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
