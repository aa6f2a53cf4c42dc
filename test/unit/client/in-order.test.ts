import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder } from '../../../src/client/pool.ts';
import { giveUp } from '../../../src/client/retry.ts';
import { AuthError, ForbiddenError } from '../../../src/errors.ts';

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

describe('work in order', () => {
  it('yields every result at its place, never more at a time than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 3 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        async (turns, concurrency) => {
          let running = 0;
          let most = 0;
          const work = async (value: number, index: number) => {
            most = Math.max(most, ++running);
            for (let turn = 0; turn < value; turn += 1) await Promise.resolve();
            running -= 1;
            if (value === 3) throw new Error(`no ${index}`);
            return index;
          };
          const results = await collect(inOrder(turns, work, { concurrency }));
          expect(results.map((result) => (result.ok ? result.value : -1))).toEqual(
            turns.map((value, at) => (value === 3 ? -1 : at)),
          );
          expect(most).toBeLessThanOrEqual(concurrency);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('starts no more items once told to stop, and none after its reader has gone', async () => {
    const started: number[] = [];
    const items = Array.from({ length: 1000 }, (_, at) => at);
    const work = async (at: number) => {
      started.push(at);
      await wait(1);
      return at;
    };
    const results = await collect(inOrder(items, work, { concurrency: 4, stop: ({ item }) => item === 10 }));
    expect(results.length).toBe(started.length);
    expect(started.length).toBeLessThan(20);
    started.length = 0;
    for await (const { item } of inOrder(items, work, { concurrency: 4 })) if (item === 2) break;
    await wait(20);
    expect(started.length).toBeLessThan(20);
  });

  it('throws what the list of items throws', async () => {
    async function* items() {
      yield 1;
      throw new AuthError('gone');
    }
    await expect(collect(inOrder(items(), async (one) => one, { concurrency: 2 }))).rejects.toThrow(
      AuthError,
    );
  });

  it('gives up on a refused token at once, on missing rights when nothing but them comes', () => {
    const stop = giveUp();
    expect(stop({ ok: false, error: new ForbiddenError('no') })).toBe(false);
    expect(stop({ ok: false, error: new ForbiddenError('no') })).toBe(false);
    expect(stop({ ok: false, error: new ForbiddenError('no') })).toBe(true);
    const other = giveUp();
    expect(other({ ok: true })).toBe(false);
    for (let at = 0; at < 5; at += 1)
      expect(other({ ok: false, error: new ForbiddenError('no') })).toBe(false);
    expect(other({ ok: false, error: new AuthError('who') })).toBe(true);
  });
});
