// Prints schemas of the contract as the builders of src/api/schema.ts.
import { flattened, followed, isObject, optionsOf, withoutNull } from './flatten.ts';
import { type Contract, referenced, type Schema } from './specification.ts';

/** Where printing is: what may be referred to by name, and what was. */
export interface Printing {
  readonly contract: Contract;
  /** Names of shapes that are in some file by themselves. */
  readonly named: ReadonlySet<string>;
  /** What some of them are called that are ours. */
  readonly ours: Readonly<Record<string, string>>;
  /** Builders that the text needs. */
  readonly builders: Set<string>;
  /** Named shapes that the text refers to. */
  readonly shapes: Set<string>;
  /** The shape that is printed, where it may hold itself, and the names on the way from it to here. */
  readonly root?: string;
  readonly way: readonly string[];
  /** How often a shape without a file of its own was printed. */
  readonly times: Map<string, { count: number; size: number }>;
  /** Shapes that hold themselves. */
  readonly recursive: Set<string>;
}

export function printing(
  contract: Contract,
  named: ReadonlySet<string>,
  ours: Printing['ours'] = {},
): Printing {
  const empty = () => new Set<string>();
  return {
    contract,
    named,
    ours,
    builders: empty(),
    shapes: empty(),
    way: [],
    recursive: empty(),
    times: new Map(),
  };
}

/** The definition of a named shape. */
export function printNamed(name: string, at: Printing): string {
  const text = print(at.contract.shapes[name] ?? {}, { ...at, root: name, way: [name] });
  if (!at.recursive.has(name)) return text;
  return `${use(at, 'Recursive')}((This) => ${text}, { $id: '${name}' })`;
}

/** A schema as an expression of builders. */
export function print(schema: Schema, at: Printing): string {
  if (schema.$ref) return printReference(referenced(schema.$ref), at);
  const { schema: plain, nullable } = withoutNull(schema);
  return nullable ? `${use(at, 'Nullable')}(${print(plain, at)})` : printPlain(plain, at);
}

function printReference(name: string, at: Printing): string {
  if (name === at.root) {
    at.recursive.add(name);
    return 'This';
  }
  if (at.named.has(name)) {
    at.shapes.add(name);
    return at.ours[name] ?? name;
  }
  if (!at.way.includes(name)) return printWithin(name, at);
  // What holds itself is not looked into, but for an option of the shape itself: its children are any of these.
  if (!at.root || !isOption(name, at.root, at)) return `${use(at, 'Unknown')}()`;
  at.recursive.add(at.root);
  return 'This';
}

/** A shape without a file of its own, where it is used. */
function printWithin(name: string, at: Printing): string {
  const text = at.root
    ? print(at.contract.shapes[name] ?? {}, { ...at, way: [...at.way, name] })
    : printNamed(name, at);
  const before = at.times.get(name)?.count ?? 0;
  at.times.set(name, { count: before + 1, size: text.length });
  return text;
}

const isOption = (name: string, of: string, { contract }: Printing): boolean =>
  (optionsOf(contract.shapes[of] ?? {}) ?? []).some(
    ({ $ref }) => $ref !== undefined && referenced($ref) === name,
  );

function printPlain(schema: Schema, at: Printing): string {
  if (schema.allOf) return printAll(schema, at);
  const options = optionsOf(schema);
  if (options) return printChoice(withFields(options, schema), schema, at);
  if (schema.enum && schema.type !== 'boolean') return printEnum(schema, at);
  if (isObject(schema)) return printObject(schema, at);
  if (Array.isArray(schema.type)) {
    const types = schema.type;
    return printChoice(
      types.map((type) => ({ ...schema, type })),
      {},
      at,
    );
  }
  if (schema.type === 'array') {
    return call(
      at,
      'ArrayOf',
      [print(schema.items ?? {}, at)],
      bounds(schema, ['minItems', 'maxItems', 'uniqueItems']),
    );
  }
  return printLeaf(schema, at);
}

function printAll(schema: Schema, at: Printing): string {
  const [only, ...more] = schema.allOf ?? [];
  if (only && more.length === 0 && !schema.properties) return print(only, at);
  const object = flattened(schema, at.contract);
  if (object) return printObject(object, at);
  // What all must hold is said by the part that says most: it is a choice of texts with bounds, or a list.
  return only ? print(only, at) : call(at, 'Unknown', []);
}

