// Checks answers by the specification that the platform publishes, with a checker that is not ours.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Operation } from '../../src/api/operation.ts';
import type { Told } from './contract-walk.ts';

interface Shape {
  $ref?: string;
  oneOf?: Shape[];
  anyOf?: Shape[];
  required?: string[];
  type?: unknown;
  nullable?: unknown;
  additionalProperties?: unknown;
  content?: Record<string, { schema?: unknown }>;
}
interface Described {
  responses: Record<string, Shape>;
  security?: object[];
  parameters?: { name?: string; $ref?: string }[];
}
interface Specification {
  paths: Record<string, Record<string, Described>>;
  security: object[];
  components: { schemas: Record<string, Shape>; parameters?: Record<string, { name: string }> };
}

export interface PublishedAnswers {
  /** The faults of one answer, as `operation /path what is wrong`; undefined where the version has no such answer. */
  faultsOf(told: Told): string[] | undefined;
}

/** Takes the name that a version has in `devDependencies`. */
function specificationOf(packageName: string): Specification {
  const file = createRequire(import.meta.url).resolve(`${packageName}/spec/openapi.json`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

const specifications = new Map<string, Specification>();

function described(packageName: string, { method, path }: Operation) {
  const { paths, security, components } = specifications.get(packageName) ?? specificationOf(packageName);
  specifications.set(packageName, { paths, security, components });
  const [, found] = Object.entries(paths).find(([one]) => unnamed(one) === unnamed(path)) ?? [];
  const known = found?.[method.toLowerCase()];
  return known && { security, components, ...known };
}

/** The kinds of tokens that a version takes for an operation, in its words; undefined where it has none such. */
export const publishedTokens = (packageName: string, operation: Operation): string[] | undefined =>
  described(packageName, operation)?.security.flatMap((one) => Object.keys(one));

/** The parameters that a version takes for an operation; undefined where it has none such. */
export function publishedParameters(packageName: string, operation: Operation): string[] | undefined {
  const known = described(packageName, operation);
  const named = ($ref = '') => known?.components.parameters?.[$ref.split('/').at(-1) ?? '']?.name ?? '';
  return known && (known.parameters ?? []).map(({ name, $ref }) => name ?? named($ref));
}

/** The same. */
export function publishedAnswers(packageName: string): PublishedAnswers {
  const specification = specificationOf(packageName);
  loosen(specification.components.schemas);
  spellOutNulls(specification);
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  // Formats of the platform's own, which nothing defines.
  for (const own of ['icon', 'emoji']) ajv.addFormat(own, true);
  ajv.addSchema(specification, 'specification');
  const paths = new Map(Object.keys(specification.paths).map((path) => [unnamed(path), path]));
  const compiled = new Map<string, ValidateFunction | undefined>();
  return {
    faultsOf({ operation, status, body }) {
      const path = paths.get(unnamed(operation.path));
      const at = `${path} ${operation.method} ${status}`;
      if (!compiled.has(at)) compiled.set(at, compile(ajv, specification, { path, operation, status }));
      const validate = compiled.get(at);
      if (!validate) return undefined;
      return validate(body) ? [] : faultsIn(operation.id, validate.errors ?? []);
    },
  };
}

/**
 * Some choices of the specification allow several of their options at once, which "one of" forbids: a document beside
 * nothing at all, a page with what was changed of it, any JSON.
 */
function loosen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const shape: Shape = value;
  if (Array.isArray(shape.oneOf)) {
    shape.anyOf = shape.oneOf.map((option) => (option.additionalProperties === false ? {} : option));
    delete shape.oneOf;
  }
  for (const field of Object.values(value)) loosen(field);
}

/** Older versions say `nullable` of what has no type of its own, which the checker does not take. */
function spellOutNulls(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const field of Object.values(value)) spellOutNulls(field);
  const shape: Shape = value;
  if (typeof shape.nullable !== 'boolean' || shape.type !== undefined) return;
  const { nullable, ...rest } = shape;
  for (const name of Object.keys(rest)) Reflect.deleteProperty(shape, name);
  delete shape.nullable;
  Object.assign(shape, nullable ? { anyOf: [rest, { type: 'null' }] } : rest);
}

const unnamed = (path: string): string => path.replace(/^\/v1/, '').replace(/\{\w+\}/g, '{}') || '/';

function compile(
  ajv: Ajv,
  { paths, components }: Specification,
  { path, operation, status }: Pick<Told, 'operation' | 'status'> & { path: string | undefined },
): ValidateFunction | undefined {
  const method = operation.method.toLowerCase();
  const answer = path === undefined ? undefined : paths[path]?.[method]?.responses[String(status)];
  if (!answer || path === undefined) return undefined;
  const [, , kind = '', name = ''] = answer.$ref?.split('/') ?? [];
  const shared = (components as Record<string, Record<string, Shape>>)[kind]?.[name];
  if (!(shared ?? answer).content?.['application/json']?.schema) return undefined;
  const way =
    answer.$ref?.slice(1) ?? ['', 'paths', path, method, 'responses', status].map(segment).join('/');
  return ajv.compile({ $ref: `specification#${way}/content/application~1json/schema` });
}

/** One part of a pointer in the fragment of a URL. */
const segment = (part: string | number): string =>
  encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('~', '~');

function faultsIn(id: string, errors: readonly ErrorObject[]): string[] {
  const faults = errors
    .filter(({ keyword }) => keyword !== 'anyOf')
    .map(({ instancePath, message }) => `${id} ${instancePath.replace(/\/\d+(?=\/|$)/g, '/*')} ${message}`);
  return faults.length > 0 ? [...new Set(faults)].slice(0, 5) : [`${id} is none of what it may be`];
}
