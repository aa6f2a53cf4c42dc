// Work that names things by id or title, done again once titles have become ids.

import { mutates } from '../../api/operation.ts';
import type { NameCache } from '../../config/name-cache.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Input } from '../run/input.ts';
import type { Run } from '../run/run.ts';
import { findByTitle } from '../run/scope.ts';

/** A string is tried as an id first, at no extra cost; only when the platform does not know it is it a title. */
export async function withReferences<T>(run: Run, work: (input: Input) => Promise<T>): Promise<T> {
  try {
    return await work(run.input);
  } catch (error) {
    if (!mayBeTitle(run, error)) throw error;
    return workByTitle(run, work, error, await readCache(run));
  }
}

async function workByTitle<T>(
  run: Run,
  work: (input: Input) => Promise<T>,
  error: unknown,
  cache?: NameCache,
): Promise<T> {
  const given = run.input;
  const found = await findByTitle(run, run.operation, run.command.refs, cache);
  if (!found) throw error;
  run.input = found;
  // The cache may name what has gone since: then the lists are read.
  try {
    const result = await work(found);
    if (!cache || !isDeleted(result)) return result;
  } catch (again) {
    if (!cache || !mayBeTitle(run, again)) throw again;
  }
  run.input = given;
  return workByTitle(run, work, error);
}

/** A deleted space can be read for as long as it can be restored. */
const isDeleted = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'deletedAt' in result && result.deletedAt !== undefined;

/** Names of minutes ago are good enough to read by, and never to change anything by. */
async function readCache(run: Run): Promise<NameCache | undefined> {
  return run.operation.method === 'GET' ? run.names() : undefined;
}

/**
 * A host may refuse a title in a filter as unknown (404) or as bad input (400). In a change every name has become an id
 * before it is sent.
 */
const mayBeTitle = ({ command, operation }: Run, error: unknown): boolean =>
  error instanceof NotFoundError ||
  (command.refs !== undefined && !mutates(operation) && error instanceof ValidationError);
