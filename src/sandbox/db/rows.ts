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

/** Changes the given columns of the row with that id (in column `key`); tells whether there is one. */
export function updateRow<R extends Columns<R>>(
  db: Database,
  table: string,
  id: string,
  changes: R,
  key = 'id',
): boolean {
  const sets = Object.keys(changes).map((name) => `${name} = ?`);
  const values: Param[] = Object.values(changes);
  if (sets.length === 0) return true;
  return db.run(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${key} = ?`, ...values, id).changes > 0;
}
