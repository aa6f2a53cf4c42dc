import { describe, expect, it } from 'vitest';
import { WireFault } from '../../../src/client/transport/transport.ts';
import {
  createThing,
  deleteThing,
  failureFrom,
  getThing,
  harness,
  listThings,
  ok,
  putThing,
  scripted,
  text,
  updateThing,
} from '../../helpers/client-harness.ts';
import { reached } from '../../helpers/runs.ts';

const lost = new WireFault('reset', 'the connection was closed early', { sent: true });
const refused = new WireFault('unreachable', 'no connection (ECONNREFUSED)', { sent: false });
const slow = new WireFault('timeout', 'waiting for headers took longer than 30 s', { sent: true });
const thing = ok({ id: 'a' });
const good = { thingId: 'a' };
const body = { thingId: 'a', title: 'b' };

const CALLS = {
  safe: { operation: getThing, input: good },
  idempotent: { operation: putThing, input: body },
  absolute: { operation: updateThing, input: body },
  never: { operation: createThing, input: { title: 'b' } },
} as const;

describe('which failures are sent again', () => {
  it.each<[string, WireFault | number, Record<keyof typeof CALLS, number>]>([
    ['not sent', refused, { safe: 4, idempotent: 4, absolute: 4, never: 4 }],
    ['429', 429, { safe: 4, idempotent: 4, absolute: 4, never: 4 }],
    ['a lost answer', lost, { safe: 4, idempotent: 4, absolute: 1, never: 1 }],
    ['a time limit', slow, { safe: 4, idempotent: 4, absolute: 1, never: 1 }],
    ['408', 408, { safe: 4, idempotent: 4, absolute: 1, never: 1 }],
    ['502', 502, { safe: 4, idempotent: 4, absolute: 1, never: 1 }],
    ['503', 503, { safe: 4, idempotent: 4, absolute: 1, never: 1 }],
    ['504', 504, { safe: 4, idempotent: 4, absolute: 1, never: 1 }],
    ['500', 500, { safe: 2, idempotent: 1, absolute: 1, never: 1 }],
    ['501', 501, { safe: 1, idempotent: 1, absolute: 1, never: 1 }],
    ['404', 404, { safe: 1, idempotent: 1, absolute: 1, never: 1 }],
    ['a redirect', 302, { safe: 1, idempotent: 1, absolute: 1, never: 1 }],
    [
      'a bad certificate',
      new WireFault('certificate', 'x', { sent: false }),
      { safe: 1, idempotent: 1, absolute: 1, never: 1 },
    ],
    [
      'broken HTTP',
      new WireFault('malformed', 'x', { sent: true }),
      { safe: 1, idempotent: 1, absolute: 1, never: 1 },
    ],
  ])('%s', async (_name, failure, expected) => {
    for (const kind of ['safe', 'idempotent', 'absolute', 'never'] as const) {
      const carrier = scripted([typeof failure === 'number' ? text(failure, '') : failure]);
      const { operation, input } = CALLS[kind];
      const error = await failureFrom(harness(carrier).client.call(operation, input));
      expect(carrier.requests, kind).toHaveLength(expected[kind]);
      expect(error.message).not.toMatch(/\n/);
    }
  });

  it('succeeds with the second answer', async () => {
    const carrier = scripted([text(503, ''), thing]);
    await expect(harness(carrier).client.call(getThing, good)).resolves.toEqual({ id: 'a' });
  });

  it('makes as many attempts as the caller allows', async () => {
    const carrier = scripted([lost]);
    await failureFrom(harness(carrier).client.call(getThing, good, { attempts: 6 }));
    expect(carrier.requests).toHaveLength(6);
  });
});

describe('a write whose answer was lost', () => {
  it.each([
    ['a create', createThing, { title: 'b' }, lost],
    ['a create that ran into 502', createThing, { title: 'b' }, text(502, 'bad gateway')],
    ['a change', updateThing, body, slow],
    ['a replacement after all attempts', putThing, body, lost],
    ['a replacement that could not be sent again', putThing, body, [lost, refused]],
    ['a replacement that is held back after it was lost', putThing, body, [lost, text(429, '')]],
  ])('%s is reported as unknown', async (_name, operation, input, steps) => {
    const carrier = scripted([steps].flat());
    const { client } = harness(carrier);
    const error = await failureFrom(client.call(operation, input));
    expect(error).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      outcome: 'unknown',
      exit: 1,
      hint:
        operation === putThing
          ? 'run it again: repeating it is safe'
          : 'check whether it took effect before you run it again',
    });
  });

  it('is not unknown when nothing was sent', async () => {
    const error = await failureFrom(harness(scripted([refused])).client.call(createThing, { title: 'b' }));
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'not-sent', retryable: true });
  });

  it('is said to be unknown for a 500 and for an answer that cannot be read', async () => {
    for (const answer of [text(500, ''), text(200, '<html>login</html>'), text(200, '')]) {
      const error = await failureFrom(harness(scripted([answer])).client.call(createThing, { title: 'b' }));
      expect(error).toMatchObject({ outcome: 'unknown', exit: 1 });
    }
  });
});

