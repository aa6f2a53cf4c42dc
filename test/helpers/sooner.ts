// Work that must not make a long wait: told from that wait, and not by how fast the machine is.
import { expect } from 'vitest';
import { leftToHarden } from './measured.ts';

/** A shorter wait cannot be told from a machine that does much else: order two events instead, or count. */
const LEAST_MS = 20_000;

/**
 * Runs the work, which must end in less than half of the wait that it would make by mistake: the limit of a request where
 * the one of the command was given, the minute that a program sleeps where a signal should end it. Returns its result.
 * A check only does the work: what it says tells which wait ended it.
 */
export async function soonerThan<T>(waitMs: number, work: () => Promise<T>): Promise<T> {
  if (waitMs < LEAST_MS) throw new RangeError(`${waitMs} ms cannot be told from a slow machine`);
  if (leftToHarden()) return work();
  const from = performance.now();
  const result = await work();
  const share = (performance.now() - from) / waitMs;
  expect(share, `share of the ${waitMs / 1000} s that it must not wait`).toBeLessThan(0.5);
  return result;
}
