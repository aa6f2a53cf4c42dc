// Whose token a request bears, and whether the platform takes that kind for it.

import { type Operation, TOKEN_KINDS, type TokenKind, takesToken } from '../api/operation.ts';
import { type Access, accessOf, organizationRights, spaceRights } from './access.ts';
import type { Database } from './db/database.ts';
import { installations, integrations } from './db/integrations/integrations.ts';
import { type OtherToken, tokenOf, type UserToken } from './db/people/tokens.ts';
import type { Caller, MachineCaller, Sandbox } from './sandbox.ts';
import { forbidden, notFound, WireError } from './wire-error.ts';

// What the token of an integration or of an installation may do, from where the integration is installed and its scopes.

/** What it may do wherever it is installed. */
const ITS_OWN = ['view', 'listIntegrations', 'listInstallations', 'installIntegration'];

/** What it may do with a scope of its integration. */
const BY_SCOPE: Readonly<Record<string, string>> = {
  ingestConversations: 'conversations:ingest',
  triggerGitSync: 'space:git:sync',
};

/** It knows the organizations it is installed in (an installation: the one), an integration that of its owner as well. */
function machineAccess(db: Database, caller: MachineCaller): Access {
  const integration = integrations(db).find({ name: caller.integration });
  const scopes: readonly string[] = integration?.details.scopes ?? [];
  const organizations = organizationsOf(db, caller, integration?.organization);
  const memberRole = (id: string) => (organizations.has(id) ? 'read' : undefined);
  const may = (right: string) => ITS_OWN.includes(right) || scopes.includes(BY_SCOPE[right] ?? '');
  const requireRight = (right: string) => {
    if (may(right)) return;
    const scope = BY_SCOPE[right];
    throw forbidden(
      scope === undefined
        ? `the token of ${caller.kind} "${caller.integration}" lacks the right "${right}"`
        : `integration "${caller.integration}" lacks the scope "${scope}"`,
    );
  };
  return {
    memberRole,
    organizationPermissions: (id) => ({
      ...organizationRights(undefined),
      view: organizations.has(id),
      ingestConversations:
        caller.kind === 'installation' && may('ingestConversations') && organizations.has(id),
    }),
    spaceRole: ({ organization }) => memberRole(organization),
    spacePermissions: ({ organization }) => ({
      ...spaceRights(undefined),
      view: organizations.has(organization),
      triggerGitSync: may('triggerGitSync') && organizations.has(organization),
    }),
    collectionRole: () => undefined,
    // What an adaptive schema is changed with: of a site, no other operation takes its token for a change.
    givenOn: () => (scopes.includes('site:adaptive:write') ? [{ role: 'create', team: null }] : []),
    grants: () => ({ spaces: [], collections: [], below: [], sites: [] }),
    requireOrganization(id, right) {
      if (!organizations.has(id)) throw notFound('organization', id);
      requireRight(right);
    },
    requireSpace(space, right) {
      if (!organizations.has(space.organization)) throw notFound('space', space.id);
      requireRight(right);
    },
  };
}

function organizationsOf(db: Database, caller: MachineCaller, owner: string | undefined): Set<string> {
  const store = installations(db);
  if (caller.kind === 'installation') {
    return new Set([store.find({ id: caller.installation ?? '' })?.organization ?? '']);
  }
  const installed = store.all({ integration: caller.integration }).map(({ organization }) => organization);
  return new Set([...installed, ...(owner === undefined ? [] : [owner])]);
}

/** The caller a header's token belongs to. Throws 401, also for a token that expired or was revoked. */
export function callerOf({ db, now }: Pick<Sandbox, 'db' | 'now'>, header: string | undefined): Caller {
  const token = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw new WireError(401, 'a token is needed: Authorization: Bearer <token>');
  const row = tokenOf(db, token);
  const caller =
    row && ('user' in row ? ({ kind: 'user', userId: row.user } as const) : otherCaller(db, row));
  if (row === undefined || caller === undefined)
    throw new WireError(401, 'the sandbox does not know this token');
  requireAlive(row, now);
  return caller;
}

function requireAlive(
  { expiresAt, revokedAt }: Pick<UserToken, 'expiresAt' | 'revokedAt'>,
  now: () => Date,
): void {
  if (revokedAt !== null) throw new WireError(401, `this token was revoked at ${revokedAt}`);
  if (expiresAt !== null && now().toISOString() >= expiresAt)
    throw new WireError(401, `this token expired at ${expiresAt}`);
}

/** Nobody, once the integration or its installation is gone. */
function otherCaller(db: Database, { kind, subject }: OtherToken): Caller | undefined {
  if (kind === 'internal') return { kind, userId: subject };
  if (kind === 'integration') {
    return integrations(db).find({ name: subject }) && { kind, userId: '', integration: subject };
  }
  const row = installations(db).find({ id: subject });
  return row && { kind, userId: '', integration: row.integration, installation: row.id };
}

/** What a caller may do. */
export const accessFor = (db: Database, caller: Caller): Access =>
  'integration' in caller ? machineAccess(db, caller) : accessOf(db, caller.userId);

/** Throws 403 where the platform wants another kind of token (src/api/README.md#tokens). */
export function requireKind(operation: Pick<Operation, 'token'>, { kind }: Caller): void {
  if (takesToken(operation, kind)) return;
  const wanted = TOKEN_KINDS.find((one) => takesToken(operation, one)) ?? 'user';
  throw forbidden(`this operation takes ${A[wanted]} token, not ${A[kind]} token`);
}

const A: Record<TokenKind, string> = {
  user: 'a user',
  integration: 'an integration',
  installation: 'an installation',
  internal: 'an internal',
};
