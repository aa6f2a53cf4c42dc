// Integrations: published in versions, deleted, developed.

import { INTEGRATION_NAME } from '../../../api/integrations/integration-parts.ts';
import type { publishIntegration as publishOperation } from '../../../api/integrations/integrations.ts';
import type { InputOf } from '../../../api/operation.ts';
import { type EventLogLine, integrationEvents } from '../../db/integrations/integration-events.ts';
import { type IntegrationRow, integrations } from '../../db/integrations/integrations.ts';
import { organizations } from '../../db/people/organizations.ts';
import type { Call } from '../../sandbox.ts';
import { badRequest, forbidden, notFound } from '../../wire-error.ts';
import { tunnelProblem } from './tunnel.ts';

const NAME = new RegExp(INTEGRATION_NAME);

/** Publishes an integration or its next version. 404 for an unknown organization, 403 for another one's integration. */
export function publishIntegration(call: Call, input: InputOf<typeof publishOperation>): IntegrationRow {
  const {
    integrationName: name,
    organization,
    script,
    icon,
    secrets,
    target,
    visibility,
    ...details
  } = input;
  if (name.length > 100 || !NAME.test(name)) {
    throw badRequest('integrationName must be letters, digits, dots, dashes and underscores, at most 100');
  }
  return call.db.transaction(() => {
    const owner = ownerOf(call, organization);
    call.access.requireOrganization(owner, 'admin');
    const known = integrations(call.db).find({ name });
    if (known && known.organization !== owner) {
      throw forbidden(`integration "${name}" belongs to another organization`);
    }
    const now = call.now().toISOString();
    const fields = {
      organization: owner,
      version: (known?.version ?? 0) + 1,
      target: target ?? 'all',
      visibility: visibility ?? known?.visibility ?? 'private',
      details,
      script,
      secrets: JSON.stringify(secrets ?? {}),
      icon: icon ?? known?.icon ?? null,
      updatedAt: now,
    };
    const store = integrations(call.db);
    if (known) store.update({ name }, fields);
    else store.insert({ name, createdAt: now, tunnelUrl: null, tunnelAll: 0, ...fields });
    return readIntegration(call, name);
  });
}

/** An organization by id or hostname. */
function ownerOf(call: Call, text: string): string {
  const found = organizations(call.db).find({ id: text }) ?? organizations(call.db).find({ hostname: text });
  if (!found) throw notFound('organization', text);
  return found.id;
}

/** An integration the caller may see: public and unlisted ones, and those of their organizations. 404 otherwise. */
export function readIntegration(call: Call, name: string): IntegrationRow {
  const row = integrations(call.db).find({ name });
  if (!row || !isVisible(call, row)) throw notFound('integration', name);
  return row;
}

const isVisible = (call: Call, { visibility, organization }: IntegrationRow): boolean =>
  visibility !== 'private' || call.access.memberRole(organization) !== undefined;

export const isOwner = (call: Call, row: IntegrationRow): boolean =>
  isItself(call, row) || call.access.memberRole(row.organization) === 'admin';

const isItself = ({ caller }: Call, { name }: IntegrationRow): boolean =>
  caller.kind === 'integration' && caller.integration === name;

/** An integration the caller administrates, or that calls by its own token. 404, 403. */
export function ownIntegration(call: Call, name: string): IntegrationRow {
  const row = readIntegration(call, name);
  if (isItself(call, row)) return row;
  call.access.requireOrganization(row.organization, 'admin');
  return row;
}

/** Returns whether there was one; its installations and events go with it. */
export function deleteIntegration(call: Call, name: string): boolean {
  return call.db.transaction(() => {
    const row = integrations(call.db).find({ name });
    if (!row || !isVisible(call, row)) return false;
    ownIntegration(call, name);
    return integrations(call.db).remove({ name });
  });
}

/** Sends events there from now on. 400 for an address that is not a URL, or not of this machine and not allowed. */
export function enableDevelopment(call: Call, name: string, tunnelUrl: string, all: boolean): void {
  const problem = tunnelProblem(call, tunnelUrl);
  if (problem !== undefined) throw badRequest(`tunnelUrl ${problem}`);
  call.db.transaction(() => {
    ownIntegration(call, name);
    integrations(call.db).update({ name }, { tunnelUrl, tunnelAll: all ? 1 : 0 });
  });
}

export function disableDevelopment(call: Call, name: string): void {
  call.db.transaction(() => {
    ownIntegration(call, name);
    integrations(call.db).update({ name }, { tunnelUrl: null, tunnelAll: 0 });
    const message = 'development mode was turned off before it was sent';
    const line: EventLogLine = { timestamp: call.now().toISOString(), level: 'error', message };
    // Gives up what nobody has begun to send.
    integrationEvents(call.db).update(
      { integration: name, status: 'pending', message: '' },
      { status: 'failed', message: JSON.stringify([line]) },
    );
  });
}
