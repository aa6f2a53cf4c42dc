// What differs between two OpenAPI documents, and what of that breaks a client of the old one.
import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../../../src/jobs/openapi/compare.ts';

const api = (paths: object, more: object = {}) => ({ openapi: '3.1.0', paths, ...more });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const taking = (schema: object, more: object = {}) =>
  api({ '/parcels': { post: { requestBody: json(schema), responses: {} } } }, more);
const answering = (schema: object, more: object = {}) =>
  api({ '/parcels': { get: { responses: { 200: json(schema) } } } }, more);
const asking = (...parameters: object[]) => api({ '/parcels': { get: { parameters, responses: {} } } });
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const text = { type: 'string' };

/** `breaking body.size: required now`, `ok GET /x`. */
const told = (before: object, after: object) =>
  compareOpenApi(before, after).map(
    ({ breaking, operation, field, detail }) =>
      `${breaking ? 'breaking' : 'ok'} ${field ?? operation}: ${detail}`,
  );

describe('operations', () => {
  it('come and go, by their method and path, whatever the path calls its parameters', () => {
    const before = api({ '/a/{id}': { get: {} }, '/b': { get: {}, put: {} } });
    const after = api({
      '/a/{parcel}': { get: {} },
      '/b': { get: { deprecated: true } },
      '/c': { post: {} },
    });
    expect(told(before, after)).toEqual([
      'ok GET /b: deprecated',
      'breaking PUT /b: operation removed',
      'ok POST /c: operation added',
    ]);
  });

  it('are the same as themselves', () => {
    const whole = taking(object({ a: text, b: { type: 'array', items: object({ c: text }) } }, ['a']));
    expect(told(whole, structuredClone(whole))).toEqual([]);
  });
});

describe('what a client sends', () => {
  it.each([
    [object({}), object({ a: text }), ['ok body.a: optional']],
    [object({}), object({ a: text }, ['a']), ['breaking body.a: required']],
    [object({ a: text }), object({}), ['breaking body.a: no longer taken']],
    [object({ a: text }), object({ a: text }, ['a']), ['breaking body.a: required now']],
    [object({ a: text }, ['a']), object({ a: text }), ['ok body.a: optional now']],
    [object({ a: { type: 'integer' } }), object({ a: { type: 'number' } }), ['ok body.a: integer -> number']],
    [
      object({ a: { type: 'number' } }),
      object({ a: { type: 'integer' } }),
      ['breaking body.a: number -> integer'],
    ],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }, ['breaking body: no longer "b"']],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }, ['ok body: also "b"']],
    [{ ...text, maxLength: 9 }, { ...text, maxLength: 5 }, ['breaking body: maxLength 9 -> 5']],
    [{ ...text, maxLength: 5 }, text, ['ok body: maxLength 5 -> none']],
    [{ ...text, nullable: true }, text, ['breaking body: null or string -> string']],
    [text, { type: ['string', 'null'] }, ['ok body: string -> null or string']],
  ])('%j becomes %j', (before, after, expected) => {
    expect(told(taking(before), taking(after))).toEqual(expected);
  });

  it('has parameters, whose names in headers are of any case', () => {
    const limit = { in: 'query', name: 'limit', schema: { type: 'integer' } };
    const header = (name: string) => ({ in: 'header', name, schema: text });
    expect(
      told(asking(limit, header('X-Trace')), asking({ ...limit, required: true }, header('x-trace'))),
    ).toEqual(['breaking query.limit: required now']);
    expect(told(asking(), asking({ ...limit, required: true }))).toEqual(['breaking query.limit: required']);
    expect(told(asking(limit), asking())).toEqual(['breaking query.limit: no longer taken']);
  });
});

describe('what a host answers', () => {
  it.each([
    [object({}), object({ a: text }), ['ok 200.a: field added']],
    [object({ a: text }), object({}), ['breaking 200.a: field removed']],
    [object({ a: text }, ['a']), object({ a: text }), ['breaking 200.a: may be missing now']],
    [object({ a: text }), object({ a: text }, ['a']), ['ok 200.a: always there now']],
    [text, { type: ['string', 'null'] }, ['breaking 200: string -> null or string']],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }, ['breaking 200: also "b"']],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }, ['ok 200: no longer "b"']],
    [
      { type: 'array', items: object({ id: text }) },
      { type: 'array', items: object({ id: { type: 'integer' } }) },
      ['breaking 200[].id: string -> integer'],
    ],
  ])('%j becomes %j', (before, after, expected) => {
    expect(told(answering(before), answering(after))).toEqual(expected);
  });

  it('has statuses: only success is relied on', () => {
    const statuses = (...all: number[]) =>
      api({ '/a': { get: { responses: Object.fromEntries(all.map((status) => [status, {}])) } } });
    expect(told(statuses(200, 404), statuses(201))).toEqual([
      'breaking 200: response removed',
      'ok 404: response removed',
      'ok 201: response added',
    ]);
  });
});

