// All operations in one list: for the sandbox's routes, the contract tests and the specification. Never on the hot path.
import type { TSchema } from '@sinclair/typebox';
import type { Operation } from './operation.ts';
import { resources, shapes } from './resources.generated.ts';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'success' in value;

type In<Resource> = Resource extends unknown ? Resource[keyof Resource] : never;

/** The ids of all operations, for tables by operation: a wrong one does not compile. */
export type OperationId = Extract<In<(typeof resources)[number]>, { method: string; id: string }>['id'];
/** The first words of those ids. */
export type ResourceId = OperationId extends `${infer Resource}.${string}` ? Resource : never;

/** Every operation of the platform that `docs` knows, by resource. */
export const operations: readonly Operation[] = resources.flatMap((resource) =>
  Object.values(resource).filter(isOperation),
);

const isEntity = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && ('properties' in value || 'anyOf' in value);

/** Schemas with a name of their own, for the specification: what it publishes, and what several operations share. */
export const schemas: ReadonlyMap<string, TSchema> = new Map(
  [...shapes, ...resources].flatMap((file) =>
    Object.entries<unknown>(file).flatMap(([name, value]): [string, TSchema][] =>
      /^[A-Z]/.test(name) && !/(?:Ref|Query)$/.test(name) && isEntity(value) ? [[name, value]] : [],
    ),
  ),
);
