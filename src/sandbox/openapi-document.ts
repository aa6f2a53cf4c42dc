// The OpenAPI 3.1 document of all operations, made from their schemas: what the sandbox says that it offers.
import type { TSchema } from '@sinclair/typebox';
import { operations, schemas } from '../api/index.ts';
import { isObjectSchema, type Operation, TOKEN_KINDS, type TokenKind, takesToken } from '../api/operation.ts';

type Json = Record<string, unknown>;

const ERROR: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer', format: 'int32' }, message: { type: 'string' } },
    },
  },
};

const REASONS: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  204: 'Done; or, for a delete, there was nothing to delete',
  205: 'Deleted',
  400: 'The request is wrong',
  404: 'Not found',
  409: 'It conflicts with what is there',
  412: 'Something must be done first',
};

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description });

const BEARER: Record<TokenKind, Json> = {
  user: bearer('A token of a user'),
  integration: bearer('The token of an integration'),
  installation: bearer('The token of one installation of an integration'),
  internal: bearer("A token of a user of the platform's own staff"),
};

/** The kinds of tokens that do, one of them at a time. */
const securityFor = (operation: Pick<Operation, 'token'>): Json[] =>
  TOKEN_KINDS.filter((kind) => takesToken(operation, kind)).map((kind) => ({ [kind]: [] }));

/** That of all operations takes longer to make than most answers: it is made once, and nobody changes it. */
let whole: Json | undefined;

/** A plain JSON value, the same every time for the same operations. */
export function openApiDocument(offers?: (operation: Operation) => boolean): Json {
  if (offers) return documentOf(offers);
  whole ??= documentOf(() => true);
  return whole;
}

function documentOf(offers: (operation: Operation) => boolean): Json {
  const names = new Map<TSchema, string>([...schemas].map(([name, schema]) => [schema, name]));
  const convert = converter(names);
  return {
    openapi: '3.1.0',
    info: { title: 'Documentation Platform API', version: 'v1' },
    servers: [{ url: '/' }],
    security: securityFor({}),
    paths: pathsOf(operations.filter(offers), convert),
    components: {
      securitySchemes: Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, BEARER[kind]])),
      schemas: {
        ...Object.fromEntries([...schemas].map(([name, schema]) => [name, convert(schema, name)])),
        Error: ERROR,
      },
    },
  };
}

/** Turns a schema into JSON; what has a name of its own is referred to, except where `own` is that name. */
type Convert = (schema: TSchema, own?: string) => unknown;

function converter(names: ReadonlyMap<TSchema, string>): Convert {
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    if (typeof value !== 'object' || value === null) return value;
    // Safe: whatever is in a schema is a schema, or is not in the map.
    const schema = value as TSchema;
    const name = names.get(schema) ?? schema.$id;
    return name === undefined ? fields(schema) : refTo(name);
  };
  const fields = (schema: TSchema): object => {
    // A recursive schema refers to itself by its `$id`.
    if (typeof schema.$ref === 'string') return refTo(schema.$ref);
    const values = textsOf(schema);
    if (values) return { ...fields({ ...schema, anyOf: undefined }), type: 'string', enum: values };
    const entries = Object.entries(schema).filter(([key, value]) => key !== '$id' && value !== undefined);
    return Object.fromEntries(entries.map(([key, value]) => [key, inner(value)]));
  };
  return (schema, own) => (own === undefined ? inner(schema) : fields(schema));
}

/** The values of a closed list of texts, which generators of clients know as an enum. */
function textsOf({ anyOf }: TSchema): string[] | undefined {
  if (!Array.isArray(anyOf) || anyOf.length === 0) return undefined;
  const values = anyOf.map((option: TSchema) => option.const);
  return values.every((value) => typeof value === 'string') ? values : undefined;
}

function pathsOf(offered: readonly Operation[], convert: Convert): Json {
  const paths: Record<string, Json> = {};
  for (const operation of offered) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation, convert),
    };
  }
  return paths;
}

function describe(operation: Operation, convert: Convert): Json {
  const { id, summary, params, query, body, deprecated } = operation;
  const parameters = [
    ...parametersIn('path', params, convert),
    ...(query ? parametersIn('query', query, convert) : []),
  ];
  return {
    operationId: id,
    tags: [id.split('.')[0]],
    summary,
    ...(deprecated !== undefined && { deprecated: true, description: `Replaced by ${deprecated}` }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.token !== undefined && { security: securityFor(operation) }),
    ...(body && { requestBody: { required: isNeeded(body), content: jsonOf(convert(body)) } }),
    responses: responsesOf(operation, convert),
  };
}

function parametersIn(place: 'path' | 'query', schema: TSchema, convert: Convert): Json[] {
  const required: readonly string[] = schema.required ?? [];
  return Object.entries<TSchema>(schema.properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: convert(inner),
  }));
}

const isNeeded = (body: TSchema): boolean => !isObjectSchema(body) || (body.required ?? []).length > 0;
const jsonOf = (schema: unknown): Json => ({ 'application/json': { schema } });

/** Of a stream the contract tells one event. */
function contentOf({ result, streams }: Operation, convert: Convert): Json {
  if (result === undefined) return {};
  return {
    content: streams ? { 'text/event-stream': { schema: convert(result.items) } } : jsonOf(convert(result)),
  };
}

function responsesOf(operation: Operation, convert: Convert): Json {
  const { success, errors = [] } = operation;
  const responses: Json = {};
  for (const status of success) {
    const content = status !== 204 && status !== 205 ? contentOf(operation, convert) : {};
    responses[status] = { description: REASONS[status] ?? 'Done', ...content };
  }
  const error = { content: jsonOf({ $ref: '#/components/schemas/Error' }) };
  for (const status of errors) responses[status] = { description: REASONS[status] ?? 'Refused', ...error };
  responses.default = { description: 'Refused', ...error };
  return responses;
}
