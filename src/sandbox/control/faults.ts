// Faults that tests want of a host: which requests meet one, and which. Seeded: the same run meets the same ones twice.
import { check } from '../../api/check.ts';
import { operations } from '../../api/index.ts';
import { builders } from '../../api/schema.ts';
import { UsageError } from '../../errors.ts';
import { spanMs } from './clock.ts';

const { Obj, Str, Optional, ArrayOf, Num, Integer: Int, Bool } = builders;

const closed = { additionalProperties: false };
const Rule = Obj(
  {
    operation: Optional(Str({ minLength: 1 })),
    share: Optional(Num({ minimum: 0, maximum: 1 })),
    times: Optional(Int({ minimum: 1 })),
    status: Optional(Int({ minimum: 400, maximum: 599 })),
    retryAfter: Optional(Int({ minimum: 0, maximum: 86_400 })),
    slow: Optional(Str()),
    cut: Optional(Bool()),
    wrongJson: Optional(Bool()),
    applied: Optional(Bool()),
  },
  closed,
);
const File = Obj({ seed: Optional(Int({ minimum: 0 })), faults: ArrayOf(Rule) }, closed);

/** As people write one. */
export interface FaultRule {
  /** ID of an operation, `spaces.*`, or `*`, which is the default. */
  operation?: string;
  /** Of the requests it is about; 1 is all of them. */
  share?: number;
  /** At most so many of them. */
  times?: number;
  /** Answers with this status. */
  status?: number;
  /** Seconds, as the header of that answer. */
  retryAfter?: number;
  /** Waits before anything else, such as `500ms` or `2s`. */
  slow?: string;
  /** Closes the connection without an answer. */
  cut?: boolean;
  /** Answers with JSON that ends in the middle. */
  wrongJson?: boolean;
  /** Does what was asked first, so that only the answer is lost. */
  applied?: boolean;
}

export interface FaultPlan {
  /** Another seed meets other requests. */
  seed?: number;
  faults: FaultRule[];
}

/** What one request meets. */
export interface Fault {
  slowMs: number;
  /** Instead of the answer; absent where it is only slow. */
  instead?:
    | { kind: 'status'; status: number; retryAfter?: number }
    | { kind: 'cut' }
    | { kind: 'wrong-json' };
  applied: boolean;
}

export interface Faults {
  /** What the next request of an operation meets; undefined for nothing. */
  next(operation: string): Fault | undefined;
  /** Those of the start, from their beginning. */
  reset(): void;
  /** Others, from their beginning. */
  replace(plan: FaultPlan): void;
}

/** Reads what a file says. Throws UsageError with the place of what is wrong. */
export function readFaults(value: unknown, name: string): FaultPlan {
  const [problem] = check(File, value);
  if (problem) throw new UsageError(`${name}: ${problem.path} ${problem.message}`.trim());
  // The schema says so.
  const plan = value as FaultPlan;
  for (const [at, rule] of plan.faults.entries()) {
    const why = problemOf(rule);
    if (why !== undefined) throw new UsageError(`${name}: faults.${at} ${why}`);
  }
  return plan;
}

function problemOf(rule: FaultRule): string | undefined {
  const { operation = '*', slow, status, cut, wrongJson, retryAfter } = rule;
  if (!operations.some(({ id }) => fits(operation, id)))
    return `operation "${operation}" is not known: docs commands --json lists them`;
  const effects = [status !== undefined, cut === true, wrongJson === true].filter(Boolean).length;
  if (effects > 1) return 'must have only one of status, cut and wrongJson';
  if (effects === 0 && slow === undefined) return 'must have one of status, slow, cut and wrongJson';
  if (retryAfter !== undefined && status === undefined) return 'must have a status with retryAfter';
  const ms = slow === undefined ? 0 : spanMs(slow);
  if (ms === undefined || ms < 0 || ms > MOST_MS)
    return `slow must be a time like 500ms or 2s, not "${slow}"`;
  return undefined;
}

const MOST_MS = 10 * 60_000;

const fits = (pattern: string, id: string) =>
  pattern === '*' || pattern === id || (pattern.endsWith('.*') && id.startsWith(pattern.slice(0, -1)));

export function makeFaults(given: FaultPlan): Faults {
  let plan = given;
  // Each rule draws for itself: what one is about does not change what another meets.
  const fresh = () =>
    plan.faults.map((rule, at) => ({ rule, draw: drawing((plan.seed ?? 1) * 1009 + at), met: 0 }));
  let states = fresh();
  return {
    next(operation) {
      const hits = states.filter((state) => {
        const { operation: pattern = '*', share = 1, times = Number.POSITIVE_INFINITY } = state.rule;
        if (!fits(pattern, operation) || state.met >= times || state.draw() >= share) return false;
        state.met += 1;
        return true;
      });
      if (hits.length === 0) return undefined;
      const rules = hits.map(({ rule }) => rule);
      const main = rules.find(({ status, cut, wrongJson }) => status !== undefined || cut || wrongJson);
      const slowMs = rules.reduce((sum, { slow }) => sum + (slow === undefined ? 0 : (spanMs(slow) ?? 0)), 0);
      return { slowMs, applied: main?.applied === true, ...(main && { instead: insteadOf(main) }) };
    },
    reset() {
      plan = given;
      states = fresh();
    },
    replace(other) {
      plan = other;
      states = fresh();
    },
  };
}

function insteadOf({ status, retryAfter, cut }: FaultRule): NonNullable<Fault['instead']> {
  if (status !== undefined)
    return { kind: 'status', status, ...(retryAfter !== undefined && { retryAfter }) };
  return { kind: cut ? 'cut' : 'wrong-json' };
}

/** Numbers from 0 to 1 that follow from the seed alone (mulberry32). */
function drawing(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Lets requests through, and keeps them waiting while somebody has the file of the sandbox for themselves.

export interface Gate {
  /** Does the work of one request; waits while the file is taken. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Does the work when all requests that had begun are done; later ones wait for it. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function makeGate(): Gate {
  let taken: Promise<unknown> | undefined;
  let inside = 0;
  let tellEmpty = () => {};
  return {
    async pass(work) {
      while (taken !== undefined) await taken;
      inside += 1;
      try {
        return await work();
      } finally {
        inside -= 1;
        if (inside === 0) tellEmpty();
      }
    },
    async alone(work) {
      while (taken !== undefined) await taken;
      const done = (async () => {
        if (inside > 0)
          await new Promise<void>((resolve) => {
            tellEmpty = resolve;
          });
        return work();
      })();
      taken = done.catch(() => {});
      try {
        return await done;
      } finally {
        taken = undefined;
      }
    },
  };
}

export const CONTROL_PATH = '/_sandbox/';
