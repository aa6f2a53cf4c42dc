// Reads a list page by page, guarding against lists that never end.
import type { Operation } from '../api/operation.ts';
import { ProtocolError } from '../errors.ts';
import type { Page, PagesOptions } from './client-options.ts';

const PAGE_SIZE = 1000;
const MOST_PAGES = 100_000;
/** Pages in a row without anything new. */
const MOST_BARREN = 1000;
const REMEMBERED_IDS = 20_000;

type Fetch = (input: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;

interface WirePage {
  items: unknown[];
  next: string | undefined;
  /** What the page says about the whole list. */
  about: Omit<Page<unknown>, 'items'>;
}

/**
 * Every page of a list, in order; the next is fetched while the caller works on the current one.
 * Items that come again on a later page are dropped. Throws ProtocolError `PAGINATION_LOOP`.
 */
export async function* readPages(
  operation: Operation,
  input: Record<string, unknown>,
  fetch: Fetch,
  {
    limit = Number.POSITIVE_INFINITY,
    pageSize = PAGE_SIZE,
    warn,
  }: PagesOptions & { warn?: (message: string) => void },
): AsyncGenerator<Page<unknown>, void, undefined> {
  const stop = new AbortController();
  const guard = loopGuard(operation, input.page);
  const unseen = repetitionFilter();
  // One size for all pages: a token may count in it.
  const most = Math.min(pageSize, limit, operation.mostOnPage ?? PAGE_SIZE);
  const size = operation.paging ? { limit: input.limit ?? most } : {};
  const open = (page = input.page) => ahead(fetch({ ...input, ...size, page }, stop.signal));

  let given = 0;
  let pending: Promise<unknown> | undefined = open();
  try {
    while (pending !== undefined) {
      const { items, next, about } = wirePage(operation, await pending);
      const unknown = unseen(items);
      const fresh = unknown.slice(0, limit - given);
      given += fresh.length;
      guard(next, fresh.length);
      pending = next !== undefined && given < limit ? open(next) : undefined;
      const cut = cutIf(given >= limit, next, unknown.length - fresh.length);
      if (fresh.length > 0 || pending === undefined) yield { items: fresh, ...about, ...cut };
      if (next === undefined && input.page === undefined && given < limit)
        warnDifference(about.count, given, warn);
    }
  } finally {
    // A page that was asked for, and that nobody reads any more.
    if (pending !== undefined) stop.abort();
  }
}

/** What is said of a list that the limit cuts. */
const cutIf = (isFull: boolean, next: string | undefined, left: number): { isCut?: true } =>
  isFull && (next !== undefined || left > 0) ? { isCut: true } : {};

/** The caller may stop before the page is awaited: its failure is nobody's then. */
function ahead<T>(fetched: Promise<T>): Promise<T> {
  fetched.catch(() => {});
  return fetched;
}

/** Reads one page; an operation that is no list gives itself as the only item. */
function wirePage(operation: Operation, value: unknown): WirePage {
  if (!hasItems(value)) {
    if (!operation.paging) return { items: [value], next: undefined, about: {} };
    throw withoutItems(operation);
  }
  const { items, next, count, ...rest } = { next: undefined, count: undefined, ...value, items: value.items };
  const counted = typeof count === 'number' ? { count } : {};
  const more = Object.keys(rest).length > 0 ? { rest } : {};
  return { items, next: nextOf(next), about: { ...counted, ...more } };
}

/** No `next`, or an empty one, marks the last page (src/api/README.md#lists). */
function nextOf(next: unknown): string | undefined {
  if (typeof next !== 'object' || next === null || !('page' in next)) return undefined;
  const { page } = next;
  if (typeof page === 'number') return String(page);
  return typeof page === 'string' && page !== '' ? page : undefined;
}

/** Remembers every token: a loop may be longer than one page. */
function loopGuard(operation: Operation, first: unknown) {
  const seen = new Set<unknown>([first]);
  let barren = 0;
  return (token: string | undefined, fresh: number): void => {
    if (token === undefined) return;
    barren = fresh > 0 ? 0 : barren + 1;
    if (barren > MOST_BARREN)
      throw endless(operation, `has ${MOST_BARREN} pages in a row without anything new`);
    const looped = seen.has(token);
    if (!looped && seen.size < MOST_PAGES) {
      seen.add(token);
      return;
    }
    const what = looped ? 'repeats an earlier page' : `has more than ${MOST_PAGES} pages`;
    throw endless(operation, what);
  };
}

const endless = ({ id }: Operation, what: string): ProtocolError =>
  new ProtocolError(`the list of ${id} ${what}`, {
    code: 'PAGINATION_LOOP',
    outcome: 'rejected',
    hint: 'use --limit to read the first items',
  });

/** Drops what an earlier page held: items move when something is added or removed meanwhile. */
function repetitionFilter(): (items: unknown[]) => unknown[] {
  const seen = new Set<string>();
  return (items) => {
    const keys = items.map(keyOf);
    const fresh = items.filter((_, index) => !seen.has(keys[index] ?? ''));
    for (const key of keys) if (key !== undefined) seen.add(key);
    for (const key of seen) {
      if (seen.size <= REMEMBERED_IDS) break;
      seen.delete(key);
    }
    return fresh;
  };
}

function keyOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !('id' in item) || typeof item.id !== 'string')
    return undefined;
  return 'object' in item ? `${item.object} ${item.id}` : item.id;
}

function warnDifference(count: number | undefined, given: number, warn?: (message: string) => void): void {
  if (count === undefined || count === given) return;
  warn?.(`the platform counts ${count} and listed ${given} items: the list changed while it was read`);
}

// The least that an answer must be: a read has one, and a list is a list.

/**
 * Gives the answer back. Throws ProtocolError when a read has none, or that of a list operation holds no items, as a
 * proxy's page or another API does; no more is checked, since a platform may add and leave out fields.
 */
export function expectItems(operation: Operation, answer: unknown): unknown {
  if (answer === undefined && operation.method === 'GET' && operation.result) throw empty(operation);
  if (operation.paging === undefined || answer === undefined || hasItems(answer)) return answer;
  throw withoutItems(operation);
}

const empty = ({ id }: Operation): ProtocolError =>
  new ProtocolError(`the response of ${id} is empty`, {
    outcome: 'rejected',
    hint: 'this may be the wrong host, or another version of it: docs context',
  });

const withoutItems = ({ id }: Operation): ProtocolError =>
  new ProtocolError(`the response of ${id} contains no list of items`, { outcome: 'rejected' });

/** Tells a page of a list from anything else. */
const hasItems = (value: unknown): value is { items: unknown[] } =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);

// All items of a list that comes in pages, as one array.

export async function allItems<T>(pages: AsyncIterable<{ items: readonly T[] }>): Promise<T[]> {
  const found: T[] = [];
  for await (const { items } of pages) for (const item of items) found.push(item);
  return found;
}
