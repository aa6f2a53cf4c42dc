// Names of things by their ids: from what was listed minutes ago, else from one list.
import { DocsError } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';
import type { Input } from '../run/input.ts';
import { organizationsInHand } from '../run/session.ts';
import { KINDS } from './reference-kinds.ts';
import { CACHE_MS, cacheKey, candidates, namedItem, placesFor } from './references.ts';

/** A longer list is not read to the end for the sake of names. */
const MOST_READ = 20_000;
/** So many are looked up one by one; for more a kept list is read as a whole. */
const FEW = 20;

/** Names by id; an id that is not in it has no name that is known. */
export type Names = ReadonlyMap<string, string>;

/** Names of all things of one kind in the place of the run. What one may not list has no names. */
export async function knownNames(run: Run, param: string, ids: ReadonlySet<string>): Promise<Names> {
  try {
    return await readNames(run, param, ids);
  } catch (error) {
    // A name is a kindness: without the right to list, or on a bad line, the id has to do.
    if (error instanceof DocsError && !run.context.signal.aborted) return new Map();
    throw error;
  }
}

async function readNames(run: Run, param: string, ids: ReadonlySet<string>): Promise<Names> {
  const kind = KINDS[param];
  if (!kind) return new Map();
  const client = await run.client();
  const cache = await run.names();
  const list = await kind.list(run.input.changeRequestId !== undefined);
  const [place] = await placesFor(client, list, {
    input: placeIn(run),
    organizations: () => organizationsInHand(run),
    cache,
  });
  if (!place) return new Map();
  const nameOf = ({ names }: { names: readonly string[] }): string | undefined =>
    names[kind.shown ?? 0] ?? names[0];
  const names = new Map<string, string>();
  const key = cacheKey(list, place);
  const few = ids.size <= FEW ? [...ids] : undefined;
  const kept = few
    ? few.flatMap((id) => cache?.find(key, CACHE_MS, id)?.filter((item) => item.id === id) ?? [])
    : (cache?.read(key, CACHE_MS) ?? []);
  for (const item of kept) names.set(item.id, nameOf(item) ?? item.id);
  if ([...ids].every((id) => names.has(id))) return names;
  const all = [];
  for await (const item of candidates(client, list, kind, place)) {
    const named = namedItem(kind, item);
    names.set(named.id, nameOf(named) ?? named.id);
    all.push(named);
    if (all.length >= MOST_READ) return names;
  }
  cache?.write(key, all);
  return names;
}

/** Path parameters that are settled by the time something is shown. */
const placeIn = ({ input, operation }: Run): Input =>
  Object.fromEntries(Object.keys(operation.params.properties).map((name) => [name, input[name]]));