/** Options of an object that has fields of its own have these, too. */
const withFields = (options: Schema[], { properties, required = [] }: Schema): Schema[] =>
  properties
    ? options.map((option) => ({ allOf: [{ type: 'object', properties, required }, option] }))
    : options;

function printChoice(options: Schema[], schema: Schema, at: Printing): string {
  const words = options.map((option) => followed(option, at.contract));
  if (words.every(({ enum: values, type }) => values && type === 'string')) {
    return printEnum({ ...schema, enum: words.flatMap((word) => word.enum ?? []) }, at);
  }
  // Some words that are known, and any other: a text.
  if (words.every(({ type }) => type === 'string')) return call(at, 'Str', []);
  const printed = [...new Set(options.map((option) => print(option, at)))];
  const [only = ''] = printed;
  return printed.length === 1 ? only : call(at, 'Union', [`[${printed.join(', ')}]`]);
}

function printEnum({ enum: values = [], default: preset }: Schema, at: Printing): string {
  const texts = [...new Set(values)].map((value) => JSON.stringify(value));
  const options = preset === undefined ? {} : { default: preset };
  if (texts.length === 1 && texts[0]) return call(at, 'Literal', [texts[0]], options);
  if (values.every((value) => typeof value === 'string'))
    return call(at, 'Enum', [`[${texts.join(', ')}]`], options);
  return call(at, 'Union', [`[${texts.map((text) => call(at, 'Literal', [text])).join(', ')}]`], options);
}

export function printObject(schema: Schema, at: Printing): string {
  const { properties, additionalProperties: more } = schema;
  const size = bounds(schema, ['minProperties', 'maxProperties']);
  if (!properties || Object.keys(properties).length === 0) {
    if (more === false) return call(at, 'Obj', ['{}'], { additionalProperties: false });
    const value = typeof more === 'object' ? print(more, at) : call(at, 'Unknown', []);
    if (!schema.propertyNames) return call(at, 'RecordOf', [call(at, 'Str', []), value], size);
    at.shapes.add('ByWord');
    return `ByWord(${print(schema.propertyNames, at)}, ${value})`;
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const text = print(field, at);
    const optional = schema.required?.includes(name) ? text : call(at, 'Optional', [text]);
    return `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${optional}`;
  });
  return call(at, 'Obj', [`{ ${fields.join(', ')} }`], {
    ...(more && { additionalProperties: true }),
    ...size,
  });
}

function printLeaf(schema: Schema, at: Printing): string {
  const preset = schema.default === undefined ? {} : { default: schema.default };
  switch (schema.type) {
    case 'string':
      if (schema.format === 'date-time') return call(at, 'DateTime', [], preset);
      if (schema.format === 'uri' && !schema.pattern)
        return call(at, 'Uri', [], { ...bounds(schema, ['maxLength']), ...preset });
      if (schema.format === 'email' && !schema.pattern) return call(at, 'Email', []);
      return call(at, 'Str', [], { ...bounds(schema, ['minLength', 'maxLength', 'pattern']), ...preset });
    case 'integer':
      return call(at, 'Integer', [], { ...bounds(schema, ['minimum', 'maximum']), ...preset });
    case 'number':
      return call(at, 'Num', [], { ...bounds(schema, ['minimum', 'maximum']), ...preset });
    case 'boolean':
      return call(at, 'Bool', [], preset);
    default:
      return call(at, 'Unknown', []);
  }
}

const bounds = <K extends keyof Schema>(schema: Schema, keys: K[]): Partial<Pick<Schema, K>> =>
  Object.fromEntries(
    keys.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])),
  ) as Partial<Pick<Schema, K>>;

function call(at: Printing, builder: string, args: string[], options: object = {}): string {
  const all = Object.keys(options).length > 0 ? [...args, JSON.stringify(options)] : args;
  return `${use(at, builder)}(${all.join(', ')})`;
}

function use(at: Printing, builder: string): string {
  at.builders.add(builder);
  return builder;
}
