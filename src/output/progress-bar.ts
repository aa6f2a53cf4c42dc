// How far a job with many items is: a bar on a terminal, a plain line now and then elsewhere.
import { plural } from './format.ts';
import { canMove, type Io } from './io.ts';
import { note, styles } from './note.ts';
import { safeLine } from './safe-text.ts';
import { cutToWidth, displayWidth } from './width.ts';

export interface Bar {
  step(ok: boolean): void;
  /** So many more are to be done. */
  more(count: number): void;
  /** `40 of 200`: what has been done, without what failed. */
  readonly counted: string;
  /** Prints text for standard error above the bar. */
  print(text: string): void;
  stop(): void;
}

const DRAW_EVERY_MS = 100;
const SAY_EVERY_MS = 10_000;
const CELLS = 24;
/** To the first column, and everything from there on erased. */
const CLEAR = '\r\u001b[K';

interface Count {
  total: number;
  done: number;
  failed: number;
}

/** `label` says what is done: `deleting spaces`. Call `stop` in a `finally`; once is enough. `ticks`: monotonic milliseconds. */
export function startBar(
  io: Io,
  label: string,
  total: number,
  ticks: () => number = () => performance.now(),
): Bar {
  const count: Count = { total, done: 0, failed: 0 };
  const from = ticks();
  const draws = canMove(io);
  const state = () => stateText(count, ticks() - from);
  // Past the pager, which keeps back what is written to standard error.
  const draw = () => io.stderr.write(CLEAR + lineOf(io, label, count, state()));
  const say = () => note(io, `${label}: ${state()}`);
  const timer = setInterval(draws ? draw : say, draws ? DRAW_EVERY_MS : SAY_EVERY_MS);
  timer.unref();
  const release = io.line.hold();
  let isStopped = false;
  return {
    step(ok) {
      count.done += 1;
      if (!ok) count.failed += 1;
    },
    more(items) {
      count.total += items;
    },
    get counted() {
      return countedOf({ ...count, done: count.done - count.failed });
    },
    print(text) {
      io.err(draws ? CLEAR + text : text);
    },
    stop() {
      if (isStopped) return;
      isStopped = true;
      release();
      clearInterval(timer);
      if (draws) io.stderr.write(CLEAR);
    },
  };
}

/** `40 of 200, 2 failed, 3.5/s, 46 seconds left`. */
function stateText(count: Count, ms: number): string {
  const { total, done, failed } = count;
  const parts = [countedOf(count)];
  if (failed > 0) parts.push(`${failed} failed`);
  // A moment tells neither how fast it goes nor how long it will take.
  if (done === 0 || ms < 2000) return parts.join(', ');
  parts.push(rateText((done * 1000) / ms));
  const left = Math.ceil(((ms / done) * (total - done)) / 1000);
  if (left > 1) parts.push(`${left < 90 ? plural(left, 'second') : `${Math.ceil(left / 60)} minutes`} left`);
  return parts.join(', ');
}

const countedOf = ({ done, total }: Count): string => `${done} of ${total}`;

/** `12/s`, `3.5/s`, `40/min`. */
function rateText(perSecond: number): string {
  if (perSecond < 1) return `${Math.round(perSecond * 60)}/min`;
  return `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;
}

function lineOf(io: Io, label: string, { total, done, failed }: Count, state: string): string {
  const { green, yellow, dim } = styles(io.colorErr);
  const filled = Math.floor((CELLS * done) / Math.max(1, total));
  const room = io.columns - CELLS - displayWidth(state) - 3;
  const bar = (failed > 0 ? yellow : green)('█'.repeat(filled)) + dim('░'.repeat(CELLS - filled));
  if (room < 4) return cutToWidth(state, io.columns - 1);
  return `${cutToWidth(safeLine(label), room)} ${bar} ${state}`;
}

/** A bar for work that says each time something is done, and of how many. */
export async function withBar<T>(
  io: Io,
  label: string,
  work: (onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  let bar: Bar | undefined;
  try {
    return await work((_, total) => {
      bar ??= startBar(io, label, total);
      bar.step(true);
    });
  } finally {
    bar?.stop();
  }
}
