// Reads a request by the schemas of its operation. Loaded only when there is a query or a body.
import type { TObject, TSchema } from '@sinclair/typebox';
import { checkRequest, convert } from '../api/check.ts';
import { isObjectSchema, type Operation } from '../api/operation.ts';
import { badRequest, WireError } from './wire-error.ts';

export interface SandboxRequest {
  params?: Record<string, string>;
  /** Typed values, or text as it is in a URL. */
  query?: Record<string, unknown>;
  /** Lower-case names. */
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * The flat input of an operation. Text of a query becomes what the schema wants; fields nobody knows are dropped,
 * as a server must that does not know its clients' versions; a body that may be missing is an empty one then.
 * Throws 400 naming every field that is wrong.
 */
export function readRequest(operation: Operation, request: SandboxRequest): Record<string, unknown> {
  const params = request.params ?? {};
  requireText(request);
  requireDone(operation, request);
  const query = readQuery(operation.query, request.query ?? {});
  if (operation.body && !operation.bodyOptional && request.body === undefined)
    throw badRequest('a body is required');
  const body = readBody(operation.body, request.body);
  const problems = checkRequest(operation, { params, query, body });
  if (Number(query.limit) > (operation.mostOnPage ?? Number.POSITIVE_INFINITY))
    problems.push({ path: 'limit', message: `must be at most ${operation.mostOnPage}` });
  if (problems.length > 0) {
    throw badRequest(problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; '));
  }
  const fields = operation.body && !isObjectSchema(operation.body) ? { body } : asRecord(body);
  return { ...fields, ...query, ...params };
}

/** Throws 501 for what the platform takes and the sandbox would leave out. */
function requireDone({ id, lacks = [] }: Operation, { query, body }: SandboxRequest): void {
  const given = { ...query, ...asRecord(body) };
  const asked = lacks.find((name) => given[name] !== undefined && given[name] !== 'false');
  if (asked !== undefined) throw new WireError(501, `the sandbox does not do ${id} with ${asked}`);
}

/** Text of a URL as what the schema wants: `5` a number, `true` a boolean, one value a list where lists are meant. */
function readQuery(schema: TObject | undefined, query: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [key, property] of Object.entries(schema?.properties ?? {})) {
    const value = Object.hasOwn(query, key) ? query[key] : undefined;
    if (value !== undefined) fields[key] = readField(property, value);
  }
  return fields;
}

function readField(schema: TSchema, value: unknown): unknown {
  if (typeof value === 'number') return value;
  if (schema.type === 'boolean' && !['true', 'false', true, false].includes(value as string)) return value;
  const converted = convert(schema, value);
  // 1.5 would become 1, and 0x10 would become 16, and nobody would hear of it.
  const isWhole = /^-?\d+(?:\.0+)?$/.test(String(value));
  return typeof converted === 'number' && !isWhole ? value : converted;
}

function readBody(schema: TSchema | undefined, body: unknown): unknown {
  if (!schema) return undefined;
  return isObjectSchema(schema) ? known(schema, body === undefined ? {} : body) : body;
}

function known(schema: TSchema, value: unknown): unknown {
  if (!isObjectSchema(schema) || typeof value !== 'object' || value === null || Array.isArray(value))
    return value;
  return Object.fromEntries(
    Object.entries(value).filter(
      ([key, field]) => Object.hasOwn(schema.properties, key) && field !== undefined,
    ),
  );
}

/** Throws 400 for text that cannot be kept as it is: with a NUL, or with half of a character. */
export function requireText({ params, query, body }: SandboxRequest): void {
  // Step by step: a body may be deeper than functions can call themselves.
  const left: [path: string, value: unknown][] = [params, query, body].map((part) => ['', part]);
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next;
    if (typeof value === 'string') requireWhole(path, value);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, field] of Object.entries(value)) {
      requireWhole(path, key);
      left.push([`${path}.${key}`.slice(0, LONGEST_PATH), field]);
    }
  }
}

/** Of the path to a field, as much as a message shows. */
const LONGEST_PATH = 200;

function requireWhole(path: string, text: string): void {
  const bad = text.includes('\0') ? 'a NUL character' : !text.isWellFormed() && 'half of a character';
  if (bad) throw badRequest(`${path.slice(1)} must not contain ${bad}`.trim());
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
