import { describe, expect, it } from 'vitest';
import { adaptiveSchemaProblems } from '../../../../src/api/sites/adaptive-schema-rules.ts';

const closed = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const described = (claim: object) => ({ description: 'What it means', ...claim });
const problemsOf = (schema: unknown) => adaptiveSchemaProblems(schema).map(({ path }) => path);

describe('a schema of claims', () => {
  it.each([
    ['nothing at all', closed({})],
    ['the draft by name', closed({}, { $schema: 'http://json-schema.org/draft-07/schema#' })],
    ['the draft over https', closed({}, { $schema: 'https://json-schema.org/draft-07/schema' })],
    ['a boolean', closed({ a: described({ type: 'boolean' }) })],
    ['a text', closed({ a: described({ type: 'string' }) })],
    ['one of some texts', closed({ a: described({ type: 'string', enum: ['x'] }) })],
    ['a number', closed({ a: described({ type: 'number', title: 'A', default: 1 }) })],
    ['a list', closed({ a: described({ type: 'array', items: { type: 'string', enum: ['x'] } }) })],
    ['an object', closed({ a: described(closed({ b: described({ type: 'boolean' }) })) })],
    ['unsigned claims', closed({ unsigned: closed({ a: described({ type: 'boolean' }) }) })],
    ['a name with slashes', closed({ 'a/b~c': described({ type: 'boolean' }) })],
  ])('may hold %s', (_, schema) => {
    expect(problemsOf(schema)).toEqual([]);
  });

  it.each([
    [null, ['']],
    [[], ['']],
    [{ type: 'object' }, ['/additionalProperties', '/properties']],
    [closed({}, { type: 'array' }), ['/type']],
    [closed({}, { additionalProperties: true }), ['/additionalProperties']],
    [closed({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' }), ['/$schema']],
    [closed({}, { anyOf: [] }), ['/anyOf']],
    [closed({ a: true }), ['/properties/a']],
    [closed({ a: { type: 'boolean' } }), ['/properties/a/description']],
    [closed({ a: described({ type: 'integer' }) }), ['/properties/a/type']],
    [closed({ a: described({}) }), ['/properties/a/type']],
    [closed({ a: described({ type: 'string', enum: [] }) }), ['/properties/a/enum']],
    [closed({ a: described({ type: 'string', enum: [1] }) }), ['/properties/a/enum']],
    [closed({ a: described({ type: 'string', pattern: '^(a+)+$' }) }), ['/properties/a/pattern']],
    [closed({ a: described({ type: 'array' }) }), ['/properties/a/items']],
    [closed({ a: described({ type: 'array', items: { type: 'object' } }) }), ['/properties/a/items/type']],
    [
      closed({ a: described({ type: 'object' }) }),
      ['/properties/a/additionalProperties', '/properties/a/properties'],
    ],
    [closed({ 'a/b': { type: 'boolean' } }), ['/properties/a~1b/description']],
    [
      closed({ unsigned: closed({ unsigned: closed({}) }) }),
      ['/properties/unsigned/properties/unsigned/description'],
    ],
  ])('%j breaks the rules at %j', (schema, paths) => {
    expect(problemsOf(schema)).toEqual(paths);
  });

  it('may not nest without end', () => {
    const nest = (depth: number): object =>
      depth === 0 ? described({ type: 'boolean' }) : described(closed({ a: nest(depth - 1) }));
    expect(problemsOf(closed({ a: nest(20) }))).toEqual([]);
    expect(problemsOf(closed({ a: nest(5000) }))).toHaveLength(1);
  });
});
