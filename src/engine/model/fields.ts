// Reads an operation's schemas: which fields it takes, and which flag each one is.
import type { TSchema } from '@sinclair/typebox';
import { FLAG, isObjectSchema, type Operation } from '../../api/operation.ts';

export type FieldKind = 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'list' | 'texts' | 'json';

export interface Field {
  /** Where it is in the input: `['gitInfo', 'provider']`. */
  path: readonly string[];
  /** Kebab case, without dashes: `git-info-provider`; another one where the schema says so. */
  flag: string;
  kind: FieldKind;
  /** Allowed values of a choice, or of the items of a list. */
  values?: readonly string[];
  nullable: boolean;
  /** Required, and so are all its ancestors. */
  required: boolean;
  description: string;
  schema: TSchema;
}

/** Paging is our own business: every page is fetched, `--limit` is a total. */
const PAGING = new Set(['page', 'limit']);
const LIMIT = new Set(['limit']);

/** `editMode` as `edit-mode`. */
export function kebab(name: string): string {
  // Each of these expressions takes 0.1 ms to compile.
  if (name === name.toLowerCase() && !name.includes('_') && !name.includes('.')) return name;
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1-')
    .replace(/[_.]/g, '-')
    .toLowerCase();
}

/** `edit-mode` as `editMode`: how a flag is kept. */
export const camelCase = (flag: string): string =>
  flag
    .split('-')
    .map((word, at) => (at === 0 ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join('');

const READ = new WeakMap<Operation, readonly Field[]>();

/** Takes an operation; returns the fields of its query and body that can be a flag, in their order. */
export function fieldsOf(operation: Operation, hidden: readonly string[] = []): Field[] {
  // Once for its flags, and once for each of many targets.
  const fields = READ.get(operation) ?? readFields(operation);
  READ.set(operation, fields);
  return fields.filter((field) => !hidden.includes(field.path[0] ?? ''));
}

function readFields(operation: Operation): Field[] {
  const query = operation.query ? fieldsIn(operation.query, [], true) : [];
  const body = operation.body && isObjectSchema(operation.body) ? fieldsIn(operation.body, [], true) : [];
  // `page` of an operation that is no list is a page of content.
  const ours = operation.paging === 'pages' ? PAGING : LIMIT;
  const own = query.filter((field) => !ours.has(field.path[0] ?? ''));
  return [...own, ...body];
}

function fieldsIn(schema: TSchema, path: readonly string[], required: boolean): Field[] {
  const wanted: readonly string[] = schema.required ?? [];
  return Object.entries<TSchema>(schema.properties).flatMap(([name, inner]) =>
    toFields(inner, [...path, name], required && wanted.includes(name)),
  );
}

/** An object of plain fields becomes one flag a field, two levels deep; anything deeper takes JSON. */
function toFields(schema: TSchema, path: readonly string[], required: boolean): Field[] {
  const { inner, nullable } = unwrapNull(schema);
  if (isObjectSchema(inner) && path.length < 2 && !nullable && isFlat(inner)) {
    return fieldsIn(inner, path, required);
  }
  const description: string = schema.description ?? inner.description ?? '';
  const named: string | undefined = Reflect.get(schema, FLAG);
  const flag = named ?? path.map(kebab).join('-');
  const field = { path, flag, nullable, required, description, schema: inner };
  return [{ ...field, ...(named && inner.patternProperties ? { kind: 'texts' } : kindOf(inner)) }];
}

const isFlat = (schema: TSchema): boolean =>
  Object.values<TSchema>(schema.properties).every((inner) => kindOf(unwrapNull(inner).inner).kind !== 'json');

function kindOf(schema: TSchema): { kind: FieldKind; values?: readonly string[] } {
  const values = literals(schema);
  if (values) return { kind: 'choice', values };
  if (schema.type === 'array') {
    const items = kindOf(schema.items);
    if (items.kind === 'choice') return { kind: 'list', values: items.values ?? [] };
    return { kind: items.kind === 'text' ? 'list' : 'json' };
  }
  if (schema.type === 'string') return { kind: 'text' };
  if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean')
    return { kind: schema.type };
  return { kind: 'json' };
}

/** The texts a union of literals allows (booleans among them as text); undefined for anything else. */
function literals(schema: TSchema): string[] | undefined {
  if (!Array.isArray(schema.anyOf)) return undefined;
  const values = schema.anyOf.flatMap((option: TSchema) => {
    if (option.const !== undefined) return [String(option.const)];
    return option.type === 'boolean' ? ['true', 'false'] : [undefined];
  });
  return values.every((value: string | undefined) => value !== undefined) ? values : undefined;
}

function unwrapNull(schema: TSchema): { inner: TSchema; nullable: boolean } {
  if (!Array.isArray(schema.anyOf)) return { inner: schema, nullable: false };
  const rest = schema.anyOf.filter((option: TSchema) => option.type !== 'null');
  if (rest.length === schema.anyOf.length) return { inner: schema, nullable: false };
  const flat = rest.flatMap((option: TSchema) => (literals(option) ? option.anyOf : [option]));
  return { inner: flat.length === 1 ? flat[0] : { ...schema, anyOf: flat }, nullable: true };
}

/** The fields of a command that are flags: all but those given by position. A text that may be left out is both. */
export function flagFields(
  { args, hidden }: { args: readonly { field: string; required: boolean }[]; hidden: readonly string[] },
  operation: Operation,
): Field[] {
  const optional = args.filter(({ required }) => !required).map(({ field }) => field);
  const fixed = args.filter(({ required }) => required).map(({ field }) => field);
  return fieldsOf(operation, [...hidden, ...fixed]).filter(
    ({ path: [first = ''], kind }) => kind === 'text' || !optional.includes(first),
  );
}

/** The name under which commander keeps a flag: `edit-mode` as `editMode`. */
export function attribute(flag: string): string {
  if (!flag.includes('-')) return flag;
  const name = ATTRIBUTES.get(flag) ?? camelCase(flag);
  ATTRIBUTES.set(flag, name);
  return name;
}

/** A job on thousands of targets asks for the same few thousands of times. */
const ATTRIBUTES = new Map<string, string>();
