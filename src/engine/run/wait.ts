// --wait: follows work that the platform goes on with after its answer.

import { sleep as wait } from '../../client/retry.ts';
import type { Context } from '../../context.ts';
import { isAbsence, TimeoutError, unless } from '../../errors.ts';
import { startProgress } from '../../output/progress.ts';
import type { FlagsOf, Run } from '../model/command-type.ts';
import { flag, type Option } from '../model/option.ts';
import { parseDuration } from './time-flags.ts';

// Waiting between two looks at work of the platform.

/** Waits `ms` milliseconds; rejects with the signal's reason when that comes first. */
export async function sleep(
  ms: number,
  { pause = wait, signal }: Pick<Context, 'pause' | 'signal'>,
): Promise<void> {
  await pause(ms, signal);
  signal.throwIfAborted();
}

/** Lets signals and timers through in the middle of long work, and throws when one of them ended it. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise(setImmediate);
  signal.throwIfAborted();
}

export const WAIT_FLAGS = [
  flag('--wait', 'wait until it finishes; the exit code is its outcome', {
    reach: 'form',
    group: 'General:',
  }),
  flag('--wait-timeout <time>', 'how long to wait, such as 90s, 10m or 1h', {
    default: '10m',
    parse: (text) => {
      parseDuration(text, '--wait-timeout');
      return text;
    },
    group: 'General:',
  }),
] as const satisfies readonly Option[];

export type WaitFlags = FlagsOf<typeof WAIT_FLAGS>;

interface Work<T> {
  /** What is waited for: `the run of translation tr_1`. */
  what: string;
  /** The command that shows how it stands. */
  hint: string;
  read(): Promise<T>;
  hasEnded(state: T): boolean;
}

/** So many first looks may find nothing: a host may show what it has created only a moment later. */
const LOOKS_IN_VAIN = 4;

/** Reads until the work has ended; returns the last state read. Throws TimeoutError `WAIT_TIMEOUT`. */
export async function waitFor<T>(run: Run<WaitFlags>, { what, hint, read, hasEnded }: Work<T>): Promise<T> {
  const { io } = run.context;
  const deadline = Date.now() + parseDuration(String(run.flags.waitTimeout ?? '10m'), '--wait-timeout');
  const progress = startProgress(io, `waiting for ${what}`);
  try {
    for (let [delayMs, looks] = [250, 0]; ; delayMs = Math.min(delayMs * 1.5, 5000)) {
      const state = await unless((error) => looks < LOOKS_IN_VAIN && isAbsence(error), read);
      if (state !== undefined && hasEnded(state)) return state;
      looks += 1;
      if (Date.now() + delayMs > deadline) break;
      await sleep(delayMs, run.context);
    }
  } finally {
    progress.stop();
  }
  throw new TimeoutError(`${what} did not finish within ${run.flags.waitTimeout ?? '10m'}`, {
    code: 'WAIT_TIMEOUT',
    outcome: 'unknown',
    hint,
  });
}
