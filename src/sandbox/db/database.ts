// The SQLite file: opening, checking whose it is, transactions. Several processes may have it open at once.
import { accessSync, constants, realpathSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { ConfigError, isError, LocalIoError } from '../../errors.ts';
import { errnoOf, statsAt, wordsOfErrno } from '../../files/io-error.ts';
import { shell } from '../../files/shell-word.ts';
import {
  APPLICATION_ID,
  checkFormat,
  notSandbox,
  placeOf,
  SCHEMA_VERSION,
  startOver,
} from './file-format.ts';

export type Param = string | number | bigint | null | Uint8Array;

/** Prepared statements are kept by their text. Rows are plain objects; `T` is what the statement selects. */
export interface Database {
  all<T>(sql: string, ...params: Param[]): T[];
  get<T>(sql: string, ...params: Param[]): T | undefined;
  run(sql: string, ...params: Param[]): { changes: number };
  /** All or nothing, and alone: `BEGIN IMMEDIATE`. Inside another one it can fail without undoing the outer one. */
  transaction<T>(work: () => T): T;
  /** A transaction that does not wait for the disk, for what can be made again: a loss of power may take it away. */
  quickTransaction<T>(work: () => T): T;
  /** Throws LocalIoError `SANDBOX_REPLACED` when the file at its path is no longer the one that is open. */
  requireInPlace(): void;
  /** Whether nobody else is writing at this moment; does not wait. */
  isFree(): boolean;
  /** Moves the write-ahead log into the file, when nobody else is in the middle of it: then a copy of the file is whole. */
  checkpoint(): void;
  /** The library cannot finish statements, so SQLite may keep the file half open: never move or link a file after this. */
  close(): void;
}

/** How long a writer waits for another process. */
const BUSY_MS = 10_000;
/** Result code of SQLite: another process is writing. */
export const BUSY = 5;
/** Result codes of SQLite: corrupt, and no database at all. */
const DAMAGED = 11;
const NOT_SQLITE = 26;
/** Permission, read-only, input and output, disk full, cannot open. */
const REFUSED = [3, 8, 10, 13, 14];
const READ_ONLY = 8;
const DISK_FULL = 13;

const FULL = 2;
/** What is committed is on the disk. */
const DURABLE = `PRAGMA synchronous = ${FULL}`;

/** Does not wait for the disk: for a file that nobody sees yet, or that lasts no longer than its process. */
const PASSING = 'PRAGMA synchronous = OFF';

/**
 * Opens a sandbox file; what is committed is on the disk, unless it is not to be `durable`. Throws ConfigError, and changes
 * nothing, when it is missing, damaged, or made by an earlier or newer version.
 */
export function openDatabase(file: string, { busyMs = BUSY_MS, durable = true } = {}): Database {
  if (isMissing(file)) {
    throw new ConfigError(`there is no sandbox at ${file}`, {
      code: 'SANDBOX_MISSING',
      hint: shell`docs sandbox init --demo --file ${file}`,
    });
  }
  const connection = connect(file, busyMs);
  try {
    checkFormat((pragma) => Number(connection.prepare(`PRAGMA ${pragma}`).get()[pragma]), file);
    connection.exec(durable ? DURABLE : PASSING);
  } catch (error) {
    connection.close();
    throw explain(error, file);
  }
  return wrap(connection, file, busyMs);
}

/** What may not be looked at may be there: opening it says why it cannot be used. */
function isMissing(file: string): boolean {
  try {
    accessSync(file);
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '');
  }
}

/** Makes an empty sandbox file with the given tables, which nobody sees yet. The file must not exist or be empty. */
export function createDatabase(file: string, tables: string): Database {
  const connection = connect(file);
  try {
    connection.exec(`${PASSING}; PRAGMA journal_mode = WAL`);
    connection.exec(
      `BEGIN IMMEDIATE; ${tables}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`,
    );
  } catch (error) {
    connection.close();
    throw explain(error, file);
  }
  return wrap(connection, file);
}

