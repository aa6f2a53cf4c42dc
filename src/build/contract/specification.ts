// The platform's published contract, read from the package that holds it: operations, named shapes, and how they refer to
// each other. Names, types and bounds are read; its sentences never are.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What a schema of OpenAPI 3 may say, as far as the contract uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  enum?: (string | number | boolean | null)[];
  const?: string | number | boolean;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  default?: unknown;
  /** Never read. */
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
}

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema?: Schema;
}

interface Content {
  $ref?: string;
  required?: boolean;
  content?: Record<string, { schema?: Schema }>;
}

interface Described {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
  security?: Record<string, string[]>[];
  deprecated?: boolean;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = Uppercase<(typeof METHODS)[number]>;

/** One operation of the contract. Paths begin with `/v1`, as requests do. */
export interface PublishedOperation {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly query: readonly { name: string; required: boolean; schema: Schema }[];
  readonly body?: Schema;
  /** Whether a request may come without one. */
  readonly bodyOptional?: boolean;
  readonly result?: Schema;
  /** The answer comes as server-sent events; `result` is the list of what they hold. */
  readonly streams: boolean;
  /** Status codes of success, the usual one first. */
  readonly success: readonly number[];
  readonly errors: readonly number[];
  readonly deprecated: boolean;
  /** Of several ages the one that has it, where others have not. */
  readonly only?: string;
  /** Names of the security schemes that it takes; empty where it takes a call without a token. */
  readonly security: readonly string[];
}

export interface Contract {
  readonly version: string;
  readonly operations: ReadonlyMap<string, PublishedOperation>;
  readonly shapes: Readonly<Record<string, Schema>>;
}

interface Document {
  paths: Record<string, Partial<Record<(typeof METHODS)[number], Described>> & { parameters?: Parameter[] }>;
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, Schema> };
  security?: Record<string, string[]>[];
}

/** Reads a version that is in `devDependencies`, by the name of its package there. */
export function installedContract(packageName = '@gitbook/api'): Contract {
  const file = createRequire(import.meta.url).resolve(`${packageName}/spec/openapi.json`);
  const { version } = JSON.parse(readFileSync(new URL('../package.json', `file://${file}`), 'utf8'));
  return readContract(JSON.parse(readFileSync(file, 'utf8')), version);
}

/** Takes a document of OpenAPI 3 and the version it is of. */
export function readContract(document: Document, version: string): Contract {
  const at = resolver(document);
  const operations = new Map<string, PublishedOperation>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const found = item[method];
      if (!found) continue;
      const parameters = [...(item.parameters ?? []), ...(found.parameters ?? [])].map(at);
      operations.set(found.operationId, {
        name: found.operationId,
        method: method.toUpperCase() as Method,
        path: `/v1${path}`,
        query: parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, required = false, schema = {} }) => ({ name, required, schema })),
        ...bodies(found, at),
        deprecated: found.deprecated ?? false,
        security: (found.security ?? document.security ?? []).flatMap((one) => Object.keys(one)),
      });
    }
  }
  return { version, operations, shapes: document.components.schemas };
}

type At = <T extends { $ref?: string }>(value: T) => T;

/** Follows references of parameters, bodies and answers. Those of shapes are kept: their names matter. */
function resolver(document: Document): At {
  const at: At = (value) => {
    if (!value.$ref) return value;
    const [, , kind = '', name = ''] = value.$ref.split('/');
    return at(document.components[kind]?.[name] as typeof value);
  };
  return at;
}

const bodyIn = (content: Content | undefined, type = 'application/json'): Schema | undefined =>
  content?.content?.[type]?.schema;

function bodies(
  { requestBody, responses }: Described,
  at: At,
): Pick<PublishedOperation, 'body' | 'bodyOptional' | 'result' | 'streams' | 'success' | 'errors'> {
  const codes = Object.keys(responses).map(Number);
  const success = codes.filter((code) => code >= 200 && code < 300);
  const first = (type?: string) =>
    success.map((code) => bodyIn(at(responses[code] ?? {}), type)).find((schema) => schema !== undefined);
  const body = requestBody && bodyIn(at(requestBody));
  const event = first('text/event-stream');
  const result = event ? { type: 'array', items: event } : first();
  return {
    ...(body && { body }),
    ...(body && at(requestBody).required !== true && { bodyOptional: true }),
    ...(result && { result }),
    streams: event !== undefined,
    success,
    errors: codes.filter((code) => code >= 400),
  };
}

/** What an operation is known by in every version, whatever it calls the parts of its path. */
export const routeOf = ({ method, path }: PublishedOperation): string =>
  `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

/** The name that a reference to a shape ends with. */
export const referenced = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
