// A table in one place: its SQL, the type of its rows, and the plain questions and changes that every table has.
import { notFound } from '../wire-error.ts';
import { type Database, type Param, perDatabase } from './database.ts';
import { insertRow, putRow } from './rows.ts';

/** SQL of a column, and the type of its values. */
interface Column<T extends Param = Param> {
  readonly sql: string;
  /** Never there: it carries the type only. */
  readonly type?: T;
}

type Columns = Readonly<Record<string, Column>>;
type Row<C extends Columns> = { [K in keyof C]: NonNullable<C[K]['type']> | NullIn<C[K]> };
type NullIn<C> = C extends Column<infer T> ? Extract<T, null> : never;

/** The type of a row of a table. */
export type RowOf<T extends { readonly row?: unknown }> = NonNullable<T['row']>;

const column = <T extends Param>(sql: string): Column<T> => ({ sql });

export const key = () => column<string>('TEXT PRIMARY KEY');
export const text = <T extends string = string>(more = '') => column<T>(`TEXT NOT NULL ${more}`.trim());
export const textOrNull = <T extends string = string>(more = '') => column<T | null>(`TEXT ${more}`.trim());
export const integer = <T extends number = number>(more = '') => column<T>(`INTEGER NOT NULL ${more}`.trim());
export const integerOrNull = () => column<number | null>('INTEGER');
/** 0 when nothing is said. */
export const flag = () => column<0 | 1>('INTEGER NOT NULL DEFAULT 0');
/** The id of a row of another table, with which this one goes. */
export const partOf = (table: string, id = 'id') => text(`REFERENCES ${table}(${id}) ON DELETE CASCADE`);

export interface Rows<R> {
  /** The row of which all this is true; null is a value like any other. */
  find(where: Partial<R>): R | undefined;
  /** The same, or 404 with the word for it and the id that was asked for. */
  get(where: Partial<R> & { id: string }, noun: string): R;
  /** In the order of `order` (SQL), or as they were added. */
  all(where?: Partial<R>, order?: string): R[];
  count(where?: Partial<R>): number;
  insert(row: R): void;
  /** Adds a row, or brings the one with the same keys up to date: what refers to it stays. */
  put(row: R, keys?: readonly (keyof R & string)[]): void;
  /** Tells whether there was such a row. */
  update(where: Partial<R>, changes: Partial<R>): boolean;
  /** Tells whether there was such a row. */
  remove(where: Partial<R>): boolean;
}

export interface Table<R> {
  (db: Database): Rows<R>;
  readonly sql: string;
  readonly title: string;
  readonly row?: R;
}

/** `rest`: constraints of the table, as SQL. `indexes`: whole statements. */
export function table<C extends Columns>(
  title: string,
  columns: C,
  {
    rest = [],
    options = 'STRICT',
    indexes = [],
  }: { rest?: string[]; options?: string; indexes?: string[] } = {},
): Table<Row<C>> {
  const lines = [...Object.entries(columns).map(([name, { sql }]) => `${name} ${sql}`), ...rest];
  const sql = [`CREATE TABLE ${title} (\n  ${lines.join(',\n  ')}\n) ${options}`, ...indexes].join(';\n');
  return Object.assign(
    perDatabase((db) => rowsOf<Row<C>>(db, title)),
    { sql, title },
  );
}

function rowsOf<R extends Record<string, Param>>(db: Database, title: string): Rows<R> {
  const order = (by: string | undefined) => (by === undefined ? '' : ` ORDER BY ${by}`);
  const find = (where: Partial<R>) =>
    db.get<R>(`SELECT * FROM ${title}${conditions(where)}`, ...values(where));
  return {
    find,
    get(where, noun) {
      const row = find(where);
      if (!row) throw notFound(noun, where.id);
      return row;
    },
    all: (where = {}, by) =>
      db.all<R>(`SELECT * FROM ${title}${conditions(where)}${order(by)}`, ...values(where)),
    count: (where = {}) =>
      db.get<{ n: number }>(`SELECT count(*) AS n FROM ${title}${conditions(where)}`, ...values(where))?.n ??
      0,
    insert: (row) => insertRow(db, title, row),
    put: (row, keys) => putRow(db, title, row, keys),
    update(where, changes) {
      const sets = Object.keys(changes).map((name) => `${name} = ?`);
      if (sets.length === 0) return true;
      const sql = `UPDATE ${title} SET ${sets.join(', ')}${conditions(where)}`;
      return db.run(sql, ...values(changes), ...values(where)).changes > 0;
    },
    remove: (where) => db.run(`DELETE FROM ${title}${conditions(where)}`, ...values(where)).changes > 0,
  };
}

const values = (row: Readonly<Record<string, unknown>>): Param[] => Object.values(row) as Param[];

/** `IS` is `=` that knows null, and uses the same indexes. */
function conditions(where: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(where);
  return names.length === 0 ? '' : ` WHERE ${names.map((name) => `${name} IS ?`).join(' AND ')}`;
}
