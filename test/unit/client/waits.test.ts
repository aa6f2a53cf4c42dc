import { describe, expect, it } from 'vitest';
import { type Attempt, resendsAfter, retryAfter, waitBefore } from '../../../src/client/retry.ts';
import { type FaultKind, WireFault } from '../../../src/client/transport/transport.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const now = () => NOW;
const answer = (status: number, headers: Record<string, string> = {}): Attempt => ({
  answer: { status, headers, payload: { text: '' } },
});
const fault = (kind: FaultKind, sent: boolean): Attempt => ({ fault: new WireFault(kind, 'x', { sent }) });

describe('what an attempt means', () => {
  it('decides who is asked again, and how often', () => {
    const kinds = ['safe', 'idempotent', 'absolute', 'never'] as const;
    const times = (outage: Parameters<typeof resendsAfter>[0]) =>
      kinds.map((retry) => resendsAfter(outage, retry));
    const always = Array(4).fill(Number.POSITIVE_INFINITY);
    expect(times('not-sent')).toEqual(always);
    expect(times('rate-limited')).toEqual(always);
    expect(times('lost')).toEqual([...always.slice(0, 2), 0, 0]);
    expect(times('server')).toEqual([1, 0, 0, 0]);
    expect(times('final')).toEqual([0, 0, 0, 0]);
    expect(times('done')).toEqual([0, 0, 0, 0]);
  });
});

describe('Retry-After', () => {
  const asked = (text: string | undefined, status = 429, headers: Record<string, string> = {}) =>
    retryAfter(
      {
        status,
        headers: { ...(text !== undefined && { 'retry-after': text }), ...headers },
        payload: { text: '' },
      },
      now,
    );

  it('counts by the clock of the answer, and by our own where it has none', () => {
    const date = 'Sat, 21 Nov 2026 13:00:00 GMT';
    expect(asked('Sat, 21 Nov 2026 13:00:09 GMT', 429, { date })).toBe(9000);
    expect(asked('Sat, 21 Nov 2026 12:00:09 GMT', 429, { date: 'never' })).toBe(9000);
  });

  it('counts for 429 and 503 only', () => {
    expect([asked('7', 503), asked('7', 500), asked('7', 200), asked(undefined)]).toEqual([
      7000,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the wait before an attempt', () => {
  const wait = (tried: number, attempt: Attempt, random: number) =>
    waitBefore(tried, attempt, { random: () => random, now });

  it('grows by twos up to 20 s, with any part of it', () => {
    const reset = fault('reset', true);
    expect([1, 2, 3, 6, 7, 50].map((tried) => wait(tried, reset, 1))).toEqual([
      500, 1000, 2000, 16_000, 20_000, 20_000,
    ]);
    expect([wait(3, reset, 0), wait(3, reset, 0.25)]).toEqual([0, 500]);
    expect(wait(1, answer(503), 0)).toBe(0);
  });

  it('is half a second at least after a 429', () => {
    expect([wait(1, answer(429), 0), wait(3, answer(429), 1)]).toEqual([500, 2000]);
  });

  it('is what was asked for and up to a tenth more, within half a second and a minute', () => {
    const busy = (seconds: string) => answer(429, { 'retry-after': seconds });
    expect([wait(1, busy('10'), 0), wait(1, busy('10'), 1)]).toEqual([10_000, 11_000]);
    expect([wait(1, busy('0'), 0), wait(1, busy('0'), 1)]).toEqual([500, 550]);
    expect([wait(9, busy('60'), 0), wait(9, busy('60'), 1), wait(9, busy('1e9'), 1)]).toEqual([
      60_000, 60_000, 60_000,
    ]);
  });
});
