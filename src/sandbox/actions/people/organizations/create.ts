// New organizations: whoever makes one administrates it.
import type { InputOf } from '../../../../api/operation.ts';
import type { createOrganization as createOperation } from '../../../../api/people/organizations.ts';
import { accessOf } from '../../../access.ts';
import { members, type OrganizationRow, organizations } from '../../../db/people/organizations.ts';
import { newId } from '../../../ids.ts';
import type { Call } from '../../../sandbox.ts';
import { badRequest } from '../../../wire-error.ts';
import { createSite } from '../../sites/settings.ts';

/** On the free plan. 400 for an OpenAPI specification to start with, which the sandbox does not read here. */
export function createOrganization(call: Call, input: InputOf<typeof createOperation>): OrganizationRow {
  if (input.openapiUrl !== undefined)
    throw badRequest(
      'the sandbox does not take openapiUrl here: create the specification in the organization',
    );
  return call.db.transaction(() => {
    const createdAt = call.now().toISOString();
    const row: OrganizationRow = {
      id: newId(),
      title: input.title,
      hostname: null,
      defaultRole: 'read',
      createdAt,
      settings: {
        type: 'business',
        plan: 'free_2024',
        emailDomains: input.emailDomains ?? [],
        inviteLinks: true,
        mergeRules: { type: 'none' },
        trial: { status: 'none', count: 0 },
      },
    };
    organizations(call.db).insert(row);
    const { userId } = call.caller;
    members(call.db).insert({
      organization: row.id,
      user: userId,
      role: 'admin',
      disabled: 0,
      sso: 0,
      joinedAt: createdAt,
      lastSeenAt: createdAt,
    });
    if (input.withDefaultSite === true) firstSite(call, row);
    return row;
  });
}

function firstSite(call: Call, { id, title, settings }: OrganizationRow): void {
  // The caller is an administrator since a moment ago.
  const owner = { ...call, access: accessOf(call.db, call.caller.userId) };
  const site = createSite(owner, { organizationId: id, title });
  organizations(call.db).update(
    { id },
    {
      settings: { ...settings, defaultContent: { type: 'site', site: site.id } },
    },
  );
}