describe('deletes', () => {
  it.each([204, 205])('tell %i', async (status) => {
    const { client } = harness(scripted([text(status, '')]));
    expect(await client.callWithStatus(deleteThing, good)).toMatchObject({ status, result: undefined });
  });

  it.each([404, 204])('count %i after a lost answer as deleted', async (status) => {
    const { client } = harness(scripted([lost, text(status, '')]));
    expect((await client.callWithStatus(deleteThing, good)).status).toBe(205);
  });

  it('fail with 404 at the first attempt', async () => {
    const { client } = harness(scripted([text(404, '')]));
    expect(await failureFrom(client.call(deleteThing, good))).toMatchObject({ code: 'NOT_FOUND', exit: 5 });
  });

  it('fail with 404 after a 429, which deletes nothing', async () => {
    const { client } = harness(scripted([text(429, ''), text(404, '')]));
    expect((await failureFrom(client.call(deleteThing, good))).code).toBe('NOT_FOUND');
  });
});

describe('waiting', () => {
  it('grows by twos with full jitter', async () => {
    const { client, waits } = harness(scripted([lost]), { random: () => 1 });
    await failureFrom(client.call(getThing, good, { attempts: 9 }));
    // Five failures in a row hold everything back for 30 s.
    expect(waits).toEqual(
      [500, 1000, 2000, 4000, 8000, 22_000, 16_000, 20_000, 20_000].slice(0, waits.length),
    );
  });

  it.each([
    ['-1', 525],
    ['0', 525],
    ['1', 1050],
    ['59', 60_000],
    ['Wed, 01 Jan 2025 00:00:10 GMT', 10_500],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 525],
    ['NaN', 500],
    ['', 500],
    ['soon', 500],
    ['9'.repeat(10_000), 500],
  ])('follows Retry-After: %s', async (value, ms) => {
    const headers = { 'retry-after': value, date: 'Wed, 01 Jan 2025 00:00:00 GMT' };
    const { client, waits } = harness(scripted([text(429, '', headers), thing]));
    await client.call(getThing, good);
    expect(waits).toEqual([ms]);
    reached('N4', 'values', 1);
  });

  it('never waits longer than a minute nor asks more than twice a second', async () => {
    for (const value of ['0', '-1', '60', 'NaN', '', 'soon', '9'.repeat(10_000)]) {
      for (const random of [0, 1]) {
        const answers = scripted([text(429, '', { 'retry-after': value })]);
        const { client, waits } = harness(answers, { random: () => random });
        await failureFrom(client.call(getThing, good));
        expect(waits).toHaveLength(3);
        for (const ms of waits) {
          expect(ms).toBeGreaterThanOrEqual(500);
          expect(ms).toBeLessThanOrEqual(60_000);
        }
      }
    }
  });

  it.each([
    ['61', 61],
    ['3600', 3600],
    ['1e400', 31_536_000],
    ['Wed, 01 Jan 2025 01:00:00 GMT', 3600],
  ])(
    'ends at once with the number when the server asks for more than a minute: %s',
    async (value, seconds) => {
      const headers = { 'retry-after': value, date: 'Wed, 01 Jan 2025 00:00:00 GMT' };
      for (const operation of [getThing, createThing]) {
        const carrier = scripted([text(429, '', headers)]);
        const { client, waits } = harness(carrier);
        const error = await failureFrom(
          client.call(operation, operation === getThing ? good : { title: 'b' }),
        );
        expect(carrier.requests).toHaveLength(1);
        expect(waits).toEqual([]);
        expect(error).toMatchObject({
          code: 'RATE_LIMITED',
          exit: 8,
          outcome: 'rejected',
          hint: `wait ${seconds} s, then run it again`,
          details: { retryAfterSeconds: seconds },
        });
      }
    },
  );

  it('does not wait past the time limit of the command but says how long to wait', async () => {
    const carrier = scripted([text(429, '', { 'retry-after': '45' })]);
    const { client, waits } = harness(carrier, { timeoutMs: 10_000 });
    const error = await failureFrom(client.call(getThing, good));
    expect(waits).toEqual([]);
    expect(error).toMatchObject({ code: 'RATE_LIMITED', exit: 8, hint: 'wait 45 s, then run it again' });
  });

  it('ends a read that must wait too long for a busy platform with exit 8', async () => {
    const { client } = harness(scripted([text(503, '', { 'retry-after': '45' })]), { timeoutMs: 10_000 });
    const error = await failureFrom(client.call(getThing, good));
    expect(error).toMatchObject({ exit: 8, hint: 'wait 45 s, then run it again' });
  });

  it('gives each attempt what is left of the time limit, and sends nothing after it', async () => {
    let clock = 0;
    const carrier = scripted([thing]);
    const { client } = harness(carrier, { timeoutMs: 5000, ticks: () => clock });
    clock = 3000;
    await client.call(getThing, good);
    expect(carrier.requests[0]?.limits.totalMs).toBe(2000);
    clock = 5000;
    expect(await failureFrom(client.call(getThing, good))).toMatchObject({ code: 'TIMEOUT', exit: 8 });
    expect(carrier.requests).toHaveLength(1);
  });

  it('tells listeners of every 429', async () => {
    const { client } = harness(scripted([text(429, ''), text(429, ''), thing, thing]));
    let times = 0;
    const unsubscribe = client.onRateLimit(() => {
      times += 1;
    });
    await client.call(getThing, good);
    expect(times).toBe(2);
    unsubscribe();
  });
});

