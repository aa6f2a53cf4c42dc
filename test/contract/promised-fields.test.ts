// What an answer must hold by the published contracts, and no more: code of ours must not need a field that none promises.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value';
import { expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import type { Operation } from '../../src/api/operation.ts';

interface Shape {
  $ref?: string;
  enum?: unknown[];
  allOf?: Shape[];
  oneOf?: Shape[];
  anyOf?: Shape[];
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  content?: Record<string, { schema?: Shape }>;
}
interface Specification {
  paths: Record<string, Record<string, { responses: Record<string, Shape> }>>;
  components: { schemas: Record<string, Shape>; responses?: Record<string, Shape> };
}

/** More alternatives of one value are not told apart. */
const MOST = 24;
const UNFINISHED = Symbol('a shape that holds itself');

/** The smallest values that a version allows, one for each alternative. */
class Smallest {
  readonly #made = new Map<string, unknown[]>();
  readonly #schemas: Readonly<Record<string, Shape>>;
  constructor({ components }: Specification) {
    this.#schemas = components.schemas;
  }

  of(shape: Shape): unknown[] {
    if (shape.$ref !== undefined) return this.#named(shape.$ref.split('/').at(-1) ?? '');
    if (shape.enum) return shape.enum.slice(0, 1);
    const alternatives = shape.oneOf ?? shape.anyOf;
    if (shape.allOf) {
      const { allOf, ...rest } = shape;
      return this.#together([...allOf, rest]);
    }
    if (alternatives) return alternatives.flatMap((one) => this.of(one)).slice(0, MOST);
    if (shape.properties || shape.type === 'object') return this.#object(shape);
    if (shape.type === 'array') return [this.of(shape.items ?? {}).filter((one) => one !== UNFINISHED)];
    return [{ string: 'text', number: 1, integer: 1, boolean: true, null: null }[shape.type ?? ''] ?? 'any'];
  }

  #named(name: string): unknown[] {
    const known = this.#made.get(name);
    if (known) return known;
    this.#made.set(name, [UNFINISHED]);
    const made = this.of(this.#schemas[name] ?? {}).slice(0, MOST);
    this.#made.set(name, made);
    return made;
  }

  /** All parts at once: the first of each, then each other alternative of a part beside the first of the other parts. */
  #together(parts: readonly Shape[]): unknown[] {
    const choices = parts
      .map((part) => this.of(part).filter((one) => typeof one === 'object' && one !== null))
      .filter(({ length }) => length > 0);
    const beside = (at: number, one: unknown) =>
      Object.assign({}, ...choices.map(([first], index) => (index === at ? one : first)));
    const others = choices.flatMap((all, at) => all.slice(1).map((one) => beside(at, one)));
    return [beside(-1, undefined), ...others];
  }

  #object({ properties = {}, required = [] }: Shape): unknown[] {
    const choices = required.flatMap((name) => {
      const shape = properties[name];
      return shape ? [[name, this.of(shape)] as const] : [];
    });
    const first = Object.fromEntries(choices.map(([name, [one]]) => [name, one]));
    return [
      first,
      ...choices.flatMap(([name, [, ...others]]) => others.map((one) => ({ ...first, [name]: one }))),
    ].slice(0, MOST);
  }
}

const specificationOf = (name: string): Specification =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`${name}/spec/openapi.json`), 'utf8'));

/** What an answer lacks by our shape, of the alternative that fits best: the one with no other fault but what is missing. */
function lackingIn(errors: Iterable<ValueError>): string[] {
  return [...errors].flatMap((error) => {
    if (error.type === ValueErrorType.ObjectRequiredProperty) return [error.path.replace(/\/\d+/g, '/*')];
    const branches = error.errors.map((one) => [...one]).filter(({ length }) => length > 0);
    if (branches.length === 0) return [];
    const ofThatKind = branches.filter(
      (one) => !one.some(({ path }) => /\/(type|kind|object|target|status)$/.test(path)),
    );
    const lacking = ofThatKind.map(lackingIn).sort((one, other) => one.length - other.length);
    return lacking[0]?.slice(0, 1) ?? [];
  });
}

/** What is read as absent all the same: looks of an older host, and what is only shown. */
const READ_WITHOUT = [
  /^customization\.\w+ \/(socialAccounts|pageActions\/items|styling\/codeTheme)$/,
  /^siteStructure\.published \/(customizations|scripts)\//,
  /^reviewers\.request \/users$/,
];

/** The answers of an operation that a version documents as success. */
function answersIn({ paths, components }: Specification, { method, path }: Operation): Shape[] {
  const bare = (text: string) => text.replace(/^\/v1/, '').replace(/\{\w+\}/g, '{}');
  const found = Object.entries(paths).find(([known]) => bare(known) === bare(path))?.[1];
  return Object.entries(found?.[method.toLowerCase()]?.responses ?? {}).flatMap(([code, given]) => {
    const shared = components.responses?.[given.$ref?.split('/').at(-1) ?? ''];
    const schema = (shared ?? given).content?.['application/json']?.schema;
    return code.startsWith('2') && schema ? [schema] : [];
  });
}

it.each(['@gitbook/api', '@gitbook/api-0.146'])('no answer must hold what %s does not promise', (name) => {
  const specification = specificationOf(name);
  const smallest = new Smallest(specification);
  const faults = new Set<string>();
  let count = 0;
  for (const operation of operations) {
    const { id, result } = operation;
    const values = result ? answersIn(specification, operation).flatMap((one) => smallest.of(one)) : [];
    count += values.length;
    for (const value of values)
      for (const field of result ? lackingIn(Value.Errors(result, value)) : []) faults.add(`${id} ${field}`);
  }
  expect(count).toBeGreaterThan(300);
  expect([...faults].filter((fault) => !READ_WITHOUT.some((known) => known.test(fault)))).toEqual([]);
});
