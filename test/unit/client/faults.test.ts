import { describe, expect, it } from 'vitest';
import { toFault } from '../../../src/client/transport/exchange.ts';
import { WireFault } from '../../../src/client/transport/transport.ts';
import { queueOf } from '../../../src/client/transport/undici.ts';

describe('what Node and undici throw', () => {
  it('is told by its name where it has no code', () => {
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
