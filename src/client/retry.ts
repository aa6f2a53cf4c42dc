// Who is asked again, how often and how fast. No `Idempotency-Key` exists: the operation decides.

import type { Retry } from '../api/operation.ts';
import {
  AuthError,
  asksForLongWait,
  CancelledError,
  ForbiddenError,
  LocalIoError,
  MOST_WAIT_SECONDS,
  RateLimitError,
  UsageError,
} from '../errors.ts';
import { onAbort } from '../files/of-node.ts';
import type { WireFault, WireResponse } from './transport/transport.ts';

/** One attempt: an answer of any status, or a fault. */
export type Attempt = { answer: WireResponse } | { fault: WireFault };

/**
 * What an attempt means for the next one. not-sent: nothing reached the handler; rate-limited: refused before it;
 * lost: the outcome is unknown; server: it failed inside; final: asking again brings nothing; done: an answer.
 */
export type Outage = 'not-sent' | 'rate-limited' | 'lost' | 'server' | 'final' | 'done';

const ALWAYS = Number.POSITIVE_INFINITY;
const RESENDS: Record<Exclude<Outage, 'final' | 'done'>, Record<Retry, number>> = {
  'not-sent': { safe: ALWAYS, idempotent: ALWAYS, absolute: ALWAYS, never: ALWAYS },
  'rate-limited': { safe: ALWAYS, idempotent: ALWAYS, absolute: ALWAYS, never: ALWAYS },
  // Absolute values overwrite what somebody else wrote meanwhile: not sent twice either.
  lost: { safe: ALWAYS, idempotent: ALWAYS, absolute: 0, never: 0 },
  server: { safe: 1, idempotent: 0, absolute: 0, never: 0 },
};
const RETRYABLE_FAULTS = ['unreachable', 'reset', 'timeout', 'proxy-lost'];
const LOST_STATUSES = [408, 502, 503, 504];

export function outageOf(attempt: Attempt): Outage {
  if ('fault' in attempt) {
    const { kind, sent } = attempt.fault;
    if (!RETRYABLE_FAULTS.includes(kind)) return 'final';
    return sent ? 'lost' : 'not-sent';
  }
  const { status } = attempt.answer;
  if (status === 429) return 'rate-limited';
  if (LOST_STATUSES.includes(status)) return 'lost';
  if (status === 500) return 'server';
  return status < 400 ? 'done' : 'final';
}

/** How many times an operation of this kind may be sent again after such an outage. */
export const resendsAfter = (outage: Outage, retry: Retry): number =>
  outage === 'final' || outage === 'done' ? 0 : RESENDS[outage][retry];

/** True when the request may have taken effect although no answer says so. */
export function isOutcomeUnknown(attempt: Attempt): boolean {
  if ('fault' in attempt) return attempt.fault.sent;
  return LOST_STATUSES.includes(attempt.answer.status);
}

const MOST_WAIT_MS = MOST_WAIT_SECONDS * 1000;
const LEAST_ASKED_WAIT_MS = 500;
const YEAR_MS = 365 * 24 * 3600_000;

/** Whether the server asks for a longer wait than any command takes: asking again earlier brings the same answer. */
export const asksTooLong = (attempt: Attempt, now: () => number): boolean =>
  'answer' in attempt && (retryAfter(attempt.answer, now) ?? 0) > MOST_WAIT_MS;

/**
 * Milliseconds to wait before attempt `tried + 1`: full jitter, no less than 0.5 s after a 429, or what the server
 * asks for (429 and 503 only) within 0.5 s to 60 s and up to a tenth more. `random` gives 0..1.
 */
export function waitBefore(
  tried: number,
  attempt: Attempt,
  { random, now }: { random: () => number; now: () => number },
): number {
  const asked = 'answer' in attempt ? retryAfter(attempt.answer, now) : undefined;
  if (asked === undefined) {
    const jittered = random() * Math.min(20_000, 500 * 2 ** (tried - 1));
    return Math.max(jittered, outageOf(attempt) === 'rate-limited' ? LEAST_ASKED_WAIT_MS : 0);
  }
  const jittered = Math.max(asked, LEAST_ASKED_WAIT_MS) * (1 + 0.1 * random());
  return Math.min(MOST_WAIT_MS, jittered);
}

/** Retry-After in milliseconds, 0 to a year; seconds or a date, the latter by the answer's own clock. */
export function retryAfter({ status, headers }: WireResponse, now: () => number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (status !== 429 && status !== 503) return undefined;
  if (text.length > 100) return undefined;
  const seconds = /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text) ? Number(text) : undefined;
  const ms = seconds === undefined ? Date.parse(text) - serverTime(headers, now) : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.min(YEAR_MS, Math.max(0, ms));
}

function serverTime(headers: Record<string, string>, now: () => number): number {
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(date) ? now() : date;
}

// When going on makes no sense: nobody is signed in any more, or nothing is allowed.

/** As many refusals on different items, and nothing done, are no accident of one item. */
const MOST_REFUSED = 3;

/** What is true of a disk and not of a file on it. */
const DISK_FAULTS = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'];

/** Nobody is signed in any more, somebody interrupted, the disk fails or the platform wants a long pause: nothing after it will go better. */
export const endsAll = (error: unknown): boolean =>
  error instanceof AuthError ||
  error instanceof CancelledError ||
  asksForLongWait(error) ||
  (error instanceof LocalIoError && DISK_FAULTS.includes(String(error.details?.errno)));

/** Says of each result whether to start no more: after a 401, an interruption, or three 403 and nothing else. */
export function giveUp(): (result: { ok: boolean; error?: unknown }) => boolean {
  let good = 0;
  let refused = 0;
  return ({ ok, error }) => {
    if (ok) good += 1;
    if (error instanceof ForbiddenError) refused += 1;
    if (endsAll(error)) return true;
    return good === 0 && refused >= MOST_REFUSED;
  };
}

// How fast and how much one command may ask: so many requests in a time (--rate), so many in all (--budget).

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
