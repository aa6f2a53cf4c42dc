// Whose token a request bears, and whether the platform takes that kind for it.
import { type Operation, type TokenKind, takesToken } from '../api/operation.ts';
import { type Access, accessOf } from './access.ts';
import type { Database } from './db/database.ts';
import { installationStore, integrationStore } from './db/integrations/integrations.ts';
import { isOtherToken, otherTokenStore } from './db/people/other-tokens.ts';
import { tokenStore } from './db/people/users.ts';
import { machineAccess } from './machine-access.ts';
import type { Caller } from './sandbox.ts';
import { forbidden, WireError } from './wire-error.ts';

/** The caller a header's token belongs to. Throws 401. */
export function callerOf(db: Database, header: string | undefined): Caller {
  const token = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw new WireError(401, 'a token is needed: Authorization: Bearer <token>');
  const caller = isOtherToken(token) ? otherCaller(db, token) : userCaller(db, token);
  if (caller === undefined) throw new WireError(401, 'the sandbox does not know this token');
  return caller;
}

function userCaller(db: Database, token: string): Caller | undefined {
  const userId = tokenStore(db).owner(token);
  return userId === undefined ? undefined : { kind: 'user', userId };
}

/** Nobody, once the integration or its installation is gone. */
function otherCaller(db: Database, token: string): Caller | undefined {
  const owner = otherTokenStore(db).owner(token);
  if (!owner) return undefined;
  const { kind, subject } = owner;
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
