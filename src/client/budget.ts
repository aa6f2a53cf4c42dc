// Keeps a process from hammering a platform that is down: a quota of retries and a breaker.
import type { Outage } from './retry.ts';

const QUOTA = 500;
const BREAK_AFTER = 5;
const BREAK_MS = 30_000;

/** How long to hold the next request back; `giveUp`: the break did not help. */
export interface Gate {
  waitMs: number;
  giveUp: boolean;
}

export interface Budget {
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
