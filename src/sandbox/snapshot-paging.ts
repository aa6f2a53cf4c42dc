// Paged lists of what a revision holds. Revisions never change: every page is of the one that the first page was of.

import { revisionsStore } from './db/content/content.ts';
import {
  DEFAULT_LIMIT,
  notOfThisList,
  type Page,
  type PageQuery,
  readCursor,
  writeCursor,
} from './paging.ts';
import { type ContentTarget, headOf } from './resources/content/content-target.ts';
import type { Call } from './sandbox.ts';

export interface Snapshot {
  /** Id of the revision that this list is of. */
  revision: string;
  /** Takes the whole list; returns the page asked for. */
  page<T>(all: readonly T[]): Page<T>;
  /** As `page`, of a list that is long and told in parts. */
  part<T>(count: number, read: (from: number, to: number) => T[]): Page<T>;
}

/**
 * The revision a list is read from, and its cursor. `list` tells one list from all others: a cursor of another one is
 * refused with 400.
 */
export function snapshotOf(
  call: Call,
  target: ContentTarget,
  { list, query, revision = headOf(target) }: { list: string; query: PageQuery; revision?: string },
): Snapshot {
  const [pinned = revision, start = 0] = query.page === undefined ? [] : readCursor(list, query.page, 2);
  if (typeof pinned !== 'string' || typeof start !== 'number') throw notOfThisList();
  if (!Number.isSafeInteger(start) || start < 0) throw notOfThisList();
  if (revisionsStore(call.db).get(pinned)?.space !== target.space.id) throw notOfThisList();
  const limit = query.limit ?? DEFAULT_LIMIT;
  const part: Snapshot['part'] = (count, read) => {
    if (limit === 0) return { items: [], count };
    const end = start + limit;
    const items = read(start, end);
    return end < count
      ? { items, count, next: { page: writeCursor(list, [pinned, end]) } }
      : { items, count };
  };
  return { revision: pinned, part, page: (all) => part(all.length, (from, to) => all.slice(from, to)) };
}
