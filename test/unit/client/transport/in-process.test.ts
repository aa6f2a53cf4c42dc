import { describe, expect, it } from 'vitest';
import { DOWNLOAD_LIMITS } from '../../../../src/client/client-options.ts';
import {
  type Dispatch,
  type Dispatched,
  inProcessTransport,
  type Match,
} from '../../../../src/client/transport/in-process.ts';
import type { WireRequest } from '../../../../src/client/transport/transport.ts';
import { createThing, failureFrom, getThing, harness, listThings } from '../../../helpers/client-harness.ts';

const match: Match = (method, path) => {
  const [, thingId] = /^\/v1\/things\/([^/]+)$/.exec(path) ?? [];
  if (method === 'GET' && thingId)
    return { operation: getThing, params: { thingId: decodeURIComponent(thingId) } };
  return path === '/v1/things'
    ? { operation: method === 'POST' ? createThing : listThings, params: {} }
    : undefined;
};

function run(dispatch: Dispatch) {
  return harness(inProcessTransport(dispatch, match), { baseUrl: 'sandbox:' }).client;
}

describe('the carrier inside this process', () => {
  it('hands over plain values and gives back the value itself', async () => {
    const result = { id: 'a' };
    const client = run((operation, request) => {
      expect(operation).toBe(createThing);
      expect(request).toMatchObject({ params: {}, query: {}, body: { title: 'b' } });
      expect(request.headers.authorization).toMatch(/^Bearer /);
      return { status: 201, body: result };
    });
    expect(await client.call(createThing, { title: 'b' })).toBe(result);
  });

  it('makes errors of its statuses as of those of a server', async () => {
    const client = run(() => ({ status: 404, body: { error: { code: 404, message: 'gone for good' } } }));
    const error = await failureFrom(client.call(getThing, { thingId: 'x' }));
    expect(error).toMatchObject({ code: 'NOT_FOUND', message: 'thing "x" not found: gone for good' });
  });

  it('looks up raw calls by method and path', async () => {
    const client = run((operation, { params, query, body }) => ({
      status: 200,
      headers: { 'X-One': '1' },
      body: { id: operation.id, params, query, body },
    }));
    const read = await client.raw({ method: 'GET', path: '/v1/things?a=1&a=2&b=x' });
    expect(JSON.parse(read.text)).toEqual({
      id: 'things.list',
      params: {},
      query: { a: ['1', '2'], b: 'x' },
    });
    expect(read.headers).toEqual({ 'x-one': '1' });
    const written = await client.raw({ method: 'POST', path: 'v1/things', body: '{"title":"t"}' });
    expect(JSON.parse(written.text)).toMatchObject({ id: 'things.create', body: { title: 't' } });
    const one = await client.raw({ method: 'GET', path: 'sandbox:/v1/things/a%2Fb' });
    expect(JSON.parse(one.text)).toMatchObject({ params: { thingId: 'a/b' } });
    expect((await client.raw({ method: 'GET', path: '/v1/nothing' })).status).toBe(404);
  });

  it('passes on a body that is no JSON', async () => {
    const client = run((_operation, { body }) => ({ status: 400, body: { message: String(body) } }));
    expect((await client.raw({ method: 'POST', path: '/v1/things', body: '{nope' })).text).toContain('{nope');
  });

  it('gives empty text for an answer without body', async () => {
    expect((await run(() => ({ status: 205 })).raw({ method: 'GET', path: '/v1/things' })).text).toBe('');
  });
});

