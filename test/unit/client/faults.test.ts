import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../src/client/attempts.ts';
import { toFault } from '../../../src/client/transport/exchange.ts';
import { bodyText, WireFault, type WireRequest } from '../../../src/client/transport/transport.ts';
import { queueOf } from '../../../src/client/transport/undici.ts';

const failure = (code: string) => Object.assign(new Error('with https://me:secret@proxy'), { code });

describe('what Node and undici throw', () => {
  it('is no connection where nothing was sent, and is told by its name where it has no code', () => {
    expect(toFault(failure('ECONNREFUSED'), false)).toMatchObject({
      kind: 'unreachable',
      sent: false,
      message: 'no connection (ECONNREFUSED)',
    });
    const named = Object.assign(new Error('x'), { name: 'HTTPParserError' });
    expect(toFault(named, true)).toMatchObject({ kind: 'malformed' });
    for (const odd of [
      new Error('secret'),
      'secret',
      null,
      undefined,
      { code: 7 },
      { name: 'HTTPParserError' },
    ]) {
      expect(toFault(odd, true).message).toBe('the connection was closed early');
    }
  });

  it('stays what it is when it is a fault already', () => {
    const fault = new WireFault('sink', 'x', { sent: false });
    expect(toFault(fault, true)).toBe(fault);
  });
});

describe('the body of a request', () => {
  // Only these two fields are looked at.
  const text = (fields: Partial<WireRequest>) => bodyText(fields as WireRequest);

  it('is its own text, or its value as JSON, or none', () => {
    expect(text({ rawBody: '{"a":1.0}', body: { b: 2 } })).toBe('{"a":1.0}');
    expect(text({ rawBody: '' })).toBe('');
    expect(text({ body: { b: 2 } })).toBe('{"b":2}');
    expect(text({ body: null })).toBe('null');
    expect(text({})).toBeUndefined();
  });
});

describe('the budget of retries', () => {
  it('pays 5 for a retry and 10 after a timeout, out of 500, and nothing after a 429', () => {
    const cheap = createBudget(() => 0);
    for (let at = 0; at < 100; at += 1) expect(cheap.spend('lost', false), `retry ${at}`).toBe(true);
    expect(cheap.spend('lost', false)).toBe(false);
    expect(cheap.spend('rate-limited', true)).toBe(true);
    const dear = createBudget(() => 0);
    for (let at = 0; at < 50; at += 1) expect(dear.spend('not-sent', true)).toBe(true);
    expect(dear.spend('not-sent', true)).toBe(false);
  });

  it('gets one back for a success, and never more than it had', () => {
    const budget = createBudget(() => 0);
    budget.note('done');
    for (let at = 0; at < 100; at += 1) budget.spend('lost', false);
    for (const outage of ['final', 'rate-limited', 'lost', 'server'] as const) budget.note(outage);
    for (let at = 0; at < 4; at += 1) budget.note('done');
    expect(budget.spend('lost', false)).toBe(false);
    budget.note('done');
    expect([budget.spend('lost', false), budget.spend('lost', false)]).toEqual([true, false]);
  });

  it('holds everything back for 30 s after five failures in a row, and gives up after five more', () => {
    let time = 1000;
    const budget = createBudget(() => time);
    const fail = (times: number) => {
      for (let at = 0; at < times; at += 1) budget.note('not-sent');
    };
    fail(4);
    expect(budget.gate()).toEqual({ waitMs: 0, giveUp: false });
    budget.note('final');
    fail(4);
    expect(budget.gate()).toEqual({ waitMs: 0, giveUp: false });
    fail(1);
    expect(budget.gate()).toEqual({ waitMs: 30_000, giveUp: false });
    fail(20);
    expect(budget.gate(), 'what was in flight').toEqual({ waitMs: 30_000, giveUp: false });
    time += 29_999;
    expect(budget.gate().waitMs).toBe(1);
    time += 1;
    expect(budget.gate()).toEqual({ waitMs: 0, giveUp: false });
    fail(5);
    expect(budget.gate()).toEqual({ waitMs: 30_000, giveUp: true });
  });

  it('begins anew once something succeeds', () => {
    let time = 0;
    const budget = createBudget(() => time);
    for (let at = 0; at < 5; at += 1) budget.note('server');
    time = 30_000;
    budget.note('rate-limited');
    for (let at = 0; at < 5; at += 1) budget.note('server');
    expect(budget.gate()).toEqual({ waitMs: 30_000, giveUp: false });
  });
});

describe('pieces in order', () => {
  it('go at once while nothing is waited for, and wait for the piece before', async () => {
    const seen: string[] = [];
    let free = () => {};
    const inOrder = queueOf(() => seen.push('overflow'));
    inOrder(1, () => {
      seen.push('first');
    });
    inOrder(1, () => {
      seen.push('second');
      return new Promise<void>((resolve) => {
        free = resolve;
      });
    });
    inOrder(1, () => {
      seen.push('third');
    });
    expect(seen).toEqual(['first', 'second']);
    free();
    await new Promise(setImmediate);
    expect(seen).toEqual(['first', 'second', 'third']);
    inOrder(1, () => {
      seen.push('at once again');
    });
    expect(seen.at(-1)).toBe('at once again');
  });

  it('wait also for what came after the piece that is done', async () => {
    const seen: string[] = [];
    const free: (() => void)[] = [];
    const inOrder = queueOf(() => seen.push('overflow'));
    const held = (name: string) => () => {
      seen.push(name);
      return new Promise<void>((resolve) => free.push(resolve));
    };
    inOrder(1, held('first'));
    inOrder(1, held('second'));
    free.shift()?.();
    await new Promise(setImmediate);
    inOrder(1, () => {
      seen.push('third');
    });
    expect(seen).toEqual(['first', 'second']);
    free.shift()?.();
    await new Promise(setImmediate);
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  it('are too many above 64 MiB that wait, and not before', async () => {
    let overflows = 0;
    let free = () => {};
    const inOrder = queueOf(() => {
      overflows += 1;
    });
    const held = () =>
      new Promise<void>((resolve) => {
        free = resolve;
      });
    inOrder(64 * 2 ** 20, held);
    expect(overflows).toBe(0);
    free();
    await new Promise(setImmediate);
    inOrder(64 * 2 ** 20, held);
    expect(overflows, 'what is done waits no more').toBe(0);
    inOrder(1, () => {});
    expect(overflows).toBe(1);
    free();
  });
});
