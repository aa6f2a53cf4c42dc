// Paged lists. A cursor holds the sort key of the last item, so added or removed items make no gap and no duplicate.
import { jsonIn } from '../files/texts.ts';
import { countOf, type Database, type Param } from './db/database.ts';
import type { Table } from './db/table.ts';
import { allOf, type Condition } from './who-sees.ts';
import { badRequest } from './wire-error.ts';

/** Items a page when the caller does not say (src/api/README.md#lists). */
export const DEFAULT_LIMIT = 50;

export interface PageQuery {
  page?: string | undefined;
  limit?: number | undefined;
}

export interface Page<T> {
  items: T[];
  next?: { page: string };
  count: number;
}

export interface Listing<Row, T> extends Condition {
  /** Operation id and what it is about: a cursor of another list is refused. */
  list: string;
  columns?: string;
  /** What is after FROM. */
  from: string;
  /** SQL expressions that are never null and unique together; the last one is usually the id, or rowid for age. */
  order: string[];
  direction?: 'asc' | 'desc';
  query: PageQuery;
  item(row: Row): T;
}

/** One page of a query. `count` is of all that match. Throws 400 for a cursor that is none of this list. */
export function paginate<Row, T>(db: Database, listing: Listing<Row, T>): Page<T> {
  const { from, where, params, order, direction = 'asc', query } = listing;
  const conditions = where.length > 0 ? `WHERE ${allOf(where)}` : '';
  const count = countOf(db, `${from} ${conditions}`, ...params);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const after = query.page === undefined ? undefined : readCursor(listing.list, query.page, order.length);
  if (limit === 0) return { items: [], count };
  const more = after ? `${conditions ? 'AND' : 'WHERE'} ${keyset(order, direction)}` : '';
  const keys = order.map((expression, index) => `${expression} AS key${index}`).join(', ');
  const rows = db.all<Row & Keys>(
    `SELECT ${listing.columns ?? '*'}, ${keys} FROM ${from} ${conditions} ${more}
     ORDER BY ${order.map((expression) => `${expression} ${direction}`).join(', ')} LIMIT ?`,
    ...params,
    ...(after ?? []),
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const items = page.map((row) => listing.item(row));
  if (rows.length <= limit || last === undefined) return { items, count };
  const key = order.map((_, index) => last[`key${index}`] ?? '');
  return { items, count, next: { page: writeCursor(listing.list, key) } };
}

interface RowListing<R, T> {
  /** What is undefined matters not. */
  where: NoInfer<{ [K in keyof R]?: R[K] | undefined }>;
  /** What must hold, too. */
  also?: Condition;
  order?: string[];
  direction?: 'asc' | 'desc';
  query: PageQuery;
  item(row: NoInfer<R>): T;
}

/** One page of the rows of one table, the oldest first where nothing else is said. */
export function pageOfRows<R extends object, T>(
  db: Database,
  table: Pick<Table<R>, 'title' | 'read' | 'row'>,
  { where, also, order = ['createdAt', 'rowid'], direction = 'asc', query, item }: RowListing<R, T>,
): Page<T> {
  const columns = given(Object.entries(where).map(([name, value]) => [`${name} IS ?`, value as Given]));
  return paginate(db, {
    list: `${table.title} ${JSON.stringify([where, order, direction])}`,
    from: table.title,
    ...both(columns, ...(also ? [also] : [])),
    ...{ order, direction },
    query,
    item: (stored: object) => item(table.read(stored)),
  });
}

type Given = Param | readonly Param[] | undefined;

/** The conditions whose value is given: one for each `?` in it, several in a list. */
export function given(conditions: readonly (readonly [condition: string, value: Given])[]): Condition {
  const known = conditions.filter(([, value]) => value !== undefined);
  return {
    where: known.map(([condition]) => condition),
    params: known.flatMap(([, value]) => value ?? null),
  };
}

/** All of these conditions. */
export const both = (...conditions: readonly Condition[]): Condition => ({
  where: conditions.flatMap(({ where }) => where),
  params: conditions.flatMap(({ params }) => params),
});

/** A time as it is kept, in UTC. */
export const inUtc = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();

/** From when to when, in UTC. 400 where that ends before it begins. */
export function timesBetween({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from !== undefined && to !== undefined && new Date(to) < new Date(from))
    throw badRequest('to is before from');
  return { from: inUtc(from), to: inUtc(to) };
}

interface InMemory<T, V> {
  list: string;
  /** Unique, and stable while items come and go: what they are sorted by, by code unit. */
  key(one: T): string;
  direction?: 'asc' | 'desc' | undefined;
  query: PageQuery;
  item(one: T): V;
}

/** One page of what is held in memory, in any order. */
export function pageOfItems<T, V>(
  found: readonly T[],
  { list, key, direction = 'asc', query, item }: InMemory<T, V>,
): Page<V> {
  const sign = direction === 'asc' ? 1 : -1;
  const all = found
    .map((one) => ({ one, by: key(one) }))
    .sort((a, b) => (a.by < b.by ? -sign : a.by > b.by ? sign : 0));
  const limit = query.limit ?? DEFAULT_LIMIT;
  const count = all.length;
  const after = query.page === undefined ? undefined : String(readCursor(list, query.page, 1)[0]);
  if (limit === 0) return { items: [], count };
  const rest =
    after === undefined ? all : all.filter(({ by }) => (direction === 'asc' ? by > after : by < after));
  const page = rest.slice(0, limit);
  const items = page.map(({ one }) => item(one));
  const last = page.at(-1);
  if (rest.length <= limit || last === undefined) return { items, count };
  return { items, count, next: { page: writeCursor(list, [last.by]) } };
}

type Key = string | number;
type Keys = Record<`key${number}`, Key>;

function keyset(order: string[], direction: 'asc' | 'desc'): string {
  const sign = direction === 'asc' ? '>' : '<';
  return `(${order.join(', ')}) ${sign} (${order.map(() => '?').join(', ')})`;
}

export const writeCursor = (list: string, key: Key[]) =>
  Buffer.from(JSON.stringify([list, ...key])).toString('base64url');

export const notOfThisList = () => badRequest('page must be the next.page of an earlier page of this list');

export function readCursor(list: string, page: string, length: number): Key[] {
  const cursor = jsonIn(Buffer.from(page, 'base64url').toString());
  const [own, ...key] = Array.isArray(cursor) ? cursor : [];
  if (own !== list || key.length !== length || !key.every(isKey)) throw notOfThisList();
  return key;
}

const isKey = (value: unknown): value is Key => typeof value === 'string' || typeof value === 'number';
