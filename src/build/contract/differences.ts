// What another version of the contract has, has not, or says otherwise: operations, named shapes, and their fields.
import { flattened, optionsOf, withoutNull } from './flatten.ts';
import { type Contract, type PublishedOperation, referenced, routeOf, type Schema } from './specification.ts';

export interface Difference {
  readonly kind: 'came' | 'went' | 'changed';
  /** `PUT /v1/things/{}` or the name of a shape. */
  readonly of: string;
  /** Absent where the whole operation or shape came or went. */
  readonly field?: string;
  readonly before?: string;
  readonly after?: string;
}

/** Every difference of what the two say, operations before shapes; nothing where they say the same. */
export const differences = (before: Contract, after: Contract): Difference[] => [
  ...inAll(operationsOf(before), operationsOf(after)),
  ...inAll(shapesOf(before), shapesOf(after)),
];

export function differenceLine({ kind, of, field, before, after }: Difference): string {
  if (field === undefined) return `${kind} ${of}`;
  if (kind === 'changed') return `${kind} ${of} ${field}: ${before} -> ${after}`;
  return `${kind} ${of} ${field}: ${before ?? after}`;
}

/** Fields of a thing by their paths, with what each may be. */
type Fields = ReadonlyMap<string, string>;

const inAll = (before: ReadonlyMap<string, Fields>, after: ReadonlyMap<string, Fields>): Difference[] =>
  both(before, after).flatMap((of): Difference[] => {
    const was = before.get(of);
    const is = after.get(of);
    return was && is ? inOne(of, was, is) : [{ kind: is ? 'came' : 'went', of }];
  });

const inOne = (of: string, before: Fields, after: Fields): Difference[] =>
  both(before, after).flatMap((field): Difference[] => {
    const was = before.get(field);
    const is = after.get(field);
    if (was === is) return [];
    const kind = was === undefined ? 'came' : is === undefined ? 'went' : 'changed';
    return [
      { kind, of, field, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) },
    ];
  });

const both = (before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] => [
  ...new Set([...before.keys(), ...after.keys()]),
];

const operationsOf = (contract: Contract): Map<string, Fields> =>
  new Map([...contract.operations.values()].map((one) => [routeOf(one), fieldsOfOperation(one, contract)]));

const shapesOf = (contract: Contract): Map<string, Fields> =>
  new Map(
    Object.entries(contract.shapes).map(([name, schema]) => {
      const fields = new Map<string, string>();
      walk(schema, { contract, fields, path: '', required: true });
      return [name, fields];
    }),
  );

function fieldsOfOperation(operation: PublishedOperation, contract: Contract): Fields {
  const fields = new Map<string, string>();
  const put = (path: string, schema: Schema, required = true) =>
    walk(schema, { contract, fields, path, required });
  for (const { name, required, schema } of operation.query) put(`query.${name}`, schema, required);
  if (operation.body) put('body', operation.body);
  if (operation.result) put('result', operation.result);
  fields.set('success', operation.success.join(' '));
  if (operation.deprecated) fields.set('deprecated', 'yes');
  return fields;
}

interface Walk {
  readonly contract: Contract;
  readonly fields: Map<string, string>;
  readonly path: string;
  readonly required: boolean;
}

/** Deeper fields are those of choices that hold themselves. */
const DEEPEST = 8;

/** Shapes with a name are told by it: their fields are told once, with the shape. */
function walk(schema: Schema, at: Walk): void {
  if (at.path.split('.').length > DEEPEST) return;
  const { schema: plain, nullable } = withoutNull(schema);
  const object = plain.$ref ? undefined : flattened(plain, at.contract);
  const type = plain.$ref ? referenced(plain.$ref) : typeOf(plain, object);
  at.fields.set(at.path, `${type}${nullable ? ' or null' : ''}${at.required ? '' : ', optional'}`);
  for (const [name, field] of Object.entries(object?.properties ?? {})) {
    const path = at.path === '' ? name : `${at.path}.${name}`;
    walk(field, { ...at, path, required: object?.required?.includes(name) ?? false });
  }
  if (plain.items) walk(plain.items, { ...at, path: `${at.path}[]`, required: true });
}

function typeOf(schema: Schema, object: Schema | undefined): string {
  if (object) return 'object';
  if (schema.enum) return schema.enum.join('|');
  const options = optionsOf(schema);
  if (options)
    return `one of ${options.map(({ $ref, type = 'object' }) => ($ref ? referenced($ref) : type)).join(', ')}`;
  const bounds = [
    schema.format,
    schema.minLength,
    schema.maxLength,
    schema.minimum,
    schema.maximum,
    schema.pattern,
  ];
  return [schema.type ?? 'anything', ...bounds.filter((bound) => bound !== undefined)].join(' ');
}
