// What differs between two OpenAPI documents, and what of that breaks a client of the old one: in `compared`, schemas that a
// client sends or a host answers, and whole documents.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compareOpenApi } from '../../../../src/jobs/openapi/compare.ts';
import { textCases } from '../../../helpers/text-cases.ts';

const api = (paths: object, more: object = {}) => ({ openapi: '3.1.0', paths, ...more });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const taking = (schema: object) =>
  api({ '/parcels': { post: { requestBody: json(schema), responses: {} } } });
const answering = (schema: object, more: object = {}) =>
  api({ '/parcels': { get: { responses: { 200: json(schema) } } } }, more);
const object = (properties: object) => ({ type: 'object', properties });
const text = { type: 'string' };

/** `breaking body.size: required now`, `ok GET /x`. */
const told = (before: object, after: object) =>
  compareOpenApi(before, after).map(
    ({ breaking, operation, field, detail }) =>
      `${breaking ? 'breaking' : 'ok'} ${field ?? operation}: ${detail}`,
  );

const AROUND: Readonly<Record<string, (schema: object) => object>> = { sent: taking, answered: answering };

textCases(join(import.meta.dirname, 'compared'), async (file, { before = '', after = '' }) => {
  const around = AROUND[file] ?? ((whole: object) => whole);
  const changes = told(around(parse(before)), around(parse(after)));
  return { changes: changes.map((line) => `${line}\n`).join('') };
});

it('references may lead nowhere, in a circle or into a prototype, and nothing hangs or throws', () => {
  for (const $ref of ['#/components/x', '#/a', '#/__proto__/polluted', '#/%E0%A4%A'])
    expect(
      told(answering(text, { a: { $ref: '#/a' } }), answering({ $ref }, { a: { $ref: '#/a' } })),
    ).toEqual(['breaking 200: string -> anything']);
  for (const one of [null, 1, 'text', [], api({ '/a': null }), api({ '/a': { get: null } })])
    expect(() => compareOpenApi(one, taking(text))).not.toThrow();
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

describe('schemas', () => {
  it.each([30, 5000])('are compared however deep they are: %i levels', (levels) => {
    let [before, after] = [object({ a: text }), object({})];
    for (let level = 0; level < levels; level += 1)
      [before, after] = [object({ p: before }), object({ p: after })];
    const [one] = compareOpenApi(answering(before), answering(after));
    expect(one).toMatchObject({ breaking: true, detail: 'field removed' });
    expect(one?.field).toMatch(/^200\.p\..*\.p\.a$/);
  });

  it.each(['enum', 'oneOf'])('with values in %s that no text could hold are refused', (word) => {
    let value: unknown = 1;
    for (let level = 0; level < 20_000; level += 1) value = { a: [value] };
    const whole = answering({ [word]: [value] });
    expect(() => compareOpenApi(whole, whole)).toThrow(/nested too deeply/);
  });
});
