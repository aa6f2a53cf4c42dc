// Tokens: of users, and of integrations, installations and the platform's own staff. Only their hashes are kept.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { TokenKind } from '../../../api/operation.ts';
import { nodeCrypto } from '../../../files/of-node.ts';
import type { Database } from '../database.ts';
import { key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';
import { users } from './organizations.ts';

/** When a token ends, and when somebody ended it before. */
const life = () => ({ createdAt: text(), expiresAt: textOrNull(), revokedAt: textOrNull() });

const keyOfHash = { hash: key() };

export const tokens = table('tokens', { ...keyOfHash, user: partOf('users'), ...life() });
export type UserToken = RowOf<typeof tokens>;

export const otherTokens = table('otherTokens', {
  ...keyOfHash,
  kind: text<Exclude<TokenKind, 'user'>>(),
  /** Name of an integration, id of an installation or of a user. */
  subject: text(),
  ...life(),
});
export type OtherToken = RowOf<typeof otherTokens>;

/** What the other kinds begin with, so that the tokens of users are looked up in their own table alone. */
const PREFIX = /^docs_sandbox_(integration|installation|internal)_/;

/** Of whom it is, and until when. */
export const tokenOf = (db: Database, token: string): UserToken | OtherToken | undefined =>
  PREFIX.test(token)
    ? otherTokens(db).find({ hash: hashOf(token) })
    : tokens(db).find({ hash: hashOf(token) });

interface NewToken {
  kind: TokenKind;
  /** Id of a user or an installation, or name of an integration. */
  subject: string;
  now: string;
  expiresAt?: string | null;
}

/** Makes a token and returns it; it cannot be read again. */
export function createToken(db: Database, { kind, subject, now, expiresAt = null }: NewToken): string {
  const start = kind === 'user' ? 'docs_sandbox_' : `docs_sandbox_${kind}_`;
  const token = start + nodeCrypto().randomBytes(24).toString('base64url');
  const row = { hash: hashOf(token), createdAt: now, expiresAt };
  if (kind === 'user') tokens(db).insert({ ...row, user: subject });
  else otherTokens(db).insert({ ...row, kind, subject });
  return token;
}

/** Ends all tokens of one kind and subject that have not ended. Returns how many there were. */
export function endTokens(db: Database, kind: TokenKind, subject: string, now: string): number {
  const live = 'revokedAt = ? WHERE revokedAt IS NULL AND';
  return kind === 'user'
    ? db.run(`UPDATE tokens SET ${live} user = ?`, now, subject).changes
    : db.run(`UPDATE otherTokens SET ${live} kind = ? AND subject = ?`, now, kind, subject).changes;
}

// What is kept of a token: its SHA-256, so that nobody who reads the file can use it. Not by node:crypto: every request to
// the sandbox looks its token up, and that module takes 2 to 8 ms to load, longer than the request.

/** The SHA-256 of a text in hexadecimal. */
export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** All tokens of a sandbox, to be kept when its content is replaced. */
export interface KeptTokens {
  users: UserToken[];
  others: OtherToken[];
}

export const tokensIn = (db: Database): KeptTokens => ({
  users: tokens(db).all(),
  others: otherTokens(db).all(),
});

/** Puts them into the sandbox, for whoever `userOf` says; those of users that it does not have are gone. */
export function keepTokens(
  db: Database,
  kept: KeptTokens,
  userOf: (user: string) => string = (user) => user,
): void {
  db.transaction(() => {
    for (const row of kept.users) {
      const user = userOf(row.user);
      tokens(db).remove({ hash: row.hash });
      if (users(db).find({ id: user })) tokens(db).insert({ ...row, user });
    }
    for (const row of kept.others) otherTokens(db).put(row);
  });
}
