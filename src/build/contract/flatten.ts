// What several schemas that all hold, or of which one holds, say together of one object.
import { type Contract, referenced, type Schema } from './specification.ts';

/** Follows a reference to a named shape; any other schema is returned as it is. */
export function followed(schema: Schema, { shapes }: Contract): Schema {
  if (!schema.$ref) return schema;
  const found = shapes[referenced(schema.$ref)];
  if (!found) throw new Error(`The contract refers to ${schema.$ref}, which it does not have.`);
  return followed(found, { shapes } as Contract);
}

/** Whether null is one of its values, and the rest of it. */
export function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  const { nullable = false, ...rest } = schema;
  if (Array.isArray(rest.type)) {
    const types = rest.type.filter((type) => type !== 'null');
    const [only] = types;
    return {
      schema: { ...rest, type: types.length === 1 && only ? only : types },
      nullable: nullable || types.length < rest.type.length,
    };
  }
  for (const key of ['oneOf', 'anyOf'] as const) {
    const options = rest[key];
    const others = options?.filter((option) => !isNull(option));
    if (options && others && others.length < options.length) {
      const [only] = others;
      return { schema: others.length === 1 && only ? only : { ...rest, [key]: others }, nullable: true };
    }
  }
  if (rest.enum?.includes(null)) {
    return { schema: { ...rest, enum: rest.enum.filter((value) => value !== null) }, nullable: true };
  }
  return { schema: rest, nullable };
}

const isNull = (schema: Schema): boolean =>
  schema.type === 'null' || (schema.enum?.length === 1 && schema.enum[0] === null);

export const optionsOf = (schema: Schema): Schema[] | undefined => schema.oneOf ?? schema.anyOf;

/**
 * One object of what parts say that all hold. Where a part is a choice, its fields are optional unless every option
 * requires them, and a field of several options takes the values of each.
 */
export function flattened(schema: Schema, contract: Contract, depth = 0): Schema | undefined {
  // A choice that holds itself has no end, and so is no object.
  if (depth > DEEPEST) return undefined;
  const { schema: at } = withoutNull(followed(schema, contract));
  const parts = [...(at.allOf ?? [])];
  const options = optionsOf(at);
  const choice = options && chosen(options, contract, depth + 1);
  if (options && !choice) return undefined;
  if (parts.length === 0 && !choice) return isObject(at) ? at : undefined;
  const all = parts.map((part) => flattened(part, contract, depth + 1));
  if (all.some((part) => part === undefined)) return undefined;
  return [at, ...(choice ? [choice] : []), ...all].reduce<Schema>(
    (whole, part) => ({
      type: 'object',
      properties: { ...whole.properties, ...part?.properties },
      required: [...(whole.required ?? []), ...(part?.required ?? [])],
      ...(part?.additionalProperties !== undefined && part.additionalProperties !== false
        ? { additionalProperties: part.additionalProperties }
        : whole.additionalProperties !== undefined && { additionalProperties: whole.additionalProperties }),
    }),
    { type: 'object' },
  );
}

const DEEPEST = 12;

/** What one of several objects may have. Absent where one of them is no object. */
function chosen(options: Schema[], contract: Contract, depth: number): Schema | undefined {
  const objects: Schema[] = [];
  for (const option of options) {
    const object = flattened(option, contract, depth);
    if (!object) return undefined;
    objects.push(object);
  }
  const properties: Record<string, Schema> = {};
  for (const name of new Set(objects.flatMap((object) => Object.keys(object.properties ?? {})))) {
    const of = objects.flatMap((object) => object.properties?.[name] ?? []);
    properties[name] = either(of);
  }
  const required = Object.keys(properties).filter((name) =>
    objects.every((object) => object.required?.includes(name)),
  );
  return { type: 'object', properties, required };
}

/** One schema of several that a field may have: lists of words become one list, and the same schema is one. */
function either(schemas: Schema[]): Schema {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(said(schema)), schema])).values()];
  const [first = {}] = different;
  if (different.length === 1) return first;
  if (different.every((schema) => schema.enum)) {
    return { type: 'string', enum: [...new Set(different.flatMap((schema) => schema.enum ?? []))] };
  }
  return { oneOf: different };
}

/** A schema without the sentences that may differ where the rest is the same. */
const said = (schema: Schema): object => ({ ...schema, description: undefined, title: undefined });

export const isObject = (schema: Schema): boolean =>
  schema.properties !== undefined || schema.type === 'object';