describe('a platform that is down', () => {
  it('is left alone for 30 s after five failures in a row, and given up after five more', async () => {
    const carrier = scripted([refused]);
    const { client, waits } = harness(carrier, { random: () => 0 });
    const errors = [];
    for (let n = 0; n < 5; n++) errors.push((await failureFrom(client.call(getThing, good))).code);
    expect(waits.filter((ms) => ms === 30_000)).toHaveLength(1);
    expect(carrier.requests).toHaveLength(10);
    expect(errors.slice(-2)).toEqual(['HOST_DOWN', 'HOST_DOWN']);
  });

  it('gets no more retries when the quota is spent', async () => {
    let sent = 0;
    const flaky = async () => {
      sent += 1;
      if (sent % 2 === 1) throw slow;
      return thing;
    };
    // Every call fails once and then succeeds: 10 tokens spent, 1 earned.
    const { client } = harness(flaky);
    let failed = 0;
    for (let n = 0; n < 100; n++) {
      try {
        await client.call(getThing, good);
      } catch {
        failed += 1;
      }
    }
    expect(failed).toBeGreaterThan(20);
    expect(sent).toBeLessThan(170);
  });
});

describe('interrupts', () => {
  it('send nothing when they came before', async () => {
    const carrier = scripted([thing]);
    const { client } = harness(carrier, { signal: AbortSignal.abort() });
    expect(await failureFrom(client.call(getThing, good))).toMatchObject({ code: 'CANCELLED', exit: 130 });
    expect(carrier.requests).toHaveLength(0);
  });

  it('reach a read at once and leave a write time to end', async () => {
    const control = new AbortController();
    const seen: boolean[] = [];
    const carrier = async ({ signal }: { signal?: AbortSignal }) => {
      control.abort();
      seen.push(signal?.aborted ?? false);
      return thing;
    };
    const { client } = harness(carrier, { signal: control.signal });
    await client.call(getThing, good);
    expect(seen).toEqual([true]);
    const second = new AbortController();
    const { client: other } = harness(
      async ({ signal }) => {
        second.abort();
        seen.push(signal?.aborted ?? false);
        return thing;
      },
      { signal: second.signal },
    );
    await other.call(createThing, { title: 'b' });
    expect(seen).toEqual([true, false]);
  });

  it('say so when the last change may have taken effect', async () => {
    const control = new AbortController();
    const { client } = harness(
      async () => {
        control.abort();
        throw new WireFault('aborted', 'interrupted', { sent: true });
      },
      { signal: control.signal },
    );
    const error = await failureFrom(client.call(createThing, { title: 'b' }));
    expect(error).toMatchObject({ code: 'CANCELLED', outcome: 'unknown' });
  });

  it('stop between attempts', async () => {
    const control = new AbortController();
    const carrier = scripted([lost]);
    const { client } = harness(carrier, { signal: control.signal, onWait: () => control.abort() });
    expect((await failureFrom(client.call(listThings, {}))).code).toBe('CANCELLED');
    expect(carrier.requests).toHaveLength(1);
  });
});
