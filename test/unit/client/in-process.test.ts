import { describe, expect, it } from 'vitest';
import { type Dispatch, inProcessTransport, type Match } from '../../../src/client/transport/in-process.ts';
import { createThing, failureFrom, getThing, harness, listThings } from '../../helpers/client-harness.ts';

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
