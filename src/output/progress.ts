// A spinner with a count while somebody waits at a terminal; a plain line now and then anywhere else.
import type { Ora } from 'ora';
import { canMove, type Io } from './io.ts';
import { note } from './note.ts';
import { safeLine } from './safe-text.ts';

export interface Progress {
  update(text: string): void;
  stop(): void;
}

// What is done sooner needs no spinner, and loading one would make it later.
const DELAY_MS = 200;
const SAY_EVERY_MS = 10_000;

/** Shows `text` on standard error after a moment, unless something else does so; call `stop` in a `finally`. */
export function startProgress(io: Io, text: string): Progress {
  const isTaken = io.line.isHeld();
  const release = io.line.hold();
  if (isTaken) return { update() {}, stop: release };
  if (!canMove(io)) return plainProgress(io, text, release);
  let latest = safeLine(text);
  let spinner: Ora | undefined;
  let isStopped = false;
  const show = async () => {
    const { default: ora } = await import('ora');
    if (isStopped) return;
    // discardStdin would take the keyboard away from a question asked meanwhile.
    spinner = ora({ text: latest, stream: io.stderr, isEnabled: true, discardStdin: false }).start();
  };
  const timer = setTimeout(() => void show().catch(() => {}), DELAY_MS);
  timer.unref();

  return {
    update(next) {
      latest = safeLine(next);
      if (spinner) spinner.text = latest;
    },
    stop() {
      isStopped = true;
      release();
      clearTimeout(timer);
      spinner?.stop();
    },
  };
}

/** Shows `text` while the work lasts. */
export async function showing<T>(io: Io, text: string, work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = startProgress(io, text);
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}

/** Says that it still goes on, for whoever reads the log of a job that takes minutes. */
function plainProgress(io: Io, text: string, release: () => void): Progress {
  let latest = '';
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += SAY_EVERY_MS / 1000;
    note(io, `${text}: ${latest === '' ? '' : `${latest}, `}${seconds} s so far`);
  }, SAY_EVERY_MS);
  timer.unref();
  return {
    update(next) {
      latest = next;
    },
    stop() {
      release();
      clearInterval(timer);
    },
  };
}
