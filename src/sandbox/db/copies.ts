// Sandboxes from others: copies by SQLite's own backup, whole also while others write, and dumps of `sqlite3 sandbox.db .dump`.
import { copyFileSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { ConfigError, isError, UsageError } from '../../errors.ts';
import { beginning } from '../../files/texts.ts';
import { BUSY, explain, resultCode } from './database.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from './file-format.ts';

/** All pages in one step: nobody writes in between, and a reader sees the old content or the new. */
const AT_ONCE = 2 ** 30;
const TRIES = 200;
const PAUSE_MS = 10;

/**
 * Copies a database into another file, over what is there: in one transaction, so that whoever has that file open reads on
 * in the new content. Not `durable`: for a whole file that nobody has open, and a copy that may be lost with the machine.
 */
export async function copyDatabase(from: string, to: string, { durable = true } = {}): Promise<void> {
  if (!durable && !hasLog(from)) return copyFileSync(from, to);
  const source = new DatabaseSync(from, { timeout: TRIES * PAUSE_MS });
  try {
    for (let left = TRIES; ; left -= 1) {
      try {
        await backup(source, to, { rate: AT_ONCE });
        return;
      } catch (error) {
        if (left === 0 || !isBusy(error)) throw explain(error, from);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  } finally {
    source.close();
  }
}

/** What was written and is not in the file yet. */
const hasLog = (file: string): boolean => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * Lets a copy stand alone: without a log of its own, so that reading it makes no files beside it. Nothing may be prepared on
 * this connection, or SQLite would keep the file half open.
 */
export function sealCopy(path: string, { durable = true } = {}): void {
  const connection = new DatabaseSync(path);
  try {
    connection.exec(`${durable ? '' : 'PRAGMA synchronous = OFF; '}PRAGMA journal_mode = DELETE`);
  } finally {
    connection.close();
  }
}

/** The library tells it in words alone here. */
const isBusy = (error: unknown) =>
  resultCode(error) === BUSY || (isError(error) && /\b(?:locked|busy)\b/i.test(error.message));

/**
 * Runs the statements of a dump in an empty file; nothing outside of it can be reached. Throws UsageError for what is not
 * SQL, ConfigError where a table of this version is missing.
 */
export function loadDump(file: string, sql: string, tables: string, name: string): void {
  refuseQueries(sql, name);
  // A dump writes the parts of the search index as they are, which SQLite would refuse from anybody else.
  const connection = new DatabaseSync(file, { limits: { attach: 0 }, defensive: false });
  try {
    connection.exec(sql);
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
    connection.exec('PRAGMA journal_mode = WAL');
  } catch (error) {
    throw new UsageError(
      `${name} is not a dump of a sandbox: ${isError(error) ? beginning(error.message, 200) : ''}`,
      {
        hint: 'sqlite3 sandbox.db .dump > seed.sql',
        cause: error,
      },
    );
  } finally {
    connection.close();
  }
  const missing = missingFrom(file, tables);
  if (missing.length > 0)
    throw new ConfigError(
      `${name} is of another version of docs: table ${missing[0]} is missing or different`,
      {
        hint: 'docs sandbox init --demo, then sqlite3 sandbox.db .dump > seed.sql',
      },
    );
}

/** Text, names and comments, then words. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|[A-Za-z_]\w*/g;

/** No dump has a query that could go on for ever, and nothing could interrupt one. Throws UsageError. */
function refuseQueries(sql: string, name: string): void {
  for (const [word] of sql.matchAll(TOKEN))
    if (word.toUpperCase() === 'WITH')
      throw new UsageError(`${name} is not a dump of a sandbox: it has a WITH clause`, {
        hint: 'sqlite3 sandbox.db .dump > seed.sql',
      });
}

/** Tables of which the dump has none, or one with other columns. */
function missingFrom(file: string, tables: string): string[] {
  const [ours, theirs] = [new DatabaseSync(':memory:'), new DatabaseSync(file)];
  try {
    ours.exec(tables);
    return namesIn(ours).filter((table) => columnsOf(ours, table) !== columnsOf(theirs, table));
  } finally {
    ours.close();
    theirs.close();
  }
}

type Connection = InstanceType<typeof DatabaseSync>;

const namesIn = (connection: Connection): string[] =>
  connection
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map(({ name }) => String(name));

const columnsOf = (connection: Connection, table: string): string =>
  connection
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
    .join();
