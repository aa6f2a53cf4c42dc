// Sends one request until it has an answer worth keeping: attempts, waits, deadline, breaker.
import type { Retry } from '../api/operation.ts';
import { CancelledError, DocsError, NetworkError, TimeoutError } from '../errors.ts';
import { onAbort, ticks as sinceStart } from '../files/of-node.ts';
import type { CallOptions, ClientOptions } from './client-options.ts';
import { type FailureContext, faultFailure, LOOK_FIRST, lostFailure, retryOf } from './failure-context.ts';
import {
  type Attempt,
  asksTooLong,
  createPace,
  isOutcomeUnknown,
  type Outage,
  outageOf,
  type Pace,
  sleep as realSleep,
  resendsAfter,
  waitBefore,
} from './retry.ts';
import { WireFault, type WireRequest, type WireResponse } from './transport/transport.ts';

// Keeps a process from hammering a platform that is down: a quota of retries and a breaker.

const QUOTA = 500;
const BREAK_AFTER = 5;
const BREAK_MS = 30_000;

/** How long to hold the next request back; `giveUp`: the break did not help. */
export interface Gate {
  waitMs: number;
  giveUp: boolean;
}

interface Budget {
  /** Takes the cost of one retry; false: the quota is spent. A 429 costs nothing: it was refused, not worked on. */
  spend(outage: Outage, timedOut: boolean): boolean;
  /** Notes how an attempt ended. */
  note(outage: Outage): void;
  gate(): Gate;
}

/** Shared by all calls of one client. `ticks` is a monotonic clock in milliseconds. */
export function createBudget(ticks: () => number): Budget {
  let quota = QUOTA;
  let failures = 0;
  let breaks = 0;
  let closedUntil = 0;
  return {
    spend(outage, timedOut) {
      if (outage === 'rate-limited') return true;
      const cost = timedOut ? 10 : 5;
      if (quota < cost) return false;
      quota -= cost;
      return true;
    },
    note(outage) {
      if (outage === 'done' || outage === 'final' || outage === 'rate-limited') {
        if (outage === 'done') quota = Math.min(QUOTA, quota + 1);
        failures = 0;
        breaks = 0;
        return;
      }
      // What was in flight when the breaker opened tells nothing new.
      if (ticks() < closedUntil) return;
      failures += 1;
      if (failures < BREAK_AFTER) return;
      failures = 0;
      breaks += 1;
      closedUntil = ticks() + BREAK_MS;
    },
    gate: () => ({ waitMs: Math.max(0, closedUntil - ticks()), giveUp: breaks >= 2 }),
  };
}

// Interrupts: they reach reads at once and writes later, and keep their exit code.

/** What a write in flight gets after an interrupt. */
const WRITE_GRACE_MS = 5000;

interface Interrupts {
  /** Aborted with the first signal. */
  now: AbortSignal;
  /** What the carrier hears: a write is given time to end. */
  wire: AbortSignal;
  reason: () => unknown;
  unlink: () => void;
}

function interruptsOf(given: readonly (AbortSignal | undefined)[], safe: boolean): Interrupts {
  const signals = given.filter((signal) => signal !== undefined);
  const first = linkSignals(signals, 0);
  const wire = safe ? first : linkSignals(signals, WRITE_GRACE_MS);
  return {
    now: first.signal,
    wire: wire.signal,
    reason: () => signals.find(({ aborted }) => aborted)?.reason,
    unlink() {
      first.unlink();
      wire.unlink();
    },
  };
}

/** Why the signal was sent, where docs itself sent it: that error keeps its exit code. */
function cancelled(reason: unknown, unknown: boolean): DocsError {
  if (reason instanceof DocsError && !unknown) return reason;
  const exit = reason instanceof DocsError ? { exit: reason.exit } : {};
  if (!unknown) return new CancelledError('interrupted', exit);
  return new CancelledError('interrupted; it is not known whether the last change took effect', {
    ...exit,
    outcome: 'unknown',
    hint: LOOK_FIRST,
  });
}

