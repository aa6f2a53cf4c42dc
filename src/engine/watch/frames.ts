// What a watched command shows each time: a terminal the whole screen again, a pipe what is new.
import { shellLine } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import { styles } from '../../output/style.ts';
import type { Run } from '../run/run.ts';
import { chosenFormat } from '../run/view.ts';

/** What one run printed. */
export interface Frame {
  out: string;
  err: string;
}

export type Show = (frame: Frame) => Promise<void>;

/** Formats in which a row is a line by itself; any other is shown whole again when something in it changed. */
const IN_LINES = ['table', 'tsv', 'csv', 'ndjson', 'id'];
/** A row of CSV may hold line breaks between quotes. */
const CSV_ROW = /(?:[^"\n]|"[^"]*")*\n/g;
const LINE = /.*\n/g;
/** Lines below the screen that say what changed. */
const MOST_TOLD = 6;

export function showOf(run: Run, every: string): Show {
  const { io } = run.context;
  const format = chosenFormat(run) ?? 'table';
  if (io.outTty && !io.accessible) return screen(run, every);
  return IN_LINES.includes(format) ? newLines(run, format === 'csv' ? CSV_ROW : LINE) : whole(run);
}

/** The first time everything, then rows that are new or say something else; what has gone is a note. */
function newLines({ context: { io } }: Run, form: RegExp): Show {
  let before: ReadonlySet<string> = new Set();
  let errors = '';
  return async ({ out, err }) => {
    const lines = new Set(out.match(form));
    await io.out([...lines].filter((line) => !before.has(line)).join(''));
    for (const line of before) if (!lines.has(line)) note(io, `no longer: ${line.trimEnd()}`);
    if (err !== errors) io.err(err);
    before = lines;
    errors = err;
  };
}

function whole({ context: { io } }: Run): Show {
  let before: Frame = { out: '', err: '' };
  return async (frame) => {
    if (frame.out !== before.out) await io.out(frame.out);
    if (frame.err !== before.err) io.err(frame.err);
    before = frame;
  };
}

const CLEAR = '\u001b[H\u001b[2J\u001b[3J';

/** As much as the terminal is high, and below it what changed since the last change. */
function screen({ context }: Run, every: string): Show {
  const { io, argv, now } = context;
  const { dim, green, red } = styles(io.colorOut);
  let before: ReadonlyMap<string, string> | undefined;
  let told: string[] = [];
  return async ({ out, err }) => {
    const time = now().toTimeString().slice(0, 8);
    const lines = out.match(LINE) ?? [];
    const after = new Map(lines.map((line) => [withoutAge(line), line.trimEnd()]));
    const came = [...after].flatMap(([key, line]) =>
      before?.has(key) === false ? [green(`+ ${line}`)] : [],
    );
    const went = [...(before ?? [])].flatMap(([key, line]) => (after.has(key) ? [] : [red(`- ${line}`)]));
    const changes = [...went, ...came];
    if (changes.length > 0) {
      const more = changes.length - MOST_TOLD;
      told = [
        dim(`changed at ${time}:`),
        ...changes.slice(0, MOST_TOLD),
        ...(more > 0 ? [dim(`${plural(more, 'more line')}`)] : []),
      ];
    }
    before = after;
    const room = Math.max(1, io.rows - told.length - linesIn(err) - 4);
    const shown = lines.slice(0, room).join('');
    const cut = lines.length > room ? dim(`${plural(lines.length - room, 'more line')}\n`) : '';
    const head = dim(`${safeLine(`every ${every}: ${shellLine(['docs', ...argv])}`)}   ${time}`);
    await io.out(`${CLEAR}${head}\n\n${shown}${cut}${told.map((line) => `${line}\n`).join('')}`);
    io.err(err);
  };
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/** The words for a time grow older by themselves, and columns as wide as their widest cell. */
const withoutAge = (line: string): string =>
  line.replace(/\b(?:\d+ \w+ ago|in \d+ \w+|just now)\b/g, '').replace(/\s+/g, ' ');
