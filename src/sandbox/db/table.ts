// A table in one place: its SQL, the type of its rows, and the plain questions and changes that every table has.
import { notFound } from '../wire-error.ts';
import { countOf, type Database, insertRow, type Param, perDatabase, putRow } from './database.ts';

/** SQL of a column, and the type of its values. */
interface Column<T = unknown> {
  readonly sql: string;
  /** Kept as JSON, and parsed when it is read. */
  readonly json?: true;
  /** Never there: it carries the type only. */
  readonly type?: T;
}

/** A new row may leave it out: then it is null, or its default. */
interface Optional<T> extends Column<T> {
  readonly optional: true;
}

type Columns = Readonly<Record<string, Column>>;
type Row<C extends Columns> = { [K in keyof C]: NonNullable<C[K]['type']> | NullIn<C[K]> };
type NullIn<C> = C extends Column<infer T> ? Extract<T, null> : never;
type OptionalIn<C> = { [K in keyof C]: C[K] extends Optional<unknown> ? K : never }[keyof C];
type NewRow<C extends Columns> = Omit<Row<C>, OptionalIn<C>> & Partial<Pick<Row<C>, OptionalIn<C>>>;

/** The type of a row of a table. */
export type RowOf<T extends { readonly row?: unknown }> = NonNullable<T['row']>;

const column = <T>(sql: string): Column<T> => ({ sql });
const optional = <T>(sql: string): Optional<T> => ({ sql, optional: true });

export const key = () => column<string>('TEXT PRIMARY KEY');
export const text = <T extends string = string>(more = '') => column<T>(`TEXT NOT NULL ${more}`.trim());
export const textOrNull = <T extends string = string>(more = '') => optional<T | null>(`TEXT ${more}`.trim());
export const integer = <T extends number = number>(more = '') => column<T>(`INTEGER NOT NULL ${more}`.trim());
export const integerOrNull = <T extends number = number>() => optional<T | null>('INTEGER');
/** 0 when nothing is said. */
export const flag = () => optional<0 | 1>('INTEGER NOT NULL DEFAULT 0');
/** Written by its table only, so that it is read as it was written. */
export const json = <T>(): Column<T> => ({ sql: 'TEXT NOT NULL', json: true });
export const jsonOrNull = <T>(): Optional<T | null> => ({ sql: 'TEXT', optional: true, json: true });
/** The id of a row of another table, with which this one goes. */
export const partOf = (table: string, id = 'id') => text(`REFERENCES ${table}(${id}) ON DELETE CASCADE`);
/** The same, where that row has one of these at most. */
export const oneOf = (table: string) =>
  column<string>(`TEXT PRIMARY KEY REFERENCES ${table}(id) ON DELETE CASCADE`);

export interface Rows<R, N = R> {
  /** The row of which all this is true, the first one by `order` (SQL); null is a value like any other. */
  find(where: Partial<R>, order?: string): R | undefined;
  /** The same, or 404 with the word for it and the id that was asked for. */
  get(where: Partial<R> & { id: string }, noun: string): R;
  /** In the order of `order` (SQL), or as they were added. */
  all(where?: Partial<R>, order?: string): R[];
  count(where?: Partial<R>): number;
  insert(row: N): void;
  /** Adds a row, or brings the one with the same keys up to date: what refers to it stays. */
  put(row: N): void;
  /** Changes what is given, and leaves what is undefined; tells whether there was such a row. */
  update(where: Partial<R>, changes: { [K in keyof R]?: R[K] | undefined }): boolean;
  /** Tells whether there was such a row. */
  remove(where: Partial<R>): boolean;
}

export interface Table<R, N = R> {
  (db: Database): Rows<R, N>;
  readonly sql: string;
  readonly title: string;
  /** A row that another query has found, with what that has beside it. */
  read<More = unknown>(stored: object): R & More;
  /** Never there: it carries the type only. */
  readonly row?: R;
}

