import * as TypeBox from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import * as ours from '../../../src/api/builders.ts';

const { Type } = TypeBox;
const options = { description: 'x', default: 'y' };

const pairs: [string, TypeBox.TSchema, TypeBox.TSchema][] = [
  ['text', ours.Str({ maxLength: 5, ...options }), Type.String({ maxLength: 5, ...options })],
  ['number', ours.Num({ minimum: 1 }), Type.Number({ minimum: 1 })],
  ['whole number', ours.Integer(), Type.Integer()],
  ['boolean', ours.Bool(options), Type.Boolean(options)],
  ['null', ours.Null(), Type.Null()],
  ['anything', ours.Unknown(), Type.Unknown()],
  ['literal text', ours.Literal('a'), Type.Literal('a')],
  ['literal number', ours.Literal(1), Type.Literal(1)],
  ['list', ours.ArrayOf(ours.Str(), { maxItems: 2 }), Type.Array(Type.String(), { maxItems: 2 })],
  ['optional', ours.Optional(ours.Str(options)), Type.Optional(Type.String(options))],
  [
    'union',
    ours.Union([ours.Str(), ours.Null()], options),
    Type.Union([Type.String(), Type.Null()], options),
  ],
  ['map', ours.RecordOf(ours.Str(), ours.Num(), options), Type.Record(Type.String(), Type.Number(), options)],
  [
    'empty object',
    ours.Obj({}, { additionalProperties: false }),
    Type.Object({}, { additionalProperties: false }),
  ],
  [
    'object',
    ours.Obj({ a: ours.Str(), b: ours.Optional(ours.Num()) }, options),
    Type.Object({ a: Type.String(), b: Type.Optional(Type.Number()) }, options),
  ],
  [
    'tree',
    ours.Recursive((This) => ours.Obj({ below: ours.ArrayOf(This) }), { $id: 'Tree' }),
    Type.Recursive((This) => Type.Object({ below: Type.Array(This) }), { $id: 'Tree' }),
  ],
];

describe('our builders make what TypeBox makes', () => {
  it.each(pairs)('%s', (_, mine, theirs) => {
    expect(mine).toStrictEqual(theirs);
  });

  it('and its checker reads them', () => {
    const tree = pairs.at(-1)?.[1] ?? Type.Never();
    expect(Value.Check(tree, { below: [{ below: [] }] })).toBe(true);
    expect(Value.Check(tree, { below: [{ below: 1 }] })).toBe(false);
  });
});
