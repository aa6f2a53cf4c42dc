// Decides how the last change, or one of the history, is taken back.
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../client/client.ts';
import { AmbiguousError, ConflictError, NotFoundError } from '../errors.ts';
import { type Entry, isMutilated, tookEffect } from './journal-entries.ts';
import { asItem, cannotUndo, type Item, type Undo } from './reversals/reversal.ts';
import { reversalOf } from './reversals.ts';

/** The entry that `id` (or its beginning) names. Throws NotFoundError, AmbiguousError. */
export function findEntry(entries: readonly Entry[], id: string): Entry {
  const found = entries.filter((entry) => entry.id.startsWith(id));
  const exact = found.find((entry) => entry.id === id);
  if (exact) return exact;
  const [only, second] = found;
  if (only && second) {
    throw new AmbiguousError(`${found.length} entries of the history begin with "${id}"`, {
      hint: 'docs history -q',
    });
  }
  if (!only) throw new NotFoundError(`no entry "${id}" in the history`, { hint: 'docs history' });
  return only;
}

/** The newest change of a host that has taken effect, is no undo and has not been undone. */
export const lastChange = (entries: readonly Entry[], host: string): Entry | undefined =>
  entries.findLast(
    (entry) =>
      entry.host === host && tookEffect(entry) && entry.undoes === undefined && entry.undoneBy === undefined,
  );

/**
 * The request that takes an entry back; undefined when everything is as it was before already. Throws ConflictError
 * `CANNOT_UNDO` for what the platform cannot reverse, and `CHANGED_SINCE` when somebody changed it again and `force`
 * is not given.
 */
export async function planUndo(
  client: Client,
  entry: Entry,
  { force = false }: { force?: boolean } = {},
): Promise<Undo | undefined> {
  refuseFutile(entry);
  const reversal = entry.operation === undefined ? undefined : await reversalOf(entry.operation);
  if (!reversal?.undo || !reversal.read)
    throw cannotUndo(reversal?.why ?? NO_WAY, hintOf(reversal?.hint, entry));
  const undo = reversal.undo(entry);
  if (isMutilated(undo.input))
    throw cannotUndo('it held a secret or a long text, which the history does not keep');
  const now = undo.project(await present(() => reversal.read?.(client, entry.input)));
  if (isDeepStrictEqual(plain(now), plain(undo.original))) return undefined;
  const changed = Object.keys(undo.expected).filter((name) => !isSame(now[name], undo.expected[name]));
  if (changed.length > 0 && !force) throw changedSince(entry, changed);
  return undo;
}

const NO_WAY = 'docs does not know what a request of your own changes';

function refuseFutile(entry: Entry): void {
  const { id, undoneBy } = entry;
  if (undoneBy !== undefined) {
    throw cannotUndo(`it was undone already, by ${undoneBy}`, `docs undo ${undoneBy}`);
  }
  if (!tookEffect(entry)) throw cannotUndo(`change ${id} never took effect`);
}

async function present(read: () => Promise<unknown> | undefined): Promise<Item | undefined> {
  try {
    return asItem(await read());
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** As JSON has it: no undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
const isSame = (a: unknown, b: unknown) => isDeepStrictEqual(plain(a), plain(b));

const changedSince = ({ id }: Entry, names: readonly string[]) =>
  new ConflictError(`not undone: ${names.join(', ')} was changed again after change ${id}`, {
    code: 'CHANGED_SINCE',
    hint: `docs undo ${id} --force`,
  });

/** `{id}` and the like, from what was made or from where. */
function hintOf(hint: string | undefined, { after, input }: Entry): string | undefined {
  const known = { ...input, ...asItem(after) };
  return hint?.replace(/\{(\w+)\}/g, (whole, name: string) =>
    typeof known[name] === 'string' || typeof known[name] === 'number' ? String(known[name]) : whole,
  );
}

/** Whether `docs undo` can try: a reason when it cannot. */
export async function whyNot(entry: Entry): Promise<string | undefined> {
  try {
    refuseFutile(entry);
    const reversal = entry.operation === undefined ? undefined : await reversalOf(entry.operation);
    if (!reversal?.undo) return reversal?.why ?? NO_WAY;
    return isMutilated(reversal.undo(entry).input) ? 'it held what the history does not keep' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^cannot be undone: /, '') : String(error);
  }
}