/** `keys`: of a primary key of several columns. `rest`: other constraints, as SQL. `indexes`: whole statements. */
export function table<C extends Columns>(
  title: string,
  columns: C,
  {
    keys = [],
    rest = [],
    options = 'STRICT',
    indexes = [],
  }: { keys?: (keyof C & string)[]; rest?: string[]; options?: string; indexes?: string[] } = {},
): Table<Row<C>, NewRow<C>> {
  const primary = keys.length > 0 ? [`PRIMARY KEY (${keys.join(', ')})`] : [];
  const lines = [...Object.entries(columns).map(([name, { sql }]) => `${name} ${sql}`), ...primary, ...rest];
  const sql = [`CREATE TABLE ${title} (\n  ${lines.join(',\n  ')}\n) ${options}`, ...indexes].join(';\n');
  const texts = Object.keys(columns).filter((name) => columns[name]?.json);
  const own = Object.keys(columns).filter((name) => columns[name]?.sql.includes('PRIMARY KEY'));
  return Object.assign(
    perDatabase((db) => rowsOf<Row<C>, NewRow<C>>(db, title, { texts, keys: keys.length > 0 ? keys : own })),
    { sql, title, read: <More>(stored: object) => parsed<Row<C> & More>(stored, texts) },
  );
}

type Stored = Record<string, Param>;

function rowsOf<R extends object, N extends object>(
  db: Database,
  title: string,
  { texts, keys }: { texts: readonly string[]; keys: readonly string[] },
): Rows<R, N> {
  const read = (stored: Stored) => parsed<R>(stored, texts);
  const write = (row: object) => written(row, texts);
  const sorted = (by: string | undefined) => (by === undefined ? '' : ` ORDER BY ${by}`);
  const find = (where: Partial<R>, by?: string) => {
    const first = by === undefined ? '' : `${sorted(by)} LIMIT 1`;
    const stored = db.get<Stored>(`SELECT * FROM ${title}${conditions(where)}${first}`, ...values(where));
    return stored && read(stored);
  };
  return {
    find,
    get(where, noun) {
      const row = find(where);
      if (!row) throw notFound(noun, where.id);
      return row;
    },
    all: (where = {}, by) =>
      db.all<Stored>(`SELECT * FROM ${title}${conditions(where)}${sorted(by)}`, ...values(where)).map(read),
    count: (where = {}) => countOf(db, title + conditions(where), ...values(where)),
    insert: (row) => insertRow(db, title, write(row)),
    put: (row) => putRow<Stored>(db, title, write(row), keys),
    update(where, changes) {
      const given = write(changes);
      const sets = Object.keys(given).map((name) => `${name} = ?`);
      if (sets.length === 0) return true;
      const sql = `UPDATE ${title} SET ${sets.join(', ')}${conditions(where)}`;
      return db.run(sql, ...Object.values(given), ...values(where)).changes > 0;
    },
    remove: (where) => db.run(`DELETE FROM ${title}${conditions(where)}`, ...values(where)).changes > 0,
  };
}

/** The value of a column, as its row type says: only tables write their columns. */
const parsed = <R>(stored: object, texts: readonly string[]): R => {
  if (texts.length === 0) return stored as R;
  const row: Record<string, unknown> = { ...stored };
  for (const name of texts) {
    const text = row[name];
    if (typeof text === 'string') row[name] = JSON.parse(text);
  }
  return row as R;
};

/** What goes into the columns of a row; without those that are undefined. */
const written = (row: object, texts: readonly string[]): Stored =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        texts.includes(name) && value !== null ? JSON.stringify(value) : (value as Param),
      ]),
  );

const values = (where: object): Param[] =>
  (Object.values(where) as Param[]).filter((value) => value !== null);

/** `IS` is `=` that knows null, and uses the same indexes; those of only such rows where `NULL` is written out. */
function conditions(where: object): string {
  const all = Object.entries(where).map(([name, value]) => `${name} IS ${value === null ? 'NULL' : '?'}`);
  return all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
}
