import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import type { TraceEvent } from '../../../src/client/trace.ts';
import { type Transport, WireFault, type WireResponse } from '../../../src/client/transport/transport.ts';
import { LocalIoError, TimeoutError } from '../../../src/errors.ts';
import {
  CANARY,
  createThing,
  failureFrom,
  getThing,
  harness,
  ok,
  putThing,
  scripted,
  text,
} from '../../helpers/client-harness.ts';

const lost = new WireFault('reset', 'the connection was closed early', { sent: true });
const interrupted = new WireFault('aborted', 'interrupted', { sent: true });
const good = { thingId: 'a' };
const replacement = { thingId: 'a', title: 'b' };

describe('what is traced of an attempt', () => {
  it('is what was asked, the answer, how long it took, and when it is made again', async () => {
    const events: TraceEvent[] = [];
    let clock = 0;
    const steps = scripted([text(503, 'busy', { 'x-a': '1' }), lost, ok({ id: 'a' })]);
    const slow = async (request: Parameters<typeof steps>[0]) => {
      clock += 40;
      return steps(request);
    };
    const options = { trace: (event: TraceEvent) => events.push(event), ticks: () => clock };
    await harness(slow, options).client.call(putThing, replacement);
    const request = {
      method: 'PUT',
      url: 'https://api.example.com/v1/things/a',
      route: putThing.path,
      requestBody: { title: 'b' },
      requestHeaders: expect.objectContaining({ 'User-Agent': 'docs/0.0.0' }),
    };
    expect(events).toEqual([
      {
        ...request,
        attempt: 1,
        ms: 40,
        retryInMs: 250,
        status: 503,
        responseHeaders: { 'x-a': '1' },
        responseBody: 'busy',
      },
      { ...request, attempt: 2, ms: 40, retryInMs: 500, fault: 'the connection was closed early' },
      { ...request, attempt: 3, ms: 40, status: 200, responseHeaders: {}, responseBody: '{"id":"a"}' },
    ]);
    expect(events.map((event) => 'retryInMs' in event)).toEqual([true, true, false]);
  });

  it('is the text of a raw call, and the value of an answer inside this process', async () => {
    const events: TraceEvent[] = [];
    const value: WireResponse = { status: 200, headers: {}, payload: { value: { id: 'a' } } };
    const { client } = harness(scripted([value]), { trace: (event) => events.push(event) });
    await client.raw({ method: 'POST', path: '/v1/things', body: '{ "title": "b" }' });
    expect(events).toMatchObject([{ requestBody: '{ "title": "b" }', responseBody: { id: 'a' } }]);
  });

  it('is nothing when the wait is given up', async () => {
    const events: TraceEvent[] = [];
    const control = new AbortController();
    const carrier = async () => {
      control.abort();
      return text(503, '');
    };
    const { client, waits } = harness(carrier, {
      trace: (event) => events.push(event),
      signal: control.signal,
    });
    expect((await failureFrom(client.call(getThing, good))).http?.status).toBe(503);
    expect(events.map((event) => 'retryInMs' in event)).toEqual([false]);
    expect(waits).toEqual([]);
  });
});

describe('a client', () => {
  const bare = {
    baseUrl: 'https://api.example.com',
    token: () => ({ reveal: () => CANARY }),
    userAgent: 'x',
  };

  it('has a clock of its own, and needs nobody who listens', async () => {
    const waits: number[] = [];
    const date = new Date(Date.now() + 20_000).toUTCString();
    const transport = scripted([text(429, '', { 'retry-after': date }), ok({ id: 'a' })]);
    const sleep = async (ms: number) => {
      waits.push(ms);
    };
    const client = createClient({ ...bare, transport, sleep, random: () => 0, timeoutMs: 60_000 });
    expect(await client.call(getThing, good)).toEqual({ id: 'a' });
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThan(10_000);
    expect(waits[0]).toBeLessThanOrEqual(20_000);
    for (const { limits } of transport.requests) {
      expect(limits.totalMs).toBeGreaterThan(30_000);
      expect(limits.totalMs).toBeLessThanOrEqual(60_000);
    }
  });

  it('tells who listens of each wait, and why', async () => {
    const told: unknown[] = [];
    const { client } = harness(scripted([text(503, ''), lost, ok({ id: 'a' })]), {
      onWait: (wait) => told.push(wait),
    });
    await client.call(getThing, good);
    expect(told).toEqual([
      { ms: 250, reason: '503', attempt: 1 },
      { ms: 500, reason: 'reset', attempt: 2 },
    ]);
  });

  it('sends once where it is told to, and tells who listens of the start and the end', async () => {
    for (const step of [lost, ok({ id: 'a' })]) {
      const told: string[] = [];
      const onSend = ({ path }: { path: string }) => {
        told.push(path);
        return () => told.push('over');
      };
      const { client } = harness(scripted([step]), { onSend });
      await client.call(getThing, good, { once: true }).catch(() => undefined);
      expect(told).toEqual(['/v1/things/a', 'over']);
    }
  });

  it('passes on what a carrier throws that is no fault of the wire', async () => {
    const broken = new TypeError('a defect');
    await expect(harness(scripted([broken])).client.call(getThing, good)).rejects.toBe(broken);
    const full = new LocalIoError('cannot write a.png: disk full');
    const fault = new WireFault('sink', 'x', { sent: true, cause: full });
    await expect(harness(scripted([fault])).client.call(getThing, good)).rejects.toBe(full);
  });

  it('sends the body of a raw call as it is, with its digits', async () => {
    const carrier = scripted([ok({})]);
    const body = '{"n":1e400}';
    await harness(carrier).client.raw({ method: 'POST', path: '/v1/x', body, query: { a: [1, 2] } });
    const headers = { 'Content-Type': 'application/json' };
    expect(carrier.requests[0]).toMatchObject({ rawBody: body, path: '/v1/x?a=1&a=2', headers });
  });
});

