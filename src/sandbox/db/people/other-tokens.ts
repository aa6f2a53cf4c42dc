// Tokens that are not simply a user's: of integrations, of installations and of the platform's own staff. Hashes only.
import type { TokenKind } from '../../../api/operation.ts';
import { nodeCrypto } from '../../../files/node-crypto.ts';
import { perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';
import { hashOf, type TokenLife } from './users.ts';

type OtherKind = Exclude<TokenKind, 'user'>;

export const otherTokenTables = `
CREATE TABLE otherTokens (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  expiresAt TEXT,
  revokedAt TEXT
) STRICT`;

/** What a token of these kinds begins with, so that the tokens of users are looked up in their own table alone. */
const PREFIX = /^docs_sandbox_(integration|installation|internal)_/;

export const isOtherToken = (token: string): boolean => PREFIX.test(token);

export interface OtherToken {
  kind: OtherKind;
  /** Name of an integration, id of an installation or of a user. */
  subject: string;
}

export const otherTokenStore = perDatabase((db) => ({
  /** Makes a token and returns it; it cannot be read again. */
  create(kind: OtherKind, subject: string, now: string, expiresAt: string | null = null): string {
    const token = `docs_sandbox_${kind}_${nodeCrypto().randomBytes(24).toString('base64url')}`;
    const hash = hashOf(token);
    insertRow(db, 'otherTokens', { hash, kind, subject, createdAt: now, expiresAt, revokedAt: null });
    return token;
  },
  row: (token: string) =>
    db.get<OtherToken & TokenLife>(
      'SELECT kind, subject, expiresAt, revokedAt FROM otherTokens WHERE hash = ?',
      hashOf(token),
    ),
  /** Ends all tokens of one kind and subject that have not ended. Returns how many there were. */
  revoke: (kind: OtherKind, subject: string, now: string) =>
    db.run(
      'UPDATE otherTokens SET revokedAt = ? WHERE kind = ? AND subject = ? AND revokedAt IS NULL',
      now,
      kind,
      subject,
    ).changes,
}));
