import { describe, expect, it } from 'vitest';
import { budgetOf, createPace, rateOf } from '../../../src/client/retry.ts';

/** A clock that moves only while somebody waits, and a queue of those who do. */
function clock() {
  let now = 0;
  const waiting: { at: number; wake: () => void }[] = [];
  const pause = (ms: number) => new Promise<void>((wake) => waiting.push({ at: now + ms, wake }));
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    ticks: () => now,
    pause,
    async run(until: number) {
      await settle();
      for (;;) {
        waiting.sort((a, b) => a.at - b.at);
        const next = waiting[0];
        if (!next || next.at > until) break;
        waiting.shift();
        now = Math.max(now, next.at);
        next.wake();
        await settle();
      }
      now = until;
    },
  };
}

describe('--rate', () => {
  it('keeps below the limit of a host in every window, however many ask at once', async () => {
    const { ticks, pause, run } = clock();
    const pace = createPace({ rate: rateOf('100/m') }, ticks);
    const sent: number[] = [];
    for (let at = 0; at < 400; at += 1) void pace.turn(pause).then(() => sent.push(ticks()));
    await run(300_000);
    expect(sent).toHaveLength(400);
    for (const start of sent)
      expect(sent.filter((at) => at >= start && at < start + 60_000).length).toBeLessThanOrEqual(100);
  });

  it('meets a host of 100 a minute that others use too without two refusals in a row', async () => {
    const { ticks, pause, run } = clock();
    const pace = createPace({ rate: rateOf('100/m') }, ticks);
    const answers: number[] = [];
    /** The host counts in windows of a minute, and others have used 60 of the first. */
    const used = new Map([[0, 60]]);
    const host = () => {
      const window = Math.floor(ticks() / 60_000);
      const count = (used.get(window) ?? 0) + 1;
      used.set(window, count);
      return count > 100 ? 60_000 - (ticks() % 60_000) : 0;
    };
    const request = async () => {
      for (;;) {
        await pace.turn(pause);
        const wait = host();
        answers.push(wait > 0 ? 429 : 200);
        if (wait === 0) return;
        pace.hold(wait);
      }
    };
    for (let at = 0; at < 300; at += 1) void request();
    await run(600_000);
    expect(answers.filter((status) => status === 200)).toHaveLength(300);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(answers.some((status, at) => status === 429 && answers[at + 1] === 429)).toBe(false);
  });

  it.each(['0', '-1', 'x', '100/d', '1e3', '', '1/m/s'])('refuses %o', (text) => {
    expect(() => rateOf(text)).toThrow(/--rate must be/);
  });
});

describe('--budget', () => {
  it('ends with an error that sends nothing', async () => {
    const { ticks, pause } = clock();
    const pace = createPace({ budget: 3 }, ticks);
    for (let at = 0; at < 3; at += 1) await pace.turn(pause);
    await expect(pace.turn(pause)).rejects.toMatchObject({
      code: 'BUDGET_SPENT',
      exit: 8,
      outcome: 'not-sent',
    });
  });

  it.each(['0', '-1', 'x', '1.5', ''])('refuses %o', (text) => {
    expect(() => budgetOf(text)).toThrow(/--budget must be/);
  });
});
