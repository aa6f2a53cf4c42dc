// Tokens that are not simply a user's: of integrations, of installations and of the platform's own staff. Hashes only.
import type { TokenKind } from '../../../api/operation.ts';
import { nodeCrypto } from '../../../files/node-crypto.ts';
import { perDatabase } from '../database.ts';
import { hashOf } from './token-hash.ts';

type OtherKind = Exclude<TokenKind, 'user'>;

export const otherTokenTables = `
CREATE TABLE IF NOT EXISTS otherTokens (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  createdAt TEXT NOT NULL
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
  create(kind: OtherKind, subject: string, now: string): string {
    const token = `docs_sandbox_${kind}_${nodeCrypto().randomBytes(24).toString('base64url')}`;
    db.transaction(() => {
      // Files made before there were such tokens lack the table.
      db.run(otherTokenTables);
      db.run(
        'INSERT INTO otherTokens (hash, kind, subject, createdAt) VALUES (?, ?, ?, ?)',
        hashOf(token),
        kind,
        subject,
        now,
      );
    });
    return token;
  },
  owner(token: string): OtherToken | undefined {
    if (!db.get("SELECT 1 FROM sqlite_master WHERE name = 'otherTokens'")) return undefined;
    return db.get<OtherToken>('SELECT kind, subject FROM otherTokens WHERE hash = ?', hashOf(token));
  },
}));
