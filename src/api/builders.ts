// TypeBox's schemas, made by builders of our own: the library's copy and re-examine what they are given, which costs
// 8 ms at the start of every command. A test compares each of these with its original.
import type * as TypeBox from '@sinclair/typebox';

/** TypeBox's own symbols, without loading it. */
const Kind: typeof TypeBox.Kind = Symbol.for('TypeBox.Kind') as typeof TypeBox.Kind;
const Hint: typeof TypeBox.Hint = Symbol.for('TypeBox.Hint') as typeof TypeBox.Hint;
const OptionalKind: typeof TypeBox.OptionalKind = Symbol.for(
  'TypeBox.Optional',
) as typeof TypeBox.OptionalKind;

/** Safe in each builder below: what it makes is what TypeBox makes for this type. */
const typed = <T extends TypeBox.TSchema>(made: object): T => made as T;

/**
 * A group makes hundreds before it runs: without options, `rest` itself becomes the schema, and is nobody else's. With
 * some, what all have comes first: V8 makes a shape for each order of names.
 */
function make<T extends TypeBox.TSchema>(
  kind: string,
  options: TypeBox.SchemaOptions | undefined,
  rest: object,
): T {
  if (options) return typed({ [Kind]: kind, ...options, ...rest });
  const made: { [Kind]?: string } = rest;
  made[Kind] = kind;
  return typed(made);
}

/** A leaf without options is one object, wherever it stands: most fields are such, and nothing ever changes one. */
function leaf<T extends TypeBox.TSchema, O extends TypeBox.SchemaOptions = TypeBox.SchemaOptions>(
  kind: string,
  rest: object,
): (options?: O) => T {
  const plain = make<T>(kind, undefined, { ...rest });
  return (options) => (options ? make<T>(kind, options, rest) : plain);
}

export const Str = leaf<TypeBox.TString, TypeBox.StringOptions>('String', { type: 'string' });
export const Num = leaf<TypeBox.TNumber, TypeBox.NumberOptions>('Number', { type: 'number' });
export const Integer = leaf<TypeBox.TInteger, TypeBox.IntegerOptions>('Integer', { type: 'integer' });
export const Bool = leaf<TypeBox.TBoolean>('Boolean', { type: 'boolean' });
export const Null = leaf<TypeBox.TNull>('Null', { type: 'null' });
export const Unknown = leaf<TypeBox.TUnknown>('Unknown', {});

export const Literal = <const V extends string | number | boolean>(
  value: V,
  options?: TypeBox.SchemaOptions,
): TypeBox.TLiteral<V> => make('Literal', options, { const: value, type: typeof value });

export const ArrayOf = <S extends TypeBox.TSchema>(
  items: S,
  options?: TypeBox.ArrayOptions,
): TypeBox.TArray<S> => make('Array', options, { type: 'array', items });

const optionals = new Map<TypeBox.TSchema, TypeBox.TSchema>();

export function Optional<S extends TypeBox.TSchema>(schema: S): TypeBox.TOptional<S> {
  let made = optionals.get(schema);
  if (!made) {
    made = { ...schema, [OptionalKind]: 'Optional' };
    optionals.set(schema, made);
  }
  return made as TypeBox.TOptional<S>;
}

export function Obj<P extends TypeBox.TProperties>(
  properties: P,
  options?: TypeBox.ObjectOptions,
): TypeBox.TObject<P> {
  const required = Object.keys(properties).filter((name) => properties[name]?.[OptionalKind] !== 'Optional');
  const bounds =
    required.length > 0 ? { type: 'object', required, properties } : { type: 'object', properties };
  return make('Object', options, bounds);
}

/** A map from any text to one kind of value. */
export const RecordOf = <S extends TypeBox.TSchema>(
  _key: TypeBox.TString,
  value: S,
  options?: TypeBox.ObjectOptions,
): TypeBox.TRecord<TypeBox.TString, S> =>
  make('Record', options, { type: 'object', patternProperties: { '^(.*)$': value } });

/** Of at least two: TypeBox makes something else of none or one. */
export const Union = <S extends TypeBox.TSchema[]>(
  options: readonly [...S],
  rest?: TypeBox.SchemaOptions,
): TypeBox.TUnion<S> => make('Union', rest, { anyOf: options });

/** A schema that holds itself; `$id` is what `This` refers to. */
export function Recursive<S extends TypeBox.TSchema>(
  build: (self: TypeBox.TThis) => S,
  { $id }: { $id: string },
): TypeBox.TRecursive<S> {
  const self = make<TypeBox.TThis>('This', undefined, { $ref: $id });
  return typed({ $id, [Hint]: 'Recursive', ...build(self) });
}
