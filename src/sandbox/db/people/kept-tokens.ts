// All tokens of a sandbox, to be kept when its content is replaced.
import type { Database } from '../database.ts';
import { insertRow } from '../rows.ts';

interface UserToken {
  hash: string;
  user: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
}

interface OtherTokenRow extends Omit<UserToken, 'user'> {
  kind: string;
  subject: string;
}

export interface KeptTokens {
  users: UserToken[];
  others: OtherTokenRow[];
}

export const tokensIn = (db: Database): KeptTokens => ({
  users: db.all('SELECT hash, user, createdAt, expiresAt, revokedAt FROM tokens'),
  others: db.all('SELECT hash, kind, subject, createdAt, expiresAt, revokedAt FROM otherTokens'),
});

/** Puts them into the sandbox, for whoever `userOf` says; those of users that it does not have are gone. */
export function keepTokens(
  db: Database,
  { users, others }: KeptTokens,
  userOf: (user: string) => string = (user) => user,
): void {
  db.transaction(() => {
    for (const row of users) {
      const user = userOf(row.user);
      db.run('DELETE FROM tokens WHERE hash = ?', row.hash);
      if (db.get('SELECT 1 FROM users WHERE id = ?', user)) insertRow(db, 'tokens', { ...row, user });
    }
    for (const row of others) {
      db.run('DELETE FROM otherTokens WHERE hash = ?', row.hash);
      insertRow(db, 'otherTokens', { ...row });
    }
  });
}
