// TypeBox's schemas, made by builders of our own: the library's copy and re-examine what they are given, which costs
// 8 ms at the start of every command. A test compares each of these with its original.
import {
  type ArrayOptions,
  Hint,
  type IntegerOptions,
  Kind,
  type NumberOptions,
  type ObjectOptions,
  OptionalKind,
  type SchemaOptions,
  type StringOptions,
  type TArray,
  type TBoolean,
  type TInteger,
  type TLiteral,
  type TNull,
  type TNumber,
  type TObject,
  type TOptional,
  type TProperties,
  type TRecord,
  type TRecursive,
  type TSchema,
  type TString,
  type TThis,
  type TUnion,
  type TUnknown,
} from '@sinclair/typebox';

/** Safe in each builder below: what it makes is what TypeBox makes for this type. */
const make = <T extends TSchema>(kind: string, options: SchemaOptions | undefined, rest: object): T =>
  ({ ...options, [Kind]: kind, ...rest }) as unknown as T;

export const Str = (options?: StringOptions): TString => make('String', options, { type: 'string' });
export const Num = (options?: NumberOptions): TNumber => make('Number', options, { type: 'number' });
export const Integer = (options?: IntegerOptions): TInteger => make('Integer', options, { type: 'integer' });
export const Bool = (options?: SchemaOptions): TBoolean => make('Boolean', options, { type: 'boolean' });
export const Null = (options?: SchemaOptions): TNull => make('Null', options, { type: 'null' });
export const Unknown = (options?: SchemaOptions): TUnknown => make('Unknown', options, {});

export const Literal = <const V extends string | number | boolean>(
  value: V,
  options?: SchemaOptions,
): TLiteral<V> => make('Literal', options, { const: value, type: typeof value });

export const ArrayOf = <S extends TSchema>(items: S, options?: ArrayOptions): TArray<S> =>
  make('Array', options, { type: 'array', items });

export const Optional = <S extends TSchema>(schema: S): TOptional<S> =>
  ({ ...schema, [OptionalKind]: 'Optional' }) as unknown as TOptional<S>;

export function Obj<P extends TProperties>(properties: P, options?: ObjectOptions): TObject<P> {
  const required = Object.keys(properties).filter((name) => properties[name]?.[OptionalKind] !== 'Optional');
  const bounds =
    required.length > 0 ? { type: 'object', required, properties } : { type: 'object', properties };
  return make('Object', options, bounds);
}

/** A map from any text to one kind of value. */
export const RecordOf = <S extends TSchema>(
  _key: TString,
  value: S,
  options?: ObjectOptions,
): TRecord<TString, S> => make('Record', options, { type: 'object', patternProperties: { '^(.*)$': value } });

/** Of at least two: TypeBox makes something else of none or one. */
export const Union = <S extends TSchema[]>(options: readonly [...S], rest?: SchemaOptions): TUnion<S> =>
  make('Union', rest, { anyOf: options });

/** A schema that holds itself; `$id` is what `This` refers to. */
export function Recursive<S extends TSchema>(
  build: (self: TThis) => S,
  { $id }: { $id: string },
): TRecursive<S> {
  const self = make<TThis>('This', undefined, { $ref: $id });
  return { $id, [Hint]: 'Recursive', ...build(self) } as unknown as TRecursive<S>;
}
