// What the token of an integration or of an installation may do, from where the integration is installed and its scopes.

import type { Space } from '../api/content/spaces.ts';
import type { Organization } from '../api/people/organizations.ts';
import type { Access } from './access.ts';
import type { Database } from './db/database.ts';
import { installationStore, integrationStore } from './db/integrations/integrations.ts';
import type { MachineCaller } from './sandbox.ts';
import { forbidden, notFound } from './wire-error.ts';

/** It knows the organizations it is installed in (an installation: the one), an integration that of its owner as well. */
export function machineAccess(db: Database, caller: MachineCaller): Access {
  const integration = integrationStore(db).row(caller.integration);
  const scopes: readonly string[] = integration?.details.scopes ?? [];
  const organizations = organizationsOf(db, caller, integration?.organization);
  const mayIngest = caller.kind === 'installation' && scopes.includes('conversations:ingest');
  const memberRole = (id: string) => (organizations.has(id) ? 'read' : undefined);
  return {
    memberRole,
    organizationPermissions: (id) => ({
      ...NO_RIGHTS,
      view: organizations.has(id),
      ingestConversations: mayIngest && organizations.has(id),
    }),
    spaceRole: ({ organization }) => memberRole(organization),
    spacePermissions: ({ organization }) => ({ ...NO_SPACE_RIGHTS, view: organizations.has(organization) }),
    collectionRole: () => undefined,
    givenOn: () => [],
    grants: () => ({ spaces: [], collections: [], below: [], sites: [] }),
    requireOrganization(id, right) {
      if (!organizations.has(id)) throw notFound('organization', id);
      if (right === 'view') return;
      if (right === 'ingestConversations' && caller.kind === 'installation') {
        if (mayIngest) return;
        throw forbidden(`integration "${caller.integration}" lacks the scope "conversations:ingest"`);
      }
      throw forbidden(`the token of ${caller.kind} "${caller.integration}" lacks the right "${right}"`);
    },
    requireSpace(space, right) {
      if (!organizations.has(space.organization)) throw notFound('space', space.id);
      if (right !== 'view') {
        throw forbidden(`the token of ${caller.kind} "${caller.integration}" lacks the right "${right}"`);
      }
    },
  };
}

function organizationsOf(db: Database, caller: MachineCaller, owner: string | undefined): Set<string> {
  const store = installationStore(db);
  if (caller.kind === 'installation') {
    return new Set([store.row(caller.installation ?? '')?.organization ?? '']);
  }
  const installed = store.ofIntegration(caller.integration).map(({ organization }) => organization);
  return new Set([...installed, ...(owner === undefined ? [] : [owner])]);
}

const NO_RIGHTS: Organization['permissions'] = {
  view: false,
  access: false,
  admin: false,
  ownTeam: false,
  createContent: false,
  createOpenAPISpec: false,
  ingestConversations: false,
  viewBilling: false,
  listMembers: false,
  listTeams: false,
  listIntegrations: false,
  listInstallations: false,
  installIntegration: false,
};

const NO_SPACE_RIGHTS: Space['permissions'] = {
  view: false,
  access: false,
  admin: false,
  viewInviteLinks: false,
  edit: false,
  triggerGitSync: false,
  comment: false,
  merge: false,
  review: false,
  installIntegration: false,
};