describe('a host that refuses or fails', () => {
  it('tells listeners of every 429', async () => {
    const { client } = harness(scripted([text(429, ''), text(429, ''), ok({ id: 'a' })]));
    let times = 0;
    client.onRateLimit(() => {
      times += 1;
    });
    await client.call(getThing, good);
    expect(times).toBe(2);
  });

  it('pays for a closed connection half of what a time limit costs', async () => {
    const failing = async (fault: Error) => {
      let sent = 0;
      const flaky = async () => {
        sent += 1;
        if (sent % 2 === 1) throw fault;
        return ok({ id: 'a' });
      };
      const { client } = harness(flaky);
      for (let calls = 0; calls < 1000; calls++) {
        if (await client.call(getThing, good).catch(() => undefined)) continue;
        return calls;
      }
      return 1000;
    };
    const slow = new WireFault('timeout', 'x', { sent: true });
    // 500 to spend: 10 or 5 a retry, and 1 earned by each answer.
    expect([await failing(slow), await failing(lost)]).toEqual([55, 124]);
  });
});

describe('the time limit of a command', () => {
  it('bounds an attempt no looser than its own limit', async () => {
    const own = scripted([ok({ id: 'a' })]);
    await harness(own).client.call(getThing, good);
    const bounded = scripted([ok({ id: 'a' })]);
    await harness(bounded, { timeoutMs: 80_000_000 }).client.call(getThing, good);
    expect(bounded.requests[0]?.limits).toEqual(own.requests[0]?.limits);
  });

  it('bounds a download, which has no limit of its own', async () => {
    const carrier = scripted([text(200, '')]);
    const { client } = harness(carrier, { timeoutMs: 7000 });
    await client.download('https://api.example.com/file', () => {});
    expect(carrier.requests[0]?.limits.totalMs).toBe(7000);
  });

  it.each([
    [4994, 'the connection was slow'],
    [4995, 'the command took longer than 5 s'],
    [5000, 'the command took longer than 5 s'],
  ])('is told where it ends an attempt after %i ms', async (ms, words) => {
    let clock = 0;
    const carrier = async () => {
      clock = ms;
      throw new WireFault('timeout', 'the connection was slow', { sent: true });
    };
    const { client } = harness(carrier, { timeoutMs: 5000, ticks: () => clock });
    const error = await failureFrom(client.call(getThing, good));
    expect(error).toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining(words) });
  });
});

describe('an interrupt', () => {
  /** Fails as soon as it hears of the interrupt. */
  const listening: Transport = ({ signal }) =>
    new Promise((_, reject) => {
      const end = () => reject(interrupted);
      if (signal?.aborted) end();
      else signal?.addEventListener('abort', end);
    });

  it.each(['before it was sent', 'while it is sent'])('gives a write five seconds: %s', async (when) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const [control, other] = [new AbortController(), new AbortController()];
    const carrier: Transport = (request) => {
      if (when === 'before it was sent') control.abort();
      return listening(request);
    };
    const { client } = harness(carrier, { signal: control.signal });
    let error: unknown;
    const call = client.call(createThing, { title: 'b' }, { signal: other.signal });
    const ended = failureFrom(call).then((failure) => {
      error = failure;
    });
    await vi.advanceTimersByTimeAsync(10_000);
    control.abort();
    other.abort();
    if (when === 'while it is sent') {
      await vi.advanceTimersByTimeAsync(4_999);
      expect(error).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
    }
    await ended;
    expect(error).toMatchObject({
      code: 'CANCELLED',
      exit: 130,
      outcome: 'unknown',
      message: 'interrupted; it is not known whether the last change took effect',
      hint: 'check whether it took effect before you run it again',
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is forgotten once a write has ended in time', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const control = new AbortController();
    const carrier: Transport = async ({ signal }) => {
      control.abort();
      expect(signal?.aborted).toBe(false);
      return ok({ id: 'a' });
    };
    const { client } = harness(carrier, { signal: control.signal });
    expect(await client.call(createThing, { title: 'b' })).toEqual({ id: 'a' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reaches a read by either signal, at once', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    for (const which of ['outer', 'inner'] as const) {
      const controls = { outer: new AbortController(), inner: new AbortController() };
      const { client } = harness(listening, { signal: controls.outer.signal });
      const ended = failureFrom(client.call(getThing, good, { signal: controls.inner.signal }));
      await vi.advanceTimersByTimeAsync(0);
      controls[which].abort();
      expect(vi.getTimerCount()).toBe(0);
      expect(await ended).toMatchObject({ code: 'CANCELLED', message: 'interrupted' });
    }
  });
});

describe('the reason of an interrupt', () => {
  it('is what sent it, and keeps its exit code where the outcome is unknown', async () => {
    const reason = new TimeoutError('it takes too long');
    const carrier = (control: AbortController, sent: boolean) => async () => {
      control.abort(reason);
      throw new WireFault('aborted', 'x', { sent });
    };
    const failed = (sent: boolean) => {
      const control = new AbortController();
      const { client } = harness(carrier(control, sent), { signal: control.signal });
      return failureFrom(client.call(createThing, { title: 'b' }));
    };
    expect(await failed(false)).toBe(reason);
    expect(await failed(true)).toMatchObject({ code: 'CANCELLED', exit: reason.exit, outcome: 'unknown' });
  });
});