/** One signal from several, aborted `graceMs` after the first of them. `unlink` when the work is done. */
function linkSignals(signals: readonly AbortSignal[], graceMs: number) {
  const [only] = signals;
  if (only && signals.length === 1 && graceMs === 0) return { signal: only, unlink: () => {} };
  const control = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const abort = () => {
    if (graceMs === 0) control.abort();
    else timer ??= setTimeout(() => control.abort(), graceMs);
  };
  for (const signal of signals) if (signal.aborted) abort();
  const stops = signals.map((signal) => onAbort(signal, abort));
  return {
    signal: control.signal,
    unlink() {
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}

const ATTEMPTS = 4;

export interface Sent {
  answer: WireResponse;
  /** An earlier attempt may have taken effect already. */
  resent: boolean;
}

/** Any HTTP status is an answer; throws the DocsError of a fault. */
export type Send = (request: WireRequest, context: FailureContext, options?: CallOptions) => Promise<Sent>;

export interface SenderOptions
  extends Pick<
      ClientOptions,
      'transport' | 'trace' | 'timeoutMs' | 'signal' | 'onSend' | 'onWait' | 'rate' | 'budget'
    >,
    Pick<ClientOptions, 'now' | 'ticks' | 'sleep' | 'random'> {
  /** Adds the token; what is traced comes before. */
  authorize: (request: WireRequest) => WireRequest;
  /** Takes out of an answer what must be kept nowhere. */
  clean: (answer: WireResponse) => void;
  rateLimited: () => void;
}

/** One sender a client: it owns the retry budget and the deadline, which starts now. */
export function createSender(options: SenderOptions): Send {
  const surroundings = surroundingsOf(options);
  const { budget, left, pause, ticks, pace } = surroundings;

  return async (request, context, call = {}) => {
    const retry = retryOf(context);
    const stop = interruptsOf([options.signal, call.signal], retry === 'safe');
    const patience = patienceOf(call, retry);
    let resent = false;
    try {
      for (let tried = 1; ; tried++) {
        await passBreaker(surroundings, context, stop.now);
        await pace.turn((ms) => pause(Math.min(ms, left()), stop.now));
        refuseLate(stop, left(), context, resent, options.timeoutMs);
        const start = ticks();
        const attempt = await attemptOnce(options, request, left, stop.wire);
        const outage = outageOf(attempt);
        budget.note(outage);
        if (outage === 'rate-limited') options.rateLimited();
        const ms = waitAfter(surroundings, { ...patience, attempt, outage, tried });
        const again = ms !== undefined && !stop.now.aborted;
        trace(options, request, attempt, {
          attempt: tried,
          ms: ticks() - start,
          ...(again && { retryInMs: ms }),
        });
        if (!again) return settle(attempt, context, resent, stop);
        if (outage === 'rate-limited') pace.hold(ms);
        resent ||= isOutcomeUnknown(attempt);
        options.onWait?.({ ms, reason: reasonOf(attempt), attempt: tried });
        await pause(ms, stop.now);
      }
    } finally {
      stop.unlink();
    }
  };
}

/** How often it is sent, and after what. */
const patienceOf = ({ attempts = ATTEMPTS, once }: CallOptions, retry: Retry) => ({
  attempts,
  retry: once ? ('never' as const) : retry,
});

/** Milliseconds until the next attempt; undefined: this was the last. */
function waitAfter(
  { budget, left, random, now }: Surroundings,
  last: { attempt: Attempt; outage: Outage; tried: number; attempts: number; retry: Retry },
): number | undefined {
  const { attempt, outage, tried, attempts, retry } = last;
  if (tried >= attempts || tried > resendsAfter(outage, retry)) return undefined;
  if (asksTooLong(attempt, now)) return undefined;
  const ms = waitBefore(tried, attempt, { random, now });
  if (ms >= left()) return undefined;
  return budget.spend(outage, reasonOf(attempt) === 'timeout') ? ms : undefined;
}

interface Surroundings {
  budget: Budget;
  pace: Pace;
  ticks: () => number;
  now: () => number;
  random: () => number;
  pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds until the deadline. */
  left: () => number;
}

function surroundingsOf(options: SenderOptions): Surroundings {
  const { sleep, random, now, ticks: given, timeoutMs, rate, budget } = options;
  const ticks = given ?? sinceStart;
  const deadline = timeoutMs === undefined ? Number.POSITIVE_INFINITY : ticks() + timeoutMs;
  return {
    ticks,
    now: now ?? Date.now,
    random: random ?? Math.random,
    pause: sleep ?? realSleep,
    budget: createBudget(ticks),
    pace: createPace({ rate, budget }, ticks),
    left: () => deadline - ticks(),
  };
}

/** Five failures in a row: everything waits 30 s; five more: there is no point in going on. */
async function passBreaker(
  { budget, left, pause }: Surroundings,
  { host }: FailureContext,
  signal: AbortSignal,
): Promise<void> {
  const { waitMs, giveUp } = budget.gate();
  if (giveUp || (waitMs > 0 && waitMs >= left())) {
    throw new NetworkError(`${host} failed too often in a row; no more requests were sent`, {
      code: 'HOST_DOWN',
      hint: 'try again later; --debug shows each request',
      retryable: true,
    });
  }
  if (waitMs > 0) await pause(waitMs, signal);
}

/** Nothing is sent any more after an interrupt or the deadline. */
function refuseLate(
  stop: Interrupts,
  leftMs: number,
  context: FailureContext,
  resent: boolean,
  timeoutMs = 0,
): void {
  if (stop.now.aborted) throw cancelled(stop.reason(), resent && retryOf(context) !== 'safe');
  if (leftMs > 0) return;
  const late = new TimeoutError(`the time limit of ${timeoutMs / 1000} s ran out`, {
    retryable: true,
    hint: 'allow more time with --timeout <seconds>',
  });
  throw lostFailure(context, late, resent);
}

/** A timer may fire a little before the clock says so. */
const TICK_MS = 5;

async function attemptOnce(
  { transport, authorize, clean, onSend, timeoutMs = 0 }: SenderOptions,
  request: WireRequest,
  left: () => number,
  signal: AbortSignal,
): Promise<Attempt> {
  const leftMs = left();
  const totalMs = Math.min(request.limits.totalMs || leftMs, leftMs);
  const bounded = Number.isFinite(leftMs) ? { ...request.limits, totalMs } : request.limits;
  const sink = request.openWrite && { write: await request.openWrite() };
  const over = onSend?.(request);
  try {
    const answer = await transport(authorize({ ...request, ...sink, limits: bounded, signal }));
    clean(answer);
    return { answer };
  } catch (error) {
    if (!(error instanceof WireFault)) throw error;
    if (error.kind !== 'timeout' || left() > TICK_MS) return { fault: error };
    // The last request may have had only moments left: report the time limit of the whole command.
    const words = `the command took longer than ${timeoutMs / 1000} s`;
    return { fault: new WireFault('timeout', words, { sent: error.sent, cause: error }) };
  } finally {
    over?.();
  }
}

function settle(attempt: Attempt, context: FailureContext, resent: boolean, stop: Interrupts): Sent {
  if ('answer' in attempt) return { answer: attempt.answer, resent };
  const { kind, message, cause } = attempt.fault;
  const sent = attempt.fault.sent || resent;
  if (kind === 'aborted') throw cancelled(stop.reason(), sent && retryOf(context) !== 'safe');
  throw faultFailure(context, new WireFault(kind, message, { sent, cause }));
}

const reasonOf = (attempt: Attempt): string =>
  'answer' in attempt ? String(attempt.answer.status) : attempt.fault.kind;

function trace(
  options: SenderOptions,
  request: WireRequest,
  attempt: Attempt,
  facts: { attempt: number; ms: number; retryInMs?: number },
): void {
  const { method, origin, path, headers, body, rawBody } = request;
  const end =
    'answer' in attempt
      ? {
          status: attempt.answer.status,
          responseHeaders: attempt.answer.headers,
          responseBody:
            'text' in attempt.answer.payload ? attempt.answer.payload.text : attempt.answer.payload.value,
        }
      : { fault: attempt.fault.message };
  options.trace?.({
    ...facts,
    method,
    url: origin + path,
    ...(request.operation && { route: request.operation.path }),
    requestHeaders: headers,
    requestBody: rawBody ?? body,
    ...end,
  });
}
