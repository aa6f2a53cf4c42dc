// Looks through every text that a sandbox file has in its tables.
import { isUtf8 } from 'node:buffer';
import type { Database } from '../db/database.ts';

/** Whether any value of any table is found, bytes by their Latin-1 letters where they are not text. */
export function holdsText(db: Database, finds: (text: string) => boolean): boolean {
  const tables = db.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'",
  );
  return tables.some(({ name }) => tableHolds(db, name, finds));
}

const ROWS_AT_ONCE = 50;

function tableHolds(db: Database, table: string, finds: (text: string) => boolean): boolean {
  for (let from = 0; ; from += ROWS_AT_ONCE) {
    const rows = db.all<Record<string, unknown>>(
      `SELECT * FROM "${table}" LIMIT ? OFFSET ?`,
      ROWS_AT_ONCE,
      from,
    );
    if (rows.some((row) => Object.values(row).some((value) => finds(textOf(value))))) return true;
    if (rows.length < ROWS_AT_ONCE) return false;
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!(value instanceof Uint8Array)) return '';
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}
