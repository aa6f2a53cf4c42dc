// The demo's past: everything in it happened some days before it was made.
import { accessOf } from '../access.ts';
import type { Call, Sandbox } from '../sandbox.ts';

export interface Story {
  /** Its clock stands where the story is. */
  sandbox: Sandbox;
  /** ISO time so many days before the demo was made. */
  daysAgo(days: number): string;
  /** Moves the clock. */
  setDaysAgo(days: number): void;
  /** A call of a user, at the time of the story. */
  as(userId: string): Call;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function beginStory(real: Sandbox): Story {
  const end = real.now();
  let present = end;
  const at = (days: number) => new Date(end.getTime() - days * DAY_MS);
  const sandbox: Sandbox = { ...real, now: () => present };
  return {
    sandbox,
    daysAgo: (days) => at(days).toISOString(),
    setDaysAgo(days) {
      present = at(days);
    },
    as: (userId) => ({ ...sandbox, caller: { kind: 'user', userId }, access: accessOf(sandbox.db, userId) }),
  };
}
