// Spaces that were deleted from here, and for how long they can come back.
import { type Entry, tookEffect } from '../journal/journal-entries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Document 1, Limits. */
const KEPT_MS = 7 * DAY_MS;

/** Whole days, rounded up: 1 on the last. */
export const daysLeft = (deletedAt: string, now: Date): number =>
  Math.ceil((Date.parse(deletedAt) + KEPT_MS - now.getTime()) / DAY_MS);

/** Whether it brought a space back for certain: one whose answer was lost may have left it deleted. */
export const isRestore = ({ operation, outcome }: Entry): boolean =>
  operation === 'spaces.restore' && outcome === 'applied';

/** The last delete of each space that took effect, by the ID of the space; none where it was restored from here since. */
export function deletedFromHere(entries: readonly Entry[]): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries.filter(tookEffect)) {
    const id = deletedId(entry);
    if (id !== undefined && entry.undoneBy === undefined) found.set(id, entry);
    if (isRestore(entry)) found.delete(String(entry.input.spaceId));
  }
  return found;
}

function deletedId({ operation, method, path, input }: Entry): string | undefined {
  if (operation === 'spaces.delete') return String(input.spaceId);
  const raw = operation === undefined && method === 'DELETE' ? /^\/v1\/spaces\/([^/]+)$/.exec(path) : null;
  return raw?.[1];
}
