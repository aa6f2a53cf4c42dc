// Work that names things by id or title, done again once titles have become ids.

import { mutates } from '../../api/operation.ts';
import type { NameCache } from '../../config/name-cache.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';
import type { Input } from '../run/input.ts';
import { findByTitle } from '../run/scope.ts';
import { getPath } from './names.ts';
import { isOnlyName, KINDS, placesOf } from './reference-kinds.ts';

/**
 * What can only be a name by its looks is looked up first: among names of minutes ago, which cost no request, then in
 * its list. Everything else is tried as an id first, at no extra cost; only when the platform does not know it is it a
 * title.
 */
export async function withReferences<T>(run: Run, work: (input: Input) => Promise<T>): Promise<T> {
  const given = run.input;
  const named = hasNames(run, given) ? await namedInput(run, await readCache(run)) : undefined;
  if (named) {
    const { result } = await workByNames(run, work, named);
    if (result) return result.is;
    run.input = given;
  }
  try {
    return await work(given);
  } catch (error) {
    if (!mayBeTitle(run, error)) throw error;
    return workByTitle(run, work, error, named ? undefined : await readCache(run));
  }
}

async function workByTitle<T>(
  run: Run,
  work: (input: Input) => Promise<T>,
  error: unknown,
  cache?: NameCache,
): Promise<T> {
  const given = run.input;
  const found = await findByTitle(run, run.operation, run.command.refs, { cache });
  if (!found) throw error;
  run.input = found;
  if (!cache) return work(found);
  const { result } = await workByNames(run, work, found);
  if (result) return result.is;
  run.input = given;
  return workByTitle(run, work, error);
}

/** No result where what was named has gone since, or was something else by its name: then all lists are read. */
async function workByNames<T>(
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

/** The input with the ids of what can only be names; undefined where no list that one may read has them. */
async function namedInput(run: Run, cache: NameCache | undefined): Promise<Input | undefined> {
  const kept = cache && (await keptInput(run, cache));
  if (kept && !hasNames(run, kept)) return kept;
  const { whereOffered } = await import('./look-up.ts');
  return whereOffered(() => findByTitle(run, run.operation, run.command.refs, { cache, namesOnly: true }));
}

/** The same by names of minutes ago alone, in the organizations of minutes ago: nothing is asked, and the answer tells. */
async function keptInput(run: Run, cache: NameCache): Promise<Input | undefined> {
  const [{ CACHE_MS }, { fromContext }] = await Promise.all([
    import('./references.ts'),
    import('../run/session.ts'),
  ]);
  const organizations = cache.read('orgs.list', CACHE_MS)?.map(({ id }) => id);
  if (!organizations || fromContext(run, 'organizationId') !== undefined) return undefined;
  return findByTitle(run, run.operation, run.command.refs, {
    ...{ cache, namesOnly: true, keptOnly: true },
    organizations: async () => organizations,
  });
}

/** Whether the path, or a filter, names anything by what can only be a name. */
const hasNames = ({ operation, command }: Run, input: Input): boolean =>
  Object.keys(KINDS).some((param) =>
    placesOf(param, operation, command.refs ?? {}).some((path) =>
      [getPath(input, path)].flat().some((text) => typeof text === 'string' && isOnlyName(param, text)),
    ),
  );

/** A deleted space can be read for as long as it can be restored. */
const isDeleted = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'deletedAt' in result && result.deletedAt !== undefined;

/** Names of minutes ago are good enough to read by, and never to change anything by. */
const readCache = async (run: Run): Promise<NameCache | undefined> =>
  run.operation.method === 'GET' ? run.names() : undefined;

/**
 * A host may refuse a title in a filter as unknown (404) or as bad input (400). In a change every name has become an id
 * before it is sent.
 */
const mayBeTitle = ({ command, operation }: Run, error: unknown): boolean =>
  error instanceof NotFoundError ||
  (command.refs !== undefined && !mutates(operation) && error instanceof ValidationError);
