// Paged lists of what a revision holds. Revisions never change: every page is of the one that the first page was of.

import { revisionsStore } from './db/content/content.ts';
import type { Page, PageQuery } from './paging.ts';
import { type ContentTarget, headOf } from './resources/content/content-target.ts';
import type { Call } from './sandbox.ts';
import { badRequest } from './wire-error.ts';

const DEFAULT_LIMIT = 50;

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
  const cursor = query.page === undefined ? undefined : readCursor(list, query.page);
  const pinned = cursor?.revision ?? revision;
  if (revisionsStore(call.db).get(pinned)?.space !== target.space.id) throw refused();
  const start = cursor?.offset ?? 0;
  const limit = query.limit ?? DEFAULT_LIMIT;
  const part: Snapshot['part'] = (count, read) => {
    if (limit === 0) return { items: [], count };
    const end = start + limit;
    const items = read(start, end);
    return end < count ? { items, count, next: { page: writeCursor(list, pinned, end) } } : { items, count };
  };
  return { revision: pinned, part, page: (all) => part(all.length, (from, to) => all.slice(from, to)) };
}

const writeCursor = (list: string, revision: string, offset: number) =>
  Buffer.from(JSON.stringify([list, revision, offset])).toString('base64url');

function readCursor(list: string, page: string): { revision: string; offset: number } {
  let cursor: unknown;
  try {
    cursor = JSON.parse(Buffer.from(page, 'base64url').toString());
  } catch {
    throw refused();
  }
  if (!Array.isArray(cursor) || cursor.length !== 3 || cursor[0] !== list) throw refused();
  const [, revision, offset] = cursor;
  if (typeof revision !== 'string' || !Number.isSafeInteger(offset) || offset < 0) throw refused();
  return { revision, offset };
}

const refused = () => badRequest('page must be the next.page of an earlier page of this list');
