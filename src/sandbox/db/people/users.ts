// Users and their tokens. Only the hash of a token is kept.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { nodeCrypto } from '../../../files/node-crypto.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

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
  createdAt TEXT NOT NULL,
  expiresAt TEXT,
  revokedAt TEXT
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
  /** The profiles of its members. */
  ofOrganization: (organization: string) =>
    db.all<UserRow>(
      'SELECT * FROM users WHERE id IN (SELECT user FROM members WHERE organization = ?)',
      organization,
    ),
  byEmail: (email: string) => db.get<UserRow>('SELECT * FROM users WHERE email = ?', email),
  insert: (user: UserRow) => insertRow(db, 'users', user),
  update: (id: string, changes: Partial<Omit<UserRow, 'id'>>) => updateRow(db, 'users', id, changes),
}));

export const tokenStore = perDatabase((db) => ({
  /** Makes a token for a user and returns it; it cannot be read again. */
  create(userId: string, now: string, expiresAt: string | null = null): string {
    const token = `docs_sandbox_${nodeCrypto().randomBytes(24).toString('base64url')}`;
    const hash = hashOf(token);
    insertRow(db, 'tokens', { hash, user: userId, createdAt: now, expiresAt, revokedAt: null });
    return token;
  },
  /** Whose a token is, and until when. */
  row: (token: string) =>
    db.get<{ user: string } & TokenLife>(
      'SELECT user, expiresAt, revokedAt FROM tokens WHERE hash = ?',
      hashOf(token),
    ),
  /** Ends all tokens of a user that have not ended. Returns how many there were. */
  revoke: (userId: string, now: string) =>
    db.run('UPDATE tokens SET revokedAt = ? WHERE user = ? AND revokedAt IS NULL', now, userId).changes,
}));

/** When a token ends, and when somebody ended it before. */
export interface TokenLife {
  expiresAt: string | null;
  revokedAt: string | null;
}

// What is kept of a token: its SHA-256, so that nobody who reads the file can use it. Not by node:crypto: every request to
// the sandbox looks its token up, and that module takes 2 to 8 ms to load, longer than the request.

/** The SHA-256 of a text in hexadecimal. */
export function hashOf(token: string): string {
  return bytesToHex(sha256(utf8ToBytes(token)));
}
