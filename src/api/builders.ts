// TypeBox's schemas, made by builders of our own: the library's copy and re-examine what they are given, which costs
// 8 ms at the start of every command. A test compares each of these with its original.
import type {
  ArrayOptions,
  Hint as HintSymbol,
  IntegerOptions,
  Kind as KindSymbol,
  NumberOptions,
  ObjectOptions,
  OptionalKind as OptionalSymbol,
  SchemaOptions,
  StringOptions,
  TArray,
  TBoolean,
  TInteger,
  TLiteral,
  TNull,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TRecord,
  TRecursive,
  TSchema,
  TString,
  TThis,
  TUnion,
  TUnknown,
} from '@sinclair/typebox';

/** TypeBox's own symbols, without loading it. */
const Kind: typeof KindSymbol = Symbol.for('TypeBox.Kind') as typeof KindSymbol;
const Hint: typeof HintSymbol = Symbol.for('TypeBox.Hint') as typeof HintSymbol;
const OptionalKind: typeof OptionalSymbol = Symbol.for('TypeBox.Optional') as typeof OptionalSymbol;

/** Safe in each builder below: what it makes is what TypeBox makes for this type. */
const typed = <T extends TSchema>(made: object): T => made as T;

/**
 * A group makes hundreds before it runs: without options, `rest` itself becomes the schema, and is nobody else's. With
 * some, what all have comes first: V8 makes a shape for each order of names.
 */
function make<T extends TSchema>(kind: string, options: SchemaOptions | undefined, rest: object): T {
  if (options) return typed({ [Kind]: kind, ...options, ...rest });
  const made: { [Kind]?: string } = rest;
  made[Kind] = kind;
  return typed(made);
}

/** A leaf without options is one object, wherever it stands: most fields are such, and nothing ever changes one. */
function leaf<T extends TSchema, O extends SchemaOptions = SchemaOptions>(
  kind: string,
  rest: object,
): (options?: O) => T {
  const plain = make<T>(kind, undefined, { ...rest });
  return (options) => (options ? make<T>(kind, options, rest) : plain);
}

export const Str = leaf<TString, StringOptions>('String', { type: 'string' });
export const Num = leaf<TNumber, NumberOptions>('Number', { type: 'number' });
export const Integer = leaf<TInteger, IntegerOptions>('Integer', { type: 'integer' });
export const Bool = leaf<TBoolean>('Boolean', { type: 'boolean' });
export const Null = leaf<TNull>('Null', { type: 'null' });
export const Unknown = leaf<TUnknown>('Unknown', {});

export const Literal = <const V extends string | number | boolean>(
  value: V,
  options?: SchemaOptions,
): TLiteral<V> => make('Literal', options, { const: value, type: typeof value });

export const ArrayOf = <S extends TSchema>(items: S, options?: ArrayOptions): TArray<S> =>
  make('Array', options, { type: 'array', items });

const optionals = new Map<TSchema, TSchema>();

export function Optional<S extends TSchema>(schema: S): TOptional<S> {
  let made = optionals.get(schema);
  if (!made) {
    made = { ...schema, [OptionalKind]: 'Optional' };
    optionals.set(schema, made);
  }
  return made as TOptional<S>;
}

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
  return typed({ $id, [Hint]: 'Recursive', ...build(self) });
}
