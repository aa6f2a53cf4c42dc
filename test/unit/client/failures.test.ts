import { describe, expect, it } from 'vitest';
import { resource } from '../../../src/api/schema.ts';
import { failureOf } from '../../../src/client/failure.ts';
import { WireFault } from '../../../src/client/transport/transport.ts';
import { LocalIoError } from '../../../src/errors.ts';
import {
  CANARY,
  createThing,
  failureFrom,
  getThing,
  harness,
  listThings,
  ok,
  scripted,
  text,
} from '../../helpers/client-harness.ts';

const good = { thingId: 'a' };
const said = (message: string) => JSON.stringify({ error: { code: 1, message } });

describe('an answer that is no success', () => {
  it.each<[number, string, number]>([
    [400, 'VALIDATION', 2],
    [401, 'AUTH', 4],
    [402, 'NOT_IN_PLAN', 4],
    [403, 'FORBIDDEN', 4],
    [404, 'NOT_FOUND', 5],
    [405, 'UNSUPPORTED', 5],
    [408, 'TIMEOUT', 8],
    [409, 'CONFLICT', 1],
    [410, 'NOT_FOUND', 5],
    [412, 'CONFLICT', 1],
    [413, 'VALIDATION', 2],
    [418, 'PROTOCOL', 1],
    [422, 'VALIDATION', 2],
    [429, 'RATE_LIMITED', 8],
    [500, 'SERVER', 1],
    [501, 'UNSUPPORTED', 5],
    [503, 'SERVER', 1],
    [599, 'SERVER', 1],
    [300, 'PROTOCOL', 1],
    [304, 'PROTOCOL', 1],
    [100, 'PROTOCOL', 1],
    [999, 'PROTOCOL', 1],
  ])('%i is %s, exit %i', async (status, code, exit) => {
    const error = await failureFrom(
      harness(scripted([text(status, said('the words'))])).client.call(getThing, good),
    );
    expect(error).toMatchObject({
      code,
      exit,
      http: { method: 'GET', path: '/v1/things/{thingId}', status },
    });
    expect(error.message).not.toMatch(/\n|\s$/);
    expect(error.message.length).toBeLessThan(500);
  });

  it.each([
    [said('no such right'), 'no such right'],
    ['{"message":"flat"}', 'flat'],
    ['{"error":"a string"}', 'a string'],
    ['{"errors":[{"title":"Too long","detail":"title has 51 characters"}]}', 'title has 51 characters'],
    ['{"errors":["too long"]}', 'too long'],
    ['{"type":"about:blank","title":"Too long","status":403}', 'Too long'],
    ['plain\n  text', 'plain text'],
    [
      '<html><head><title>Proxy</title><script>x()</script></head><body><h1>Sorry</h1></body></html>',
      'Proxy Sorry',
    ],
    ['{"code":7}', 'the permission is missing (403)'],
    ['', 'the permission is missing (403)'],
    ['a'.repeat(5000), `${'a'.repeat(197)}... (403)`],
    [`<html>${'<script'.repeat(9000)}`, 'cannot show a thing'],
  ])('holds the words of %.40s', async (body, words) => {
    const error = await failureFrom(harness(scripted([text(403, body)])).client.call(getThing, good));
    expect(error.message).toContain(words);
  });
});

describe('whom an answer that is no success blames', () => {
  it('names the thing that is not found', async () => {
    const error = await failureFrom(
      harness(scripted([text(404, said('Thing not found'))])).client.call(getThing, good),
    );
    expect(error.message).toBe('thing "a" not found');
    const raw = failureOf(
      { method: 'GET', path: '/v1/x', host: 'h', signedIn: true },
      { status: 404, headers: {}, payload: { text: '' } },
    );
    expect(raw.message).toBe('nothing found at /v1/x');
  });

  it('names host and profile of a refused token, and never the token', async () => {
    const { client } = harness(scripted([text(401, said(`bad token ${CANARY}`))]));
    const error = await failureFrom(client.call(getThing, good));
    expect(error.message).toBe('api.example.com refused the token of profile "work" (401)');
    expect(error.hint).toBe('docs auth login --profile work');
    const anonymous = harness(scripted([text(401, '')]), { token: () => undefined });
    expect((await failureFrom(anonymous.client.call(getThing, good))).message).toContain('requires a token');
  });

  it('names the profile whose rights are missing, and the way to a token of a sandbox', async () => {
    const { client } = harness(scripted([text(403, said('no'))]));
    const error = await failureFrom(client.call(getThing, good));
    expect(error.hint).toBe('docs auth status --profile work');
    const sandboxed = { method: 'GET', path: '/v1/x', host: 'sandbox', profile: 'try', signedIn: true };
    const refused = failureOf(sandboxed, { status: 401, headers: {}, payload: { text: '' } });
    expect(refused.hint).toBe('docs sandbox token <member> --name try');
  });

  it('blames the variable that a refused token came from, as signing in would not help', async () => {
    const error = await failureFrom(
      harness(scripted([text(401, '')]), { tokenVariable: 'DOCS_TOKEN' }).client.call(getThing, good),
    );
    expect(error.message).toBe('api.example.com refused the token in DOCS_TOKEN (401)');
    expect(error.hint).toBe('set DOCS_TOKEN to a token of api.example.com, or unset it to use a profile');
  });
});

