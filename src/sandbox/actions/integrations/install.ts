// Installing an integration in an organization: on all of its spaces and sites.

import { tellInstalled } from '../../db/integrations/integration-events.ts';
import { type InstallationRow, installations } from '../../db/integrations/integrations.ts';
import { newId } from '../../ids.ts';
import type { Call } from '../../sandbox.ts';
import { conflict } from '../../wire-error.ts';
import { readIntegration } from './publish.ts';

/** 404 for an unknown integration or organization, 403 without the right, 409 when it is installed already. */
export function installIntegration(call: Call, name: string, organization: string): InstallationRow {
  return call.db.transaction(() => {
    const integration = readIntegration(call, name);
    call.access.requireOrganization(organization, 'installIntegration');
    if (installations(call.db).find({ integration: integration.name, organization })) {
      throw conflict(`integration "${name}" is installed in this organization already`);
    }
    const now = call.now().toISOString();
    const row: InstallationRow = {
      id: newId(),
      integration: integration.name,
      organization,
      status: 'active',
      configuration: {},
      externalIds: [],
      createdAt: now,
      updatedAt: now,
      spaceSelection: 'all',
      siteSelection: 'all',
    };
    installations(call.db).insert(row);
    const payload = { status: 'active', previous: { status: 'pending', configuration: {} } };
    tellInstalled(call.db, row.id, now, payload);
    return row;
  });
}
