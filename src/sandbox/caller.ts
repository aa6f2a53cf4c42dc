// Whose token a request bears, and whether the platform takes that kind for it.
import { type Operation, type TokenKind, takesToken } from '../api/operation.ts';
import { type Access, accessOf } from './access.ts';
import type { Database } from './db/database.ts';
import { installationStore, integrationStore } from './db/integrations/integrations.ts';
import { isOtherToken, type OtherToken, otherTokenStore } from './db/people/other-tokens.ts';
import { type TokenLife, tokenStore } from './db/people/users.ts';
import { machineAccess } from './machine-access.ts';
import type { Caller, Sandbox } from './sandbox.ts';
import { forbidden, WireError } from './wire-error.ts';

/** The caller a header's token belongs to. Throws 401, also for a token that expired or was revoked. */
export function callerOf({ db, now }: Pick<Sandbox, 'db' | 'now'>, header: string | undefined): Caller {
  const token = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw new WireError(401, 'a token is needed: Authorization: Bearer <token>');
  const row = isOtherToken(token) ? otherTokenStore(db).row(token) : tokenStore(db).row(token);
  const caller =
    row && ('user' in row ? ({ kind: 'user', userId: row.user } as const) : otherCaller(db, row));
  if (row === undefined || caller === undefined)
    throw new WireError(401, 'the sandbox does not know this token');
  requireAlive(row, now);
  return caller;
}

function requireAlive({ expiresAt, revokedAt }: TokenLife, now: () => Date): void {
  if (revokedAt !== null) throw new WireError(401, `this token was revoked at ${revokedAt}`);
  if (expiresAt !== null && now().toISOString() >= expiresAt)
    throw new WireError(401, `this token expired at ${expiresAt}`);
}

/** Nobody, once the integration or its installation is gone. */
function otherCaller(db: Database, { kind, subject }: OtherToken): Caller | undefined {
  if (kind === 'internal') return { kind, userId: subject };
  if (kind === 'integration') {
    return integrationStore(db).row(subject) && { kind, userId: '', integration: subject };
  }
  const row = installationStore(db).row(subject);
  return row && { kind, userId: '', integration: row.integration, installation: row.id };
}

/** What a caller may do. */
export const accessFor = (db: Database, caller: Caller): Access =>
  'integration' in caller ? machineAccess(db, caller) : accessOf(db, caller.userId);

/** Throws 403 where the platform wants another kind of token (src/api/README.md#tokens). */
export function requireKind(operation: Pick<Operation, 'token'>, { kind }: Caller): void {
  if (takesToken(operation, kind)) return;
  const { token = 'user' } = operation;
  throw forbidden(`this operation takes ${A[token === 'any' ? 'user' : token]} token, not ${A[kind]} token`);
}

const A: Record<TokenKind, string> = {
  user: 'a user',
  integration: 'an integration',
  installation: 'an installation',
  internal: 'an internal',
};
