// How fast and how much one command may ask: so many requests in a time (--rate), so many in all (--budget).
import { RateLimitError, UsageError } from '../errors.ts';
import { onAbort } from '../files/of-node.ts';

export interface Rate {
  requests: number;
  perMs: number;
}

export interface Pace {
  /** Resolves when the next request may go. Throws RateLimitError `BUDGET_SPENT`. */
  turn(pause: (ms: number) => Promise<void>): Promise<void>;
  /** Nothing goes for this long: the platform has asked for a pause. */
  hold(ms: number): void;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
/** A host may count in windows that begin when they like: a little slower than asked fits into each of them. */
const MARGIN = 1.02;

/** `100/m`, `5/s`, or `100` for a minute. Throws UsageError. */
export const rateOf = (text: string | undefined): Rate | undefined =>
  text === undefined ? undefined : rateOfFlag(text, '--rate', '100/m');

/** The same of another flag; `usual` is an example of it. */
export function rateOfFlag(text: string, flag: string, usual: string): Rate {
  const [, count = '', unit = 'm'] = /^(\d{1,6})(?:\/([smh]))?$/.exec(text) ?? [];
  const requests = Number(count);
  if (requests > 0) return { requests, perMs: UNITS[unit] ?? 0 };
  throw new UsageError(`${flag} must be a number of requests, such as 100/m or 5/s, not "${text}"`, {
    hint: `${flag} ${usual}`,
  });
}

/** Throws UsageError. */
export function budgetOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError(`--budget must be a number of requests above 0, not "${text}"`, {
    hint: '--budget 500',
  });
}

/** Shared by all requests of one client. `ticks` is a monotonic clock in milliseconds. */
export function createPace(
  { rate, budget }: { rate?: Rate | undefined; budget?: number | undefined },
  ticks: () => number,
): Pace {
  const gap = rate ? (rate.perMs / rate.requests) * MARGIN : 0;
  let free = Number.NEGATIVE_INFINITY;
  let heldUntil = Number.NEGATIVE_INFINITY;
  let sent = 0;
  return {
    async turn(pause) {
      if (budget !== undefined && sent >= budget) throw spent(budget);
      sent += 1;
      if (!rate) return;
      for (;;) {
        const at = Math.max(ticks(), free);
        free = at + gap;
        if (at > ticks()) await pause(at - ticks());
        // A pause that was asked for meanwhile holds for those who waited already, too: each takes a new turn after it.
        if (at >= heldUntil) return;
      }
    },
    hold(ms) {
      heldUntil = Math.max(heldUntil, ticks() + ms);
      free = Math.max(free, heldUntil);
    },
  };
}

const spent = (budget: number): RateLimitError =>
  new RateLimitError(`the budget of ${budget} request${budget === 1 ? '' : 's'} is spent`, {
    code: 'BUDGET_SPENT',
    outcome: 'not-sent',
    retryable: true,
    hint: 'run it again later, with --resume where many things are changed, or with a larger --budget',
  });

// Waiting that can be cut short.

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Waits `ms` milliseconds, or less when the signal comes first; never rejects for it. Throws RangeError above 2^31-1. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  // A timer turns such a delay into 1 ms: a hot loop.
  if (!(ms >= 0 && ms <= LONGEST_TIMER_MS)) throw new RangeError(`cannot wait ${ms} ms`);
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms);
    const deafen = signal && onAbort(signal, end);
    function end() {
      clearTimeout(timer);
      deafen?.();
      resolve();
    }
  });
}
