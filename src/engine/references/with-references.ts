// Work that names things by id or title, done again once titles have become ids.

import { mutates } from '../../api/operation.ts';
import type { NameCache } from '../../config/name-cache.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Input } from '../run/input.ts';
import type { Run } from '../run/run.ts';
import { findByTitle } from '../run/scope.ts';
import { isId } from './ids.ts';

/**
 * A string is tried as an id first, at no extra cost; only when the platform does not know it is it a title. A title of
 * minutes ago that is no id by its looks costs one request only.
 */
export async function withReferences<T>(run: Run, work: (input: Input) => Promise<T>): Promise<T> {
  const given = run.input;
  const kept = await keptInput(run);
  if (kept) {
    const { result, error } = await workByKept(run, work, kept);
    if (result) return result.is;
    run.input = given;
    // Some of the names are known, and others have to be looked up in any case.
    if (error !== undefined && hasNames(run, kept))
      return workByTitle(run, work, error, await readCache(run));
  }
  try {
    return await work(run.input);
  } catch (error) {
    if (!mayBeTitle(run, error)) throw error;
    return workByTitle(run, work, error, kept ? undefined : await readCache(run));
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
  if (!cache) return work(found);
  const { result } = await workByKept(run, work, found);
  if (result) return result.is;
  run.input = given;
  return workByTitle(run, work, error);
}

/** No result where the cache named what has gone since: then the lists are read. */
async function workByKept<T>(
  run: Run,
  work: (input: Input) => Promise<T>,
  kept: Input,
): Promise<{ result?: { is: T }; error?: unknown }> {
  run.input = kept;
  try {
    const result = await work(kept);
    return isDeleted(result) ? {} : { result: { is: result } };
  } catch (error) {
    if (!mayBeTitle(run, error)) throw error;
    return { error };
  }
}

/** The input with the ids of what can only be names; undefined where the cache knows none of them. */
async function keptInput(run: Run): Promise<Input | undefined> {
  const cache = hasNames(run, run.input) ? await readCache(run) : undefined;
  if (!cache || cache.keys().length === 0) return undefined;
  const [{ lookUpTitles, CACHE_MS }, { fromContext }] = await Promise.all([
    import('./references.ts'),
    import('../run/context-params.ts'),
  ]);
  const organizations = async () => {
    const given = fromContext(run, 'organizationId');
    return given === undefined ? (cache.read('orgs.list', CACHE_MS) ?? []).map(({ id }) => id) : [given];
  };
  return lookUpTitles(await run.client(), run.operation, run.input, {
    refs: run.command.refs,
    organizations,
    cache,
    keptOnly: true,
  });
}

const hasNames = ({ operation }: Run, input: Input): boolean =>
  Object.keys(operation.params.properties).some((param) => {
    const text = input[param];
    return typeof text === 'string' && !isId(param, text);
  });

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
