// --watch: a read again and again until it is stopped, and what changed from one time to the next.
import { sleep } from '../../client/retry.ts';
import { isOfOneRequest, UsageError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import type { Io } from '../../output/io.ts';
import { note, styles, warn } from '../../output/note.ts';
import { safeLine } from '../../output/safe-text.ts';
import type { Run } from '../model/command-type.ts';
import { parseDuration } from '../run/time-flags.ts';
import { chosenFormat, patienceOf } from '../run/view.ts';

const LEAST_MS = 2000;
/** After so many failures in a row it ends with the last of them. */
const MOST_FAILURES = 4;
/** Characters of one output that are kept to be compared. */
const MOST_KEPT = 16 * 1024 * 1024;

type Once = (run: Run) => Promise<void>;

/** Ends with the signal, at the limit of --timeout, when the reader has gone, or with what `once` throws. */
export async function watch(run: Run, once: Once): Promise<void> {
  const everyMs = intervalOf(run);
  const show = showOf(run, run.flags.watch ?? '');
  await showOnce(run, once, show);
  for (let failures = 0; await waited(run, everyMs); ) {
    run.forgetReads();
    failures = await showOnce(run, once, show).then(
      () => 0,
      (error: unknown) => afterFailure(run, error, failures + 1),
    );
  }
}

function afterFailure(run: Run, error: unknown, failures: number): number {
  if (isOver(run)) return failures;
  if (!isOfOneRequest(error) || failures > MOST_FAILURES) throw error;
  warn(run.context.io, `${error.message}; asking again (${failures} of ${MOST_FAILURES})`);
  return failures;
}

const leftOf = (run: Run): number => patienceOf(run).left?.() ?? Number.POSITIVE_INFINITY;

const isOver = (run: Run): boolean =>
  run.context.signal.aborted || run.context.io.outClosed || leftOf(run) <= 0;

/** Whether there is another time, once it has come. */
async function waited(run: Run, everyMs: number): Promise<boolean> {
  const { pause = sleep, signal } = run.context;
  if (!isOver(run)) await pause(Math.min(everyMs, leftOf(run)), signal);
  return !isOver(run);
}

function intervalOf({ flags }: Run): number {
  if (flags.web || flags.fields === true)
    throw new UsageError(
      `--watch and ${flags.web ? '--web' : '--fields without names'} cannot be used together`,
    );
  const ms = parseDuration(flags.watch ?? '', '--watch');
  if (ms < LEAST_MS)
    throw new UsageError(`--watch must be at least 2s, not "${flags.watch}"`, { hint: '--watch 30s' });
  return ms;
}

/** What was printed is shown, whatever it ended with: findings are an error that comes after them. */
async function showOnce(run: Run, once: (run: Run) => Promise<void>, show: Show): Promise<void> {
  const { io } = run.context;
  const frame: Frame = { out: '', err: '' };
  const kept: Io = Object.create(io, {
    out: {
      async value(text: string) {
        frame.out += text;
        if (frame.out.length > MOST_KEPT)
          throw new UsageError('the output is too long to watch', {
            hint: 'show less of it with --limit or --where',
          });
      },
    },
    err: {
      value(text: string) {
        frame.err += text;
      },
    },
  });
  try {
    await once({ ...run, context: { ...run.context, io: kept } });
  } finally {
    if (!run.context.signal.aborted) await show(frame);
  }
}

// What a watched command shows each time: a terminal the whole screen again, a pipe what is new.

/** What one run printed. */
interface Frame {
  out: string;
  err: string;
}

type Show = (frame: Frame) => Promise<void>;

/** Formats in which a row is a line by itself; any other is shown whole again when something in it changed. */
const IN_LINES = ['table', 'tsv', 'csv', 'ndjson', 'id'];
/** A row of CSV may hold line breaks between quotes. */
const CSV_ROW = /(?:[^"\n]|"[^"]*")*\n/gy;
const LINE = /[^\n]*\n/gy;
/** Lines below the screen that say what changed. */
const MOST_TOLD = 6;

function showOf(run: Run, every: string): Show {
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