describe('references', () => {
  const schemas = (label: object) => ({
    components: {
      schemas: {
        Parcel: {
          allOf: [
            { $ref: '#/components/schemas/Base' },
            object({ label, parent: { $ref: '#/components/schemas/Parcel' } }),
          ],
        },
        Base: object({ id: text }, ['id']),
      },
    },
  });
  const parcel = { $ref: '#/components/schemas/Parcel' };

  it('are followed, through allOf and in circles', () => {
    expect(told(answering(parcel, schemas(text)), answering(parcel, schemas({ type: 'integer' })))).toEqual([
      'breaking 200.label: string -> integer',
    ]);
  });

  it('may lead nowhere, in a circle or into a prototype, and nothing hangs or throws', () => {
    const hostile = [
      { $ref: '#/components/x' },
      { $ref: '#/a' },
      { $ref: '#/__proto__/polluted' },
      { $ref: '#/%E0%A4%A' },
    ];
    for (const one of hostile)
      expect(told(answering(text, { a: { $ref: '#/a' } }), answering(one, { a: { $ref: '#/a' } }))).toEqual([
        'breaking 200: string -> anything',
      ]);
    for (const one of [null, 1, 'text', [], api({ '/a': null }), api({ '/a': { get: null } })])
      expect(() => compareOpenApi(one, taking(text))).not.toThrow();
  });
});

it('takes a part once that is put together of itself, or of others many times over', () => {
  const part = (at: number) => ({ $ref: `#/components/schemas/Part${at}` });
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `Part${at}`,
      { allOf: [part(at + 1), part(at + 1), part(at)], properties: { [`of${at}`]: text } },
    ]),
  );
  const more = { components: { schemas } };
  const fewer = { components: { schemas: { ...schemas, Part59: {} } } };
  expect(told(answering(part(0), more), answering(part(0), fewer))).toEqual([
    'breaking 200.of59: field removed',
  ]);
});

it('says what is no word or number where one is expected', () => {
  const odd = { toString: 1 };
  expect(told(taking({ type: 'string' }), taking({ type: [odd], format: odd, maxLength: odd }))).toEqual([
    'breaking body: string -> {"toString":1}',
    'breaking body: format none -> {"toString":1}',
    'breaking body: maxLength none -> {"toString":1}',
  ]);
  expect(told(taking({}), taking({ required: [odd] }))).toEqual([]);
  const same = asking({ in: odd, name: odd, schema: { format: odd, pattern: odd } });
  expect(told(same, structuredClone(same))).toEqual([]);
});

describe('schemas', () => {
  const nested = (levels: number, last: object): object => {
    let schema = last;
    for (let level = 0; level < levels; level += 1) schema = object({ p: schema });
    return schema;
  };

  it.each([30, 5000])('are compared however deep they are: %i levels', (levels) => {
    const [one] = compareOpenApi(
      answering(nested(levels, object({ a: text }))),
      answering(nested(levels, object({}))),
    );
    expect(one).toMatchObject({ breaking: true, detail: 'field removed' });
    expect(one?.field).toMatch(/^200\.p\..*\.p\.a$/);
  });

  it('are compared where the shortest way leads to them', () => {
    const components = (leaf: object) => ({
      components: { schemas: { Leaf: leaf, Far: nested(3, { $ref: '#/components/schemas/Leaf' }) } },
    });
    const root = object({
      far: { $ref: '#/components/schemas/Far' },
      near: { $ref: '#/components/schemas/Leaf' },
    });
    expect(
      told(answering(root, components(object({ a: text }))), answering(root, components(object({})))),
    ).toEqual(['breaking 200.near.a: field removed']);
  });

  it.each(['oneOf', 'anyOf', 'additionalProperties'])('are compared within %s', (word) => {
    const named = { $ref: '#/components/schemas/One' };
    const root = { type: 'object', [word]: word.endsWith('Of') ? [named, { type: 'null' }] : named };
    const whole = (one: object) => answering(root, { components: { schemas: { One: one } } });
    expect(told(whole(object({ a: text })), whole(object({})))).toEqual([
      `breaking 200${word.endsWith('Of') ? '' : '.*'}.a: field removed`,
    ]);
  });

  it.each(['enum', 'oneOf'])('with values in %s that no text could hold are refused', (word) => {
    let value: unknown = 1;
    for (let level = 0; level < 20_000; level += 1) value = { a: [value] };
    const whole = answering({ [word]: [value] });
    expect(() => compareOpenApi(whole, whole)).toThrow(/nested too deeply/);
  });
});

it('reads the second version of OpenAPI, too', () => {
  const swagger = (schema: object, type: string) => ({
    swagger: '2.0',
    paths: {
      '/a': {
        post: {
          parameters: [
            { in: 'body', name: 'body', schema },
            { in: 'query', name: 'n', type },
          ],
          responses: { 200: { schema } },
        },
      },
    },
  });
  expect(told(swagger(object({ a: text }), 'integer'), swagger(object({}), 'string'))).toEqual([
    'breaking query.n: integer -> string',
    'breaking body.a: no longer taken',
    'breaking 200.a: field removed',
  ]);
});