describe('one request inside this process', () => {
  const wire = (path: string, fields: Partial<WireRequest> = {}) =>
    // Safe: the rest is of no use to the carrier here.
    ({
      method: 'GET',
      origin: 'sandbox:',
      path,
      params: {},
      query: {},
      headers: {},
      limits: DOWNLOAD_LIMITS,
      ...fields,
    }) as WireRequest;
  const ask = (answer: Dispatched, fields?: Partial<WireRequest>) =>
    inProcessTransport(() => answer, match)(wire('/v1/things', fields));

  it('is not handed over after an interrupt', async () => {
    let calls = 0;
    const carrier = inProcessTransport(() => {
      calls += 1;
      return { status: 200 };
    }, match);
    const control = new AbortController();
    await carrier(wire('/v1/things', { signal: control.signal }));
    control.abort();
    await expect(carrier(wire('/v1/things', { signal: control.signal }))).rejects.toMatchObject({
      kind: 'aborted',
      message: 'interrupted',
      sent: false,
    });
    expect(calls).toBe(1);
  });

  it('ends with the interrupt, or with its time, though the platform works on', async () => {
    const carrier = inProcessTransport(() => new Promise<never>(() => {}), match);
    const control = new AbortController();
    const interrupted = carrier(wire('/v1/things', { signal: control.signal }));
    setTimeout(() => control.abort());
    await expect(interrupted).rejects.toMatchObject({ kind: 'aborted', sent: true });
    const late = carrier(wire('/v1/things', { limits: { ...DOWNLOAD_LIMITS, totalMs: 5 } }));
    await expect(late).rejects.toMatchObject({ kind: 'timeout', sent: true });
  });

  it('has small names of headers, going and coming, that inherit nothing', async () => {
    const carrier = inProcessTransport((_operation, { headers }) => {
      expect(Object.getPrototypeOf(headers)).toBeNull();
      return { status: 200, headers: { 'X-Back': headers['x-one'] ?? '' } };
    }, match);
    const { headers } = await carrier(wire('/v1/things', { headers: { 'X-One': '1' } }));
    expect(Object.getPrototypeOf(headers)).toBeNull();
    expect({ ...headers }).toEqual({ 'x-back': '1' });
  });

  it('says which method and path no operation answers', async () => {
    const answer = await inProcessTransport(() => ({ status: 200 }), match)(wire('/v1/nothing?a=1'));
    expect(answer).toMatchObject({
      status: 404,
      payload: { value: { error: { code: 404, message: 'no operation answers GET /v1/nothing' } } },
    });
  });

  it('hands over each key of a query, as a list where it comes more than once', async () => {
    const carrier = inProcessTransport((_operation, { query }) => ({ status: 200, body: query }), match);
    const { payload } = await carrier(wire('/v1/things?a=&b=1&c=1&c=&c=3'));
    expect(payload).toEqual({ value: { a: '', b: '1', c: ['1', '', '3'] } });
  });

  it('hands over the value of a body where there is no text of one', async () => {
    const carrier = inProcessTransport((_operation, { body }) => ({ status: 200, body: [body] }), match);
    const bodies = [{ body: { a: 1 } }, { rawBody: '' }, { rawBody: '0' }, { rawBody: '{"a":2}' }, {}];
    const seen = [];
    for (const fields of bodies) seen.push((await carrier(wire('/v1/things', fields))).payload);
    expect(seen).toEqual([{ a: 1 }, '', 0, { a: 2 }, undefined].map((body) => ({ value: [body] })));
  });

  it('writes text or bytes of a good answer to whoever takes them', async () => {
    const taken: string[] = [];
    const write = async (chunk: Uint8Array) => {
      await new Promise(setImmediate);
      taken.push(Buffer.from(chunk).toString());
    };
    for (const [status, body] of [
      [200, 'text'],
      [299, new TextEncoder().encode('bytes')],
      [200, { no: 'file' }],
      [204, undefined],
    ] as const) {
      expect(await ask({ status, body }, { write })).toMatchObject({ status, payload: { text: '' } });
    }
    expect(taken).toEqual(['text', 'bytes']);
    for (const status of [199, 300, 404]) {
      expect(await ask({ status, body: 'why' }, { write })).toMatchObject({ payload: { text: 'why' } });
      expect(await ask({ status, body: { a: 1 } }, { write })).toMatchObject({
        payload: { value: { a: 1 } },
      });
    }
    expect(taken).toHaveLength(2);
    expect(await ask({ status: 200, body: 'text' })).toMatchObject({ payload: { text: 'text' } });
  });
});
