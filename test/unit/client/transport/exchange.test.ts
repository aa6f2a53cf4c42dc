import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBody, startExchange } from '../../../../src/client/transport/exchange.ts';
import { WireFault, type WireRequest } from '../../../../src/client/transport/transport.ts';

const LIMITS = {
  connectMs: 10_000,
  headersMs: 20_000,
  idleMs: 5_000,
  totalMs: 60_000,
  maxBytes: 10,
  maxErrorBytes: 5,
  maxRequestBytes: 100,
};

// Only what an exchange looks at.
const request = (fields: Partial<WireRequest> = {}) => ({ limits: LIMITS, ...fields }) as WireRequest;

function started(fields: Partial<WireRequest> = {}) {
  const dropped: Error[] = [];
  const exchange = startExchange(request(fields), (reason) => dropped.push(reason));
  let outcome: unknown;
  exchange.answer.then(
    (answer) => {
      outcome = answer;
    },
    (error) => {
      outcome = error;
    },
  );
  return { exchange, dropped, outcome: () => outcome };
}

const bytes = (text: string) => Buffer.from(text);

describe('the clocks of an exchange', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('bound the connection, and say that nothing was sent', async () => {
    const { dropped, outcome } = started();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(outcome()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome()).toMatchObject({
      kind: 'timeout',
      message: 'connecting took longer than 10 s',
      sent: false,
    });
    expect(dropped).toHaveLength(1);
  });

  it('bound the wait for headers from the connection on', async () => {
    const { exchange, outcome } = started();
    await vi.advanceTimersByTimeAsync(9_000);
    exchange.connected();
    await vi.advanceTimersByTimeAsync(19_999);
    expect(outcome()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome()).toMatchObject({ message: 'waiting for headers took longer than 20 s', sent: true });
  });

  it('bound the pause between two pieces of the body', async () => {
    const { exchange, outcome } = started();
    exchange.connected();
    void exchange.head(200, {});
    for (let piece = 0; piece < 5; piece += 1) {
      await vi.advanceTimersByTimeAsync(4_999);
      void exchange.data(bytes('x'));
    }
    expect(outcome()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outcome()).toMatchObject({ message: 'waiting for the body took longer than 5 s' });
  });

  it('bound the whole, unless that is unbounded', async () => {
    const total = started({ limits: { ...LIMITS, totalMs: 1_550 } });
    await vi.advanceTimersByTimeAsync(1_550);
    expect(total.outcome()).toMatchObject({ message: 'the request took longer than 1.6 s' });
    const endless = started({ limits: { ...LIMITS, totalMs: 0 } });
    endless.exchange.connected();
    void endless.exchange.head(200, {});
    for (let at = 0; at < 100; at += 1) {
      await vi.advanceTimersByTimeAsync(4_000);
      void endless.exchange.data(bytes(''));
    }
    expect(endless.outcome()).toBeUndefined();
    endless.exchange.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(endless.outcome()).toMatchObject({ status: 200 });
  });

  it('are stopped at the end', async () => {
    const { exchange } = started();
    exchange.connected();
    void exchange.head(204, {});
    await exchange.answer;
    expect(vi.getTimerCount()).toBe(0);
    const failed = started();
    failed.exchange.fail(new Error('x'));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the end of an exchange', () => {
  it('gives status, headers and text', async () => {
    const { exchange, dropped } = started();
    exchange.connected();
    void exchange.head(200, { 'x-a': ['1', '2'], 'x-b': '3', 'x-c': undefined, __proto__x: 'y' });
    void exchange.data(bytes('\uFEFFa'));
    void exchange.data(bytes('b'));
    exchange.end();
    const answer = await exchange.answer;
    expect(answer).toMatchObject({ status: 200, payload: { text: 'ab' } });
    expect({ ...answer.headers }).toEqual({ 'x-a': '1, 2', 'x-b': '3', __proto__x: 'y' });
    expect(Object.getPrototypeOf(answer.headers)).toBeNull();
    expect(dropped).toEqual([]);
  });

  it.each([204, 205, 304])('comes with the head of a %i', async (status) => {
    const { exchange, dropped } = started();
    exchange.connected();
    void exchange.head(status, { 'content-length': '0' });
    expect(await exchange.answer).toMatchObject({ status, payload: { text: '' } });
    expect(dropped).toEqual([]);
  });

  it('cuts the connection of a 205 that says no length', async () => {
    for (const [headers, drops] of [
      [{}, 1],
      [{ 'content-length': '0' }, 0],
      [{ 'transfer-encoding': 'chunked' }, 0],
    ] as const) {
      const { exchange, dropped } = started();
      exchange.connected();
      void exchange.head(205, headers);
      await exchange.answer;
      expect(dropped).toHaveLength(drops);
    }
  });

  it('gives an empty text where no head came', async () => {
    const { exchange } = started();
    exchange.connected();
    exchange.end();
    expect(await exchange.answer).toMatchObject({ status: 0, payload: { text: '' } });
  });

  it('is one: what comes after it changes nothing', async () => {
    const { exchange, dropped, outcome } = started();
    exchange.connected();
    exchange.fail(new WireFault('reset', 'first', { sent: true }));
    await expect(exchange.answer).rejects.toThrow('first');
    exchange.fail(new WireFault('reset', 'second', { sent: true }));
    exchange.connected();
    expect(exchange.head(200, {})).toBeUndefined();
    expect(exchange.data(bytes('x'))).toBeUndefined();
    exchange.end();
    expect(outcome()).toMatchObject({ message: 'first' });
    expect(dropped).toHaveLength(1);
  });

  it('is the status of a refusal, also when its body is cut short, and a fault when it was good', async () => {
    const refused = started();
    refused.exchange.connected();
    void refused.exchange.head(404, {});
    void refused.exchange.data(bytes('no'));
    refused.exchange.fail(new WireFault('reset', 'x', { sent: true }));
    expect(await refused.exchange.answer).toMatchObject({ status: 404, payload: { text: 'no' } });
    expect(refused.dropped).toHaveLength(1);
    const good = started();
    good.exchange.connected();
    void good.exchange.head(299, {});
    good.exchange.fail(new WireFault('reset', 'x', { sent: true }));
    await expect(good.exchange.answer).rejects.toMatchObject({ kind: 'reset' });
    const moved = started();
    moved.exchange.connected();
    void moved.exchange.head(300, {});
    moved.exchange.fail(new WireFault('reset', 'x', { sent: true }));
    expect(await moved.exchange.answer).toMatchObject({ status: 300 });
  });

  it('is what a long refusal said until the cap', async () => {
    const { exchange } = started();
    exchange.connected();
    void exchange.head(500, {});
    void exchange.data(bytes('12345'));
    void exchange.data(bytes('6'));
    expect(await exchange.answer).toMatchObject({ status: 500, payload: { text: '12345' } });
  });

  it('is an interruption, before and after something was sent, whatever the status', async () => {
    const early = new AbortController();
    early.abort();
    const before = started({ signal: early.signal });
    await expect(before.exchange.answer).rejects.toMatchObject({
      kind: 'aborted',
      message: 'interrupted',
      sent: false,
    });
    const late = new AbortController();
    const after = started({ signal: late.signal });
    after.exchange.connected();
    void after.exchange.head(500, {});
    late.abort();
    await expect(after.exchange.answer).rejects.toMatchObject({ kind: 'aborted', sent: true });
    expect(after.dropped).toHaveLength(1);
  });

  it('is a fault where the head cannot be read', async () => {
    const { exchange } = started();
    exchange.connected();
    void exchange.head(200, { 'content-encoding': 'gzip, br' });
    await expect(exchange.answer).rejects.toMatchObject({
      kind: 'encoding',
      message: 'the response is compressed 2 times',
      sent: true,
    });
  });
});

describe('a body', () => {
  const open = (status: number, encoding: string, fields: Partial<WireRequest> = {}) =>
    openBody(request(fields), status, encoding === '' ? {} : { 'content-encoding': encoding });
  const read = async (encoding: string, packed: Uint8Array, fields: Partial<WireRequest> = {}) => {
    const body = await open(200, encoding, fields);
    for (const byte of packed) await body.write(Uint8Array.of(byte));
    return body.end();
  };

  it.each([
    ['', (text: string) => bytes(text)],
    ['identity', (text: string) => bytes(text)],
    [' , identity', (text: string) => bytes(text)],
    ['gzip', (text: string) => gzipSync(text)],
    ['GZIP ', (text: string) => gzipSync(text)],
    ['x-gzip', (text: string) => gzipSync(text)],
    ['br, identity', (text: string) => brotliCompressSync(text)],
    ['deflate', (text: string) => deflateSync(text)],
  ])('in %j is read', async (encoding, pack) => {
    expect(await read(encoding, pack('hé€llo'))).toBe('hé€llo');
  });

  it('is refused in a way that nobody knows', async () => {
    await expect(read('zstd', bytes('x'))).rejects.toMatchObject({
      kind: 'encoding',
      message: 'the response is compressed in an unknown way: zstd',
      sent: true,
    });
    await expect(read('y'.repeat(100), bytes('x'))).rejects.toThrow(/: y{40}$/);
  });

  it('may hold as many bytes as its cap, once it is decoded, and not one more', async () => {
    expect(await read('', bytes('1234567890'))).toBe('1234567890');
    await expect(read('', bytes('12345678901'))).rejects.toMatchObject({
      kind: 'too-large',
      message: 'the response is longer than 10 bytes',
      sent: true,
    });
    expect(await read('gzip', gzipSync('1234567890'))).toBe('1234567890');
    await expect(read('gzip', gzipSync('12345678901'))).rejects.toMatchObject({ kind: 'too-large' });
  });

  it('of a refusal has a cap of its own', async () => {
    for (const status of [199, 300, 500]) {
      const body = await open(status, '');
      void body.write(bytes('12345'));
      expect(body.soFar()).toBe('12345');
      expect(() => body.write(bytes('6'))).toThrow('longer than 5 bytes');
    }
    const good = await open(299, '');
    void good.write(bytes('123456'));
    expect(await good.end()).toBe('123456');
  });

  it('goes to whoever takes it piece by piece, under the same cap, when it is no refusal', async () => {
    const taken: string[] = [];
    const write = (chunk: Uint8Array) => {
      taken.push(Buffer.from(chunk).toString());
    };
    const body = await open(200, '', { write });
    void body.write(bytes('12345'));
    void body.write(bytes('67890'));
    expect(body.soFar()).toBe('');
    expect(await body.end()).toBe('');
    expect(taken).toEqual(['12345', '67890']);
    expect(() => body.write(bytes('1'))).toThrow('longer than 10 bytes');
    const refused = await open(404, '', { write });
    void refused.write(bytes('no'));
    expect(await refused.end()).toBe('no');
    expect(taken).toHaveLength(2);
  });

  it('waits for whoever takes it, and passes on why it cannot be taken', async () => {
    let free = () => {};
    const body = await open(200, '', {
      write: () =>
        new Promise<void>((resolve) => {
          free = resolve;
        }),
    });
    const written = body.write(bytes('x'));
    expect(written).toBeInstanceOf(Promise);
    let ended = false;
    const end = Promise.resolve(body.end()).then(() => {
      ended = true;
    });
    await new Promise(setImmediate);
    expect(ended).toBe(false);
    free();
    await end;
    const cause = new Error('disk');
    const told = { kind: 'sink', message: 'cannot be written', sent: true, cause };
    const late = await open(200, '', { write: () => Promise.reject(cause) });
    await expect(late.write(bytes('x'))).rejects.toMatchObject(told);
    const atOnce = await open(200, '', {
      write: () => {
        throw cause;
      },
    });
    expect(() => atOnce.write(bytes('x'))).toThrow(expect.objectContaining(told));
    const slow = new WireFault('timeout', 'the download is too slow', { sent: true });
    const own = await open(200, '', { write: () => Promise.reject(slow) });
    await expect(own.write(bytes('x'))).rejects.toBe(slow);
  });
});
