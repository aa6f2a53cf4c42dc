// An installation that is there: its settings, and its end.
import type { updateInstallation as updateOperation } from '../../../api/integrations/integration-installations.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { IntegrationDetails } from '../../db/integrations/integrations.ts';
import {
  type InstallationRow,
  type IntegrationRow,
  installations,
} from '../../db/integrations/integrations.ts';
import type { Call } from '../../sandbox.ts';
import { badRequest, notFound } from '../../wire-error.ts';
import { readIntegration } from './publish.ts';

export interface InstallationRef {
  integrationName: string;
  installationId: string;
}

export interface Installed {
  row: InstallationRow;
  integration: IntegrationRow;
}

/** 404 for what is not installed where the caller is, 403 for who may not list installations. */
export function readInstallation(call: Call, ref: InstallationRef): Installed {
  const installed = knownInstallation(call, ref);
  requireList(call, installed);
  return installed;
}

/** 403 for who may not list installations; an integration knows its own. */
export function requireList(call: Call, { row }: Installed): void {
  if (!('integration' in call.caller)) call.access.requireOrganization(row.organization, 'listInstallations');
}

/** One in an organization of the caller, whose role is not asked for. 404. */
export function knownInstallation(call: Call, ref: InstallationRef): Installed {
  const integration = readIntegration(call, ref.integrationName);
  const row = installations(call.db).find({ id: ref.installationId });
  if (row?.integration !== integration.name || call.access.memberRole(row.organization) === undefined) {
    throw notFound('installation', ref.installationId);
  }
  if ('integration' in call.caller && !isOwn(call, row)) throw notFound('installation', ref.installationId);
  return { row, integration };
}

/** The same for who may change it: an administrator, or the integration itself. 403 otherwise. */
export function installationToChange(call: Call, ref: InstallationRef): Installed {
  const found = readInstallation(call, ref);
  if (!('integration' in call.caller))
    call.access.requireOrganization(found.row.organization, 'installIntegration');
  return found;
}

/** Whether a token is of this very installation, or of its integration. */
function isOwn({ caller }: Call, { id, integration }: InstallationRow): boolean {
  if (!('integration' in caller) || caller.integration !== integration) return false;
  return caller.installation === undefined || caller.installation === id;
}

type Update = InputOf<typeof updateOperation>;

/** Changes what is given. 400 for a setting that is not as the integration asks for it. */
export function updateInstallation(
  call: Call,
  { integrationName, installationId, ...changes }: Update,
): Installed {
  return call.db.transaction(() => {
    const ref = { integrationName, installationId };
    const { row, integration } = installationToChange(call, ref);
    const { space_selection, site_selection } = changes;
    installations(call.db).update(
      { id: row.id },
      {
        ...settingsColumns(integration, 'account', changes),
        ...(space_selection !== undefined && { spaceSelection: space_selection }),
        ...(site_selection !== undefined && { siteSelection: site_selection }),
        updatedAt: call.now().toISOString(),
      },
    );
    return readInstallation(call, ref);
  });
}

/** Returns whether it was installed; its spaces and sites go with it. */
export function deleteInstallation(call: Call, ref: InstallationRef): boolean {
  return call.db.transaction(() => {
    const integration = readIntegration(call, ref.integrationName);
    const row = installations(call.db).find({ id: ref.installationId });
    if (row?.integration !== integration.name || call.access.memberRole(row.organization) === undefined)
      return false;
    call.access.requireOrganization(row.organization, 'installIntegration');
    return installations(call.db).remove({ id: row.id });
  });
}

export interface Settings {
  configuration?: Record<string, unknown> | undefined;
  externalIds?: string[] | undefined;
}

/** What to store of settings for the account, a space or a site. 400 for a value that does not fit. */
export function settingsColumns(
  { details }: IntegrationRow,
  place: keyof NonNullable<IntegrationDetails['configurations']>,
  { configuration, externalIds }: Settings,
) {
  if (configuration !== undefined) requireFit(details.configurations?.[place], configuration);
  return { ...(configuration && { configuration }), ...(externalIds && { externalIds }) };
}

type Asked = NonNullable<IntegrationDetails['configurations']>['account'];

/** Settings that an integration shows in a form of its own are not checked: the sandbox does not know their fields. */
function requireFit(asked: Asked, given: Record<string, unknown>): void {
  if (!asked || !('properties' in asked)) return;
  for (const name of asked.required ?? [])
    if (given[name] === undefined) throw badRequest(`configuration.${name} is required by the integration`);
  for (const [name, property] of Object.entries(asked.properties)) {
    const value = given[name];
    if (value === undefined || property.type === 'button') continue;
    if (typeof value !== property.type) throw badRequest(`configuration.${name} must be a ${property.type}`);
    if (property.type === 'string' && property.enum && !property.enum.includes(String(value)))
      throw badRequest(`configuration.${name} must be one of: ${property.enum.join(', ')}`);
  }
}