/** Makes a store once for each database: `export const contentStore = perDatabase((db) => ({ ... }))`. */
export function perDatabase<S>(make: (db: Database) => S): (db: Database) => S {
  const made = new WeakMap<Database, S>();
  return (db) => {
    const known = made.get(db);
    if (known !== undefined) return known;
    const store = make(db);
    made.set(db, store);
    return store;
  };
}

/** Empties the write-ahead log when nobody else uses it; otherwise whoever closes last does. */
const SHRINK_LOG = 'PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)';

type Connection = InstanceType<typeof DatabaseSync>;

function connect(file: string, busyMs = BUSY_MS): Connection {
  try {
    return new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: true });
  } catch (error) {
    throw explain(error, file);
  }
}

function wrap(connection: Connection, file: string, busyMs = BUSY_MS): Database {
  const place = placeOf(file);
  const statements = new Map<string, ReturnType<Connection['prepare']>>();
  let depth = 0;
  let wrote = false;
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const guard = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw explain(error, file);
    }
  };
  const database: Database = {
    all: (sql, ...params) => guard(() => prepare(sql).all(...params)),
    get: (sql, ...params) => guard(() => prepare(sql).get(...params)) ?? undefined,
    run(sql, ...params) {
      wrote = true;
      return guard(() => ({ changes: prepare(sql).run(...params).changes }));
    },
    requireInPlace: place.require,
    isFree() {
      if (depth > 0) return true;
      try {
        connection.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK');
        return true;
      } catch (error) {
        // Whatever else is wrong is for the change itself to say.
        return resultCode(error) !== BUSY;
      } finally {
        connection.exec(`PRAGMA busy_timeout = ${busyMs}`);
      }
    },
    checkpoint() {
      try {
        connection.exec(SHRINK_LOG);
      } finally {
        connection.exec(`PRAGMA busy_timeout = ${busyMs}`);
      }
    },
    transaction(work) {
      const [begin, commit, rollback] = boundaries(depth);
      if (depth === 0) place.require();
      guard(() => connection.exec(begin));
      depth += 1;
      try {
        const result = work();
        if (result instanceof Promise) throw new TypeError('the work of a transaction must be synchronous');
        guard(() => connection.exec(commit));
        // What went into a file that nobody will open again must not be called done.
        if (depth === 1) place.require();
        return result;
      } catch (error) {
        if (connection.isTransaction) connection.exec(rollback);
        throw error;
      } finally {
        depth -= 1;
      }
    },
    quickTransaction(work) {
      const { synchronous } = prepare('PRAGMA synchronous').get();
      if (depth > 0 || synchronous < FULL) return database.transaction(work);
      connection.exec('PRAGMA synchronous = NORMAL');
      try {
        return database.transaction(work);
      } finally {
        connection.exec(DURABLE);
      }
    },
    close() {
      statements.clear();
      if (!connection.isOpen) return;
      try {
        if (wrote) connection.exec(SHRINK_LOG);
      } catch {
        // On a full disk the log stays, and nothing is lost: whoever opens the file next reads it.
      }
      connection.close();
    },
  };
  return database;
}

function boundaries(depth: number): readonly [string, string, string] {
  if (depth === 0) return ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'];
  const name = `nested_${depth}`;
  return [`SAVEPOINT ${name}`, `RELEASE ${name}`, `ROLLBACK TO ${name}; RELEASE ${name}`];
}

