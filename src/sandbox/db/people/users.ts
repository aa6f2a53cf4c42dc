// Users and their tokens. Only the hash of a token is kept.
import { nodeCrypto } from '../../../files/node-crypto.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';
import { hashOf } from './token-hash.ts';

export const userTables = `
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  displayName TEXT NOT NULL,
  email TEXT UNIQUE COLLATE NOCASE,
  photoURL TEXT,
  createdAt TEXT NOT NULL
) STRICT;
CREATE TABLE tokens (
  hash TEXT PRIMARY KEY,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  createdAt TEXT NOT NULL
) STRICT`;

export interface UserRow {
  id: string;
  displayName: string;
  email: string | null;
  photoURL: string | null;
  createdAt: string;
}

export const userStore = perDatabase((db) => ({
  row: (id: string) => db.get<UserRow>('SELECT * FROM users WHERE id = ?', id),
  all: () => db.all<UserRow>('SELECT * FROM users ORDER BY createdAt, id'),
  byEmail: (email: string) => db.get<UserRow>('SELECT * FROM users WHERE email = ?', email),
  insert: (user: UserRow) => insertRow(db, 'users', user),
  update: (id: string, changes: Partial<Omit<UserRow, 'id'>>) => updateRow(db, 'users', id, changes),
}));

export const tokenStore = perDatabase((db) => ({
  /** Makes a token for a user and returns it; it cannot be read again. */
  create(userId: string, now: string): string {
    const token = `docs_sandbox_${nodeCrypto().randomBytes(24).toString('base64url')}`;
    db.run('INSERT INTO tokens (hash, user, createdAt) VALUES (?, ?, ?)', hashOf(token), userId, now);
    return token;
  },
  /** The user a token belongs to. */
  owner: (token: string) =>
    db.get<{ user: string }>('SELECT user FROM tokens WHERE hash = ?', hashOf(token))?.user,
}));
