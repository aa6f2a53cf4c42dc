// Whole rows in and out. Table and column names are those of our own row types, never of a request.
import type { Database, Param } from './database.ts';

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
