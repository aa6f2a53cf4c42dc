import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGate, mapPool } from '../../../src/client/pool.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the pool', () => {
  it('takes an item only when it can begin, so that an end in the meantime holds', async () => {
    let isOver = false;
    function* items() {
      for (const item of numbers(10)) {
        if (isOver) return;
        yield item;
      }
    }
    const begun: number[] = [];
    await mapPool(items(), 3, async (item) => {
      begun.push(item);
      await turn();
      isOver = true;
    });
    expect(begun).toEqual([0, 1, 2]);
  });

  it('gives every result in order, failures among them, and never runs more than it may', async () => {
    const failing = fc.array(fc.boolean(), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(failing, fc.integer({ min: 1, max: 16 }), async (fails, concurrency) => {
        let running = 0;
        const results = await mapPool(fails, concurrency, async (fail, index) => {
          running += 1;
          expect(running).toBeLessThanOrEqual(concurrency);
          await turn();
          running -= 1;
          if (fail) throw new Error(String(index));
          return index;
        });
        expect(results.map(({ ok }) => !ok)).toEqual(fails);
        results.forEach((result, index) => {
          if (result.ok) expect(result.value).toBe(index);
        });
      }),
      { numRuns: 50 },
    );
  });

  it('starts nothing more when told to stop, and waits for what runs', async () => {
    let started = 0;
    const results = await mapPool(
      numbers(100),
      4,
      async (n) => {
        started += 1;
        await turn();
        return n;
      },
      { stop: (result) => result.item === 10 },
    );
    expect(started).toBeLessThan(20);
    expect(results).toHaveLength(started);
  });

  it('takes items as they come', async () => {
    async function* source() {
      for (const n of numbers(5)) {
        await turn();
        yield n;
      }
    }
    expect(
      (await mapPool(source(), 2, async (n) => n * 2)).map((result) => result.ok && result.value),
    ).toEqual([0, 2, 4, 6, 8]);
  });

  it('halves once for the requests in flight together and grows back', async () => {
    let slowDown = () => {};
    let subscribed = true;
    let running = 0;
    const peaks: number[] = [];
    await mapPool(
      numbers(400),
      8,
      async (n) => {
        running += 1;
        peaks[n] = running;
        await turn();
        if (n >= 40 && n < 44) slowDown();
        running -= 1;
      },
      {
        onRateLimit: (listener) => {
          slowDown = listener;
          return () => {
            subscribed = false;
          };
        },
      },
    );
    expect(Math.max(...peaks.slice(8, 40))).toBe(8);
    expect(Math.max(...peaks.slice(56, 60))).toBeLessThanOrEqual(4);
    expect(Math.max(...peaks.slice(300))).toBe(8);
    expect(subscribed).toBe(false);
  });
});

describe('a pool that may widen', () => {
  const peaksOf = async (count: number, complaint: (n: number) => boolean) => {
    let slowDown = () => {};
    let running = 0;
    const peaks: number[] = [];
    const work = async (n: number) => {
      peaks[n] = ++running;
      await turn();
      if (complaint(n)) slowDown();
      running -= 1;
    };
    const onRateLimit = (listener: () => void) => {
      slowDown = listener;
      return () => {};
    };
    await mapPool(numbers(count), { start: 8, most: 16 }, work, { onRateLimit });
    return peaks;
  };

  it('does so one by one as long as all goes well, and no further than it may', async () => {
    const peaks = await peaksOf(400, () => false);
    expect(Math.max(...peaks.slice(0, 8))).toBe(8);
    expect(Math.max(...peaks.slice(0, 30))).toBeLessThan(12);
    expect(Math.max(...peaks)).toBe(16);
    expect(Math.max(...peaks.slice(200))).toBe(16);
  });

  it('never again does once the platform asked for fewer', async () => {
    const peaks = await peaksOf(900, (n) => n === 300);
    expect(Math.max(...peaks.slice(0, 300))).toBe(16);
    expect(Math.max(...peaks.slice(330, 345))).toBeLessThanOrEqual(9);
    expect(Math.max(...peaks.slice(400))).toBe(8);
  });
});

describe('a gate', () => {
  it('lets nobody in any more after what ends everything', async () => {
    const refused = new Error('refused');
    const gate = createGate(3, { endsAll: (error) => error === refused });
    let begun = 0;
    const work = (n: number) =>
      gate.run(async () => {
        begun += 1;
        await turn();
        if (n === 4) throw refused;
      });
    const results = await Promise.allSettled(numbers(40).map(work));
    expect(begun).toBeLessThanOrEqual(8);
    expect(results.filter(({ status }) => status === 'rejected').length).toBe(40 - begun + 1);
    await expect(work(0)).rejects.toBe(refused);
  });

  it('lets so many in at a time, in their order, wherever they come from', async () => {
    const gate = createGate(3);
    const order: number[] = [];
    let inside = 0;
    let most = 0;
    const work = (n: number) =>
      gate.run(async () => {
        order.push(n);
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        if (n === 4) throw new Error('no');
        return n;
      });
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => work(n)));
    expect(most).toBe(3);
    expect(order).toEqual(Array.from({ length: 12 }, (_, n) => n));
    expect(results.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
  });

  it('lets half as many in after a 429', async () => {
    let slowDown = () => {};
    const onRateLimit = (listener: () => void) => {
      slowDown = listener;
      return () => {};
    };
    const gate = createGate(8, { onRateLimit });
    let inside = 0;
    const seen: number[] = [];
    const work = async () => {
      inside += 1;
      seen.push(inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    const first = Array.from({ length: 8 }, () => gate.run(work));
    slowDown();
    await Promise.all(first);
    seen.length = 0;
    await Promise.all(Array.from({ length: 16 }, () => gate.run(work)));
    expect(Math.max(...seen)).toBe(4);
  });
});
