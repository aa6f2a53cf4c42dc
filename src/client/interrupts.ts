// Interrupts: they reach reads at once and writes later, and keep their exit code.
import { CancelledError, DocsError } from '../errors.ts';
import { createAborter, onAbort } from '../files/on-abort.ts';
import { LOOK_FIRST } from './failure-context.ts';

/** What a write in flight gets after an interrupt. */
const WRITE_GRACE_MS = 5000;

export interface Interrupts {
  /** Aborted with the first signal. */
  now: AbortSignal;
  /** What the carrier hears: a write is given time to end. */
  wire: AbortSignal;
  reason: () => unknown;
  unlink: () => void;
}

export function interruptsOf(given: readonly (AbortSignal | undefined)[], safe: boolean): Interrupts {
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

/** The reason of the signal when it is an error of ours; it keeps its exit code. */
export function cancelled(reason: unknown, unknown: boolean): DocsError {
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
  const control = createAborter();
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