/** Says in our words that the file is damaged or the disk refuses; any other error is passed on as it is. */
export function explain(error: unknown, file: string): unknown {
  const code = resultCode(error) ?? 0;
  // SQLite did not make it, so a reset would not take it for a sandbox either.
  if (code === NOT_SQLITE) return notSandbox(file, error);
  if (code === DAMAGED) return damaged(file, error);
  if (!isError(error)) return error;
  // Every table is made with the file: one that is missing was lost, or belongs to another build of docs.
  if (/^no such (table|column): /.test(error.message)) return damaged(file, error, error.message);
  if (!REFUSED.includes(code)) return error;
  const errno = errnoBehind(code, file);
  const { what, hint } =
    errno === undefined
      ? { what: error.message, hint: shell`check the disk, and the owner and mode of ${file} and its folder` }
      : wordsOfErrno(errno, file);
  return new LocalIoError(`cannot use the sandbox at ${file}: ${what}`, {
    hint,
    ...(errno !== undefined && { details: { path: file, errno } }),
    cause: error,
  });
}

/** SQLite calls a full disk an error of it where it only reads: its index of the log is a file, too. */
function errnoBehind(code: number, file: string): string | undefined {
  if (code === DISK_FULL) return 'ENOSPC';
  try {
    const { bavail } = statfsSync(realpathSync(file));
    if (statsAt(file, { behind: true })?.isDirectory()) return 'EISDIR';
    if (code !== READ_ONLY) return bavail === 0 ? 'ENOSPC' : undefined;
    accessSync(dirname(realpathSync(file)), constants.W_OK);
    return undefined;
  } catch (error) {
    return errnoOf(error);
  }
}

/** The error for a file whose content makes no sense. */
export const damaged = (file: string, cause: unknown, what = 'damaged'): ConfigError =>
  new ConfigError(`${file} cannot be read as a sandbox (${what}); nothing was changed`, {
    code: 'SANDBOX_CORRUPT',
    hint: `put a copy of it in place, or start over: ${startOver(file)}`,
    cause,
  });

/** The primary result code of SQLite; undefined for errors of another kind. */
export function resultCode(error: unknown): number | undefined {
  if (!isError(error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff;
  return TEXTS[error.message];
}

/** SQLite's own sentences: where a statement cannot even be prepared, the library gives nothing else. */
const TEXTS: Record<string, number> = {
  'access permission denied': 3,
  'database is locked': 5,
  'attempt to write a readonly database': 8,
  'disk I/O error': 10,
  'database disk image is malformed': 11,
  'database or disk is full': 13,
  'unable to open database file': 14,
  'file is not a database': 26,
};

/** How many rows there are; what follows FROM. */
export const countOf = (db: Database, from: string, ...params: Param[]): number =>
  db.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, ...params)?.n ?? 0;

/** A row whose every field is a column of the table. */
type Columns<R> = { [K in keyof R]: Param };

/** Adds a row. */
export function insertRow<R extends Columns<R>>(db: Database, table: string, row: R): void {
  const names = Object.keys(row);
  const values: Param[] = Object.values(row);
  db.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...values);
}

/** Adds a row, or brings the one with the same keys up to date: what refers to it stays. */
export function putRow<R extends Columns<R>>(
  db: Database,
  table: string,
  row: R,
  keys: readonly (keyof R & string)[] = ['id' as keyof R & string],
): void {
  const names = Object.keys(row);
  const values: Param[] = Object.values(row);
  const others = names.filter((name) => !keys.some((key) => key === name));
  const change = others.map((name) => `${name} = excluded.${name}`).join(', ');
  db.run(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
     ON CONFLICT (${keys.join(', ')}) DO ${change === '' ? 'NOTHING' : `UPDATE SET ${change}`}`,
    ...values,
  );
}

export const metaTables = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`;

type MetaKey =
  | 'createdAt'
  | 'downloadSecret'
  | 'organization'
  | 'admin'
  | 'demo'
  /** Of a clone: what it was read from, and what is known of each space. */
  | 'clone'
  | `clone ${string}`;

export const metaStore = perDatabase((db) => ({
  get: (key: MetaKey) => db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value,
  set(key: MetaKey, value: string) {
    db.run(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
      key,
      value,
    );
  },
}));
