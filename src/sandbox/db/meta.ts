// Facts about the sandbox itself.
import { perDatabase } from './database.ts';

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
