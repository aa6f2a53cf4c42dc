// One contract of several ages. Hosts of each age are met: what one of them has may be there, and what all of them
// require is required.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isObject, optionsOf } from './flatten.ts';
import {
  type Contract,
  type PublishedOperation,
  readContract,
  routeOf,
  type Schema,
} from './specification.ts';

/** Takes the newest first. An operation keeps the name that the newest age gives it. */
export const ofAllAges = ([newest, ...older]: readonly [Contract, ...Contract[]]): Contract =>
  older.reduce(ofBoth, newest);

function ofBoth(newer: Contract, older: Contract): Contract {
  const before = new Map([...older.operations.values()].map((operation) => [routeOf(operation), operation]));
  const operations = new Map<string, PublishedOperation>();
  for (const operation of newer.operations.values()) {
    const old = before.get(routeOf(operation));
    operations.set(
      operation.name,
      old ? operationOfBoth(operation, old) : { ...operation, only: newer.version },
    );
    before.delete(routeOf(operation));
  }
  for (const gone of before.values()) {
    if (!operations.has(gone.name)) operations.set(gone.name, { ...gone, only: older.version });
  }
  const shapes: Record<string, Schema> = { ...older.shapes };
  for (const [name, schema] of Object.entries(newer.shapes))
    shapes[name] = schemaOfBoth(schema, older.shapes[name]);
  return { version: newer.version, operations, shapes };
}

function operationOfBoth(newer: PublishedOperation, older: PublishedOperation): PublishedOperation {
  const gone = older.query.filter(({ name }) => newer.query.every((one) => one.name !== name));
  const body = newer.body && schemaOfBoth(newer.body, older.body);
  const result = newer.result && schemaOfBoth(newer.result, older.result);
  return {
    ...newer,
    query: [...newer.query, ...gone.map((one) => ({ ...one, required: false }))],
    ...(body && { body }),
    ...(result && { result }),
  };
}

/** What a value may be that was of either. Where they are of different kinds, the newer one is right. */
function schemaOfBoth(newer: Schema, older: Schema | undefined): Schema {
  if (!older || newer.$ref || older.$ref) return newer;
  if (newer.enum && older.enum) return { ...newer, enum: [...new Set([...newer.enum, ...older.enum])] };
  if (newer.allOf && older.allOf && newer.allOf.length === older.allOf.length) {
    return { ...newer, allOf: newer.allOf.map((part, index) => schemaOfBoth(part, older.allOf?.[index])) };
  }
  if (newer.items && older.items) return { ...newer, items: schemaOfBoth(newer.items, older.items) };
  const options = optionsOf(newer);
  if (options) {
    const { anyOf: _, ...rest } = newer;
    return { ...rest, oneOf: [...options, ...goneOptions(options, older)] };
  }
  return isObject(newer) && isObject(older) ? objectOfBoth(newer, older) : newer;
}

/** Named options that only the older one has. */
const goneOptions = (options: Schema[], older: Schema): Schema[] =>
  (optionsOf(older) ?? []).filter(
    ({ $ref }) => $ref !== undefined && options.every((option) => option.$ref !== $ref),
  );

function objectOfBoth(newer: Schema, older: Schema): Schema {
  const properties = { ...older.properties };
  for (const [name, schema] of Object.entries(newer.properties ?? {})) {
    properties[name] = schemaOfBoth(schema, older.properties?.[name]);
  }
  const required = (newer.required ?? []).filter((name) => older.required?.includes(name));
  return { ...newer, properties, required };
}

// Versions of the contract on the registry that npm is set up to use.
const PACKAGE = '@gitbook/api';

/** The newest version that is published. Throws what npm says where it cannot be asked. */
export const newestVersion = (): string => npm(['view', PACKAGE, 'version']).trim();

/** Reads a published version without installing it. */
export function publishedContract(version: string): Contract {
  const folder = mkdtempSync(join(tmpdir(), 'docs-contract-'));
  try {
    const name = npm(['pack', `${PACKAGE}@${version}`, '--silent', '--pack-destination', folder]).trim();
    execFileSync('tar', ['xzf', join(folder, name), '-C', folder]);
    return readContract(JSON.parse(readFileSync(join(folder, 'package/spec/openapi.json'), 'utf8')), version);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a version the one that is pinned in package.json. */
export const pinVersion = (version: string): string =>
  npm(['install', '--save-dev', '--save-exact', `${PACKAGE}@${version}`]);

const npm = (args: string[]): string =>
  execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
