import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { openBody, startExchange } from '../../../../src/client/transport/exchange.ts';
import { WireFault, type WireRequest } from '../../../../src/client/transport/transport.ts';
import { lineCases } from '../../../helpers/text-cases.ts';

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

const bytes = (text: string) => Buffer.from(text);

/** What becomes of an exchange in which this happens, step by step; `5×(…)` happens five times. */
async function played(line: string): Promise<string> {
  const all = line.replace(/(\d+)×\((.*?)\)/g, (_, times, what) =>
    Array(Number(times)).fill(what).join('; '),
  );
  const [first = '', ...rest] = all.split('; ');
  const control = new AbortController();
  const [option = '', ms] = first.split(' ');
  const isOption = ['within', 'interrupted'].includes(option);
  if (option === 'interrupted') control.abort();
  vi.useFakeTimers();
  try {
    const limits = option === 'within' ? { ...LIMITS, totalMs: Number(ms) } : LIMITS;
    let drops = 0;
    const exchange = startExchange(request({ limits, signal: control.signal }), () => {
      drops += 1;
    });
    let end = 'pending';
    exchange.answer.then(
      (answer) => {
        expect(Object.getPrototypeOf(answer.headers)).toBeNull();
        end = JSON.stringify(answer);
      },
      ({ kind, message, sent }) => {
        end = `${kind}, ${sent ? 'sent' : 'not sent'}: ${message}`;
      },
    );
    const seen: string[] = [];
    /** Nothing is waited for where the exchange has ended already. */
    const taken = (wait: unknown) => void (end !== 'pending' && expect(wait).toBeUndefined());
    const steps: Record<string, (text: string) => unknown> = {
      wait: (text) => vi.advanceTimersByTimeAsync(Number(text)),
      connected: () => exchange.connected(),
      head: (text) => {
        const [, status, headers = '{}'] = /^(\d+) ?(.+)?$/.exec(text) ?? [];
        const read = JSON.parse(headers, (_, value) => value ?? undefined);
        return taken(exchange.head(Number(status), read));
      },
      data: (text) => taken(exchange.data(bytes(text.replace('«bom»', '\uFEFF')))),
      end: () => exchange.end(),
      break: () => exchange.fail(new Error('x')),
      fail: (text) => exchange.fail(new WireFault('reset', text.replace('reset ', ''), { sent: true })),
      interrupt: () => control.abort(),
      look: () => seen.push(end),
    };
    for (const step of isOption ? rest : [first, ...rest]) {
      const [, name = '', text = ''] = /^(\w+) ?(.*)$/.exec(step) ?? [];
      await steps[name]?.(text);
      await vi.advanceTimersByTimeAsync(0);
    }
    await vi.advanceTimersByTimeAsync(0);
    return [...seen, end, `${drops} dropped`, `${vi.getTimerCount()} clocks`].join('; ');
  } finally {
    vi.useRealTimers();
  }
}

lineCases(join(import.meta.dirname, 'exchanges'), { steps: played });

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
