import { describe, expect, it } from 'vitest';
import { openThread, ThreadLate } from '../../../src/files/in-thread.ts';

/** A job counts what its thread was asked. */
const open = () =>
  openThread<unknown, string, number>({
    library: { name: 'yaml', file: 'yaml.cjs' },
    work: (_, input) => {
      if (input === 'fail') throw new Error('as asked');
      while (input === 'forever');
      const here = globalThis as { asked?: number };
      here.asked = (here.asked ?? 0) + 1;
      return here.asked;
    },
  });

describe('a thread that rests', () => {
  it('is taken by the same work, once', async () => {
    const first = await open();
    expect(await first.ask('')).toBe(1);
    first.rest();
    first.rest();
    const [second, third] = [await open(), await open()];
    expect(await second.ask('')).toBe(2);
    expect(await third.ask('')).toBe(1);
    await Promise.all([second.close(), third.close()]);
  });

  it('ends where anything went wrong in it, or is unanswered', async () => {
    const failed = await open();
    await expect(failed.ask('fail')).rejects.toThrow('as asked');
    failed.rest();
    const late = await open();
    await expect(late.ask('forever', { timeoutMs: 50 })).rejects.toThrow(ThreadLate);
    late.rest();
    const fresh = await open();
    expect(await fresh.ask('')).toBe(1);
    await fresh.close();
  });
});