describe('what an answer that is no success says', () => {
  it('tells what a thing lacks in the words of the platform, and does not call the thing missing', async () => {
    const getPart = resource('things')('part', 'Show the part of a thing', {
      method: 'GET',
      path: '/v1/things/{thingId}/part',
    });
    const { client } = harness(
      scripted([text(404, said('thing "A" has no part')), text(404, said('Thing not found'))]),
    );
    expect((await failureFrom(client.call(getPart, good))).message).toBe(
      'cannot show the part of a thing: thing "A" has no part (404)',
    );
    expect((await failureFrom(client.call(getPart, good))).message).toBe('thing "a" not found');
  });

  it('leaves out what a summary adds after a semicolon', async () => {
    const removeThing = resource('things')('remove', 'Delete a thing; its parts stay', {
      method: 'DELETE',
      path: '/v1/things/{thingId}',
    });
    const { client } = harness(scripted([text(403, said('no'))]));
    expect((await failureFrom(client.call(removeThing, good))).message).toBe(
      'cannot delete a thing: no (403)',
    );
  });

  it('takes token and URL credentials out of the words of the platform', async () => {
    const words = `${CANARY} ${encodeURIComponent(CANARY)} https://me:hunter2@git.example.com/x`;
    const error = await failureFrom(harness(scripted([text(422, said(words))])).client.call(getThing, good));
    expect(error.message).not.toContain('CANARY');
    expect(error.message).not.toContain('hunter2');
  });

  it('says which token an operation wants', async () => {
    const listInstallations = resource('integrations')('installations', 'List installations', {
      method: 'GET',
      path: '/v1/installations',
      token: 'integration',
    });
    const error = await failureFrom(harness(scripted([text(403, '')])).client.call(listInstallations, {}));
    expect(error.hint).toBe('this call requires an integration token: a personal token is refused');
  });

  it('names the host of a redirect and nothing else of it', async () => {
    const headers = { location: 'https://me:hunter2@other.example.com/x?token=abc' };
    const error = await failureFrom(harness(scripted([text(302, '', headers)])).client.call(getThing, good));
    expect(error.message).toBe(
      'api.example.com answered 302, a redirect to other.example.com, which is not followed',
    );
  });

  it('keeps the request id when the platform names a plausible one', async () => {
    const withId = (id: string) => harness(scripted([text(409, '', { 'x-request-id': id })])).client;
    expect((await failureFrom(withId('abc-1').call(getThing, good))).http?.requestId).toBe('abc-1');
    expect((await failureFrom(withId('a b\u001b').call(getThing, good))).http?.requestId).toBeUndefined();
  });
});

describe('a success', () => {
  it.each([200, 201, 202, 203, 206, 299])('is any 2xx: %i', async (status) => {
    const { client } = harness(scripted([text(status, '{"id":"a"}')]));
    expect(await client.callWithStatus(getThing, good)).toMatchObject({ status, result: { id: 'a' } });
  });

  it('has no result with 204 and 205, even where one is described', async () => {
    for (const status of [204, 205]) {
      expect(await harness(scripted([text(status, 'x')])).client.call(getThing, good)).toBeUndefined();
    }
  });

  it.each([
    ['nothing', '', 'nothing in it'],
    ['an HTML page', '<!doctype html><p>log in', 'an HTML page'],
    ['JSON cut off', '{"id":', 'invalid JSON'],
    ['a NUL', '{"id":"\0"}', 'invalid JSON'],
    ['text', 'hello', 'invalid JSON'],
    ['JSON 201 levels deep', `${'['.repeat(201)}1${']'.repeat(201)}`, 'nested deeper than 200'],
    ['JSON a million levels deep', `${'['.repeat(1e6)}${']'.repeat(1e6)}`, 'nested deeper than 200'],
  ])('with %s as its body is a broken answer', async (_name, body, words) => {
    const error = await failureFrom(harness(scripted([text(200, body)])).client.call(getThing, good));
    expect(error).toMatchObject({ code: 'PROTOCOL', exit: 1 });
    expect(error.message).toContain(words);
    expect(error.message).not.toMatch(/\n/);
    const write = await failureFrom(
      harness(scripted([text(201, body)])).client.call(createThing, { title: 'a' }),
    );
    expect(write).toMatchObject({ code: 'OUTCOME_UNKNOWN', exit: 1, outcome: 'unknown' });
    expect(write.message).toContain(words);
  });

  it('may be 200 levels deep, and hold a field named __proto__', async () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    await harness(scripted([text(200, deep)])).client.call(getThing, good);
    const result = await harness(
      scripted([text(200, '{"id":"a","__proto__":{"polluted":true}}')]),
    ).client.call(getThing, good);
    expect(result).toHaveProperty('id', 'a');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('no answer', () => {
  it.each<[WireFault['kind'], boolean, string, number]>([
    ['unreachable', false, 'NETWORK', 1],
    ['dns', false, 'NETWORK', 1],
    ['certificate', false, 'NETWORK', 1],
    ['proxy', false, 'NETWORK', 1],
    ['address', false, 'NETWORK', 1],
    ['reset', true, 'NETWORK', 1],
    ['timeout', true, 'TIMEOUT', 8],
    ['timeout', false, 'TIMEOUT', 8],
    ['malformed', true, 'PROTOCOL', 1],
    ['too-large', true, 'PROTOCOL', 1],
    ['encoding', true, 'PROTOCOL', 1],
  ])('%s (sent: %s) is %s, exit %i', async (kind, sent, code, exit) => {
    const fault = new WireFault(kind, 'the words', { sent });
    const error = await failureFrom(harness(scripted([fault])).client.call(listThings, {}));
    expect(error).toMatchObject({ code, exit, outcome: 'not-sent' });
    expect(error.message).toContain('the words');
    const write = await failureFrom(harness(scripted([fault])).client.call(createThing, { title: 'a' }));
    expect(write.code).toBe(sent ? 'OUTCOME_UNKNOWN' : code);
  });

  it('lets an error of the disk through as it is', async () => {
    const full = new LocalIoError('cannot write a.png: disk full');
    const fault = new WireFault('sink', 'x', { sent: true, cause: full });
    expect(await failureFrom(harness(scripted([fault])).client.call(getThing, good))).toBe(full);
  });
});

describe('a raw call', () => {
  it('gives any status and the text as it came', async () => {
    const body = '{"big":9007199254740993}';
    const { client } = harness(scripted([text(422, body, { 'x-a': '1' })]));
    expect(await client.raw({ method: 'get', path: '/v1/x' })).toEqual({
      status: 422,
      headers: { 'x-a': '1' },
      text: body,
    });
  });

  it('repeats a read and never a write', async () => {
    const reads = scripted([text(503, ''), ok({})]);
    expect((await harness(reads).client.raw({ method: 'GET', path: '/v1/x' })).status).toBe(200);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const writes = scripted([text(503, ''), ok({})]);
      expect((await harness(writes).client.raw({ method, path: '/v1/x' })).status).toBe(503);
      expect(writes.requests).toHaveLength(1);
    }
  });

  it('sends the body as it is, with its digits', async () => {
    const carrier = scripted([ok({})]);
    await harness(carrier).client.raw({
      method: 'POST',
      path: '/v1/x',
      body: '{"n":1e400}',
      query: { a: [1, 2] },
    });
    expect(carrier.requests[0]).toMatchObject({
      rawBody: '{"n":1e400}',
      path: '/v1/x?a=1&a=2',
      headers: { 'Content-Type': 'application/json' },
    });
  });
});

describe('an answer without the list that was asked for', () => {
  it.for(['{}', '[]', 'null', '"text"', '{"items":{}}', '{"items":null}'])(
    '%s is a broken protocol, not a crash',
    async (body) => {
      const { client } = harness(scripted([text(200, body)]));
      await expect(client.call(listThings, {})).rejects.toMatchObject({
        name: 'ProtocolError',
        message: 'the response of things.list contains no list of items',
      });
    },
  );
});
