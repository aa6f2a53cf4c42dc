// Installations of integrations: made, changed, and put on single spaces and sites.
import type { updateInstallation as updateOperation } from '../../../api/integrations/integration-installations.ts';
import type { InputOf } from '../../../api/operation.ts';
import { liveSpace, type SpaceRow } from '../../db/content/spaces.ts';
import { tellInstalled } from '../../db/integrations/integration-events.ts';
import {
  type BindingKind,
  type BindingRow,
  type InstallationRow,
  type IntegrationDetails,
  type IntegrationRow,
  installationBindings,
  installations,
} from '../../db/integrations/integrations.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import type { FidelityOf } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { newId } from '../../urls.ts';
import { badRequest, conflict, notFound } from '../../wire-error.ts';
import { readSite } from '../sites/settings.ts';
import { readIntegration } from './publish.ts';

interface InstallationRef {
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
function requireList(call: Call, { row }: Installed): void {
  if (!('integration' in call.caller)) call.access.requireOrganization(row.organization, 'listInstallations');
}

/** One in an organization of the caller, whose role is not asked for. 404. */
function knownInstallation(call: Call, ref: InstallationRef): Installed {
  const integration = readIntegration(call, ref.integrationName);
  const row = installations(call.db).find({ id: ref.installationId });
  if (row?.integration !== integration.name || call.access.memberRole(row.organization) === undefined) {
    throw notFound('installation', ref.installationId);
  }
  if ('integration' in call.caller && !isOwn(call, row)) throw notFound('installation', ref.installationId);
  return { row, integration };
}

/** The same for who may change it: an administrator, or the integration itself. 403 otherwise. */
function installationToChange(call: Call, ref: InstallationRef): Installed {
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
export const updateInstallation = (
  call: Call,
  { integrationName, installationId, ...changes }: Update,
): Installed =>
  call.db.transaction(() => {
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

/** Returns whether it was installed; its spaces and sites go with it. */
export function deleteInstallation(call: Call, ref: InstallationRef): boolean {
  const integration = readIntegration(call, ref.integrationName);
  const row = installations(call.db).find({ id: ref.installationId });
  if (row?.integration !== integration.name || call.access.memberRole(row.organization) === undefined)
    return false;
  call.access.requireOrganization(row.organization, 'installIntegration');
  return installations(call.db).remove({ id: row.id });
}

interface Settings {
  configuration?: Record<string, unknown> | undefined;
  externalIds?: string[] | undefined;
}

/** What to store of settings for the account, a space or a site. 400 for a value that does not fit. */
function settingsColumns(
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

/** What an installation is put on. */
interface Place {
  kind: BindingKind;
  id: string;
}

interface Bound extends Installed {
  binding: BindingRow;
  /** The space or site itself. */
  target: SpaceRow | SiteRow;
}

const NOTE = 'The integration gets no event for it: its program does not run.';

export const FIDELITY: FidelityOf = Object.fromEntries(
  ['installationSites', 'installationSpaces'].flatMap((resource) =>
    ['add', 'remove', 'update'].map((verb) => [`${resource}.${verb}`, NOTE]),
  ),
);

/** 404 where the installation is not on it, or where the caller may not know of it. */
export function readBinding(call: Call, ref: InstallationRef, place: Place): Bound {
  const installed = knownInstallation(call, ref);
  // Before the role is asked for: a refusal would tell that there is such a place.
  const target = targetOf(call, installed.row, place);
  requireList(call, installed);
  requireFor(installed.integration, place);
  const binding = bindingIn(call, installed.row, place);
  if (!isOnIt(installed.row, binding, place.kind)) throw notInstalled(ref, place);
  return { ...installed, binding, target };
}

/** Puts it on one space or site. 409 where it is there already. */
export const addBinding = (call: Call, ref: InstallationRef, place: Place): Bound =>
  call.db.transaction(() => {
    const { row, integration } = installationToChange(call, ref);
    const target = targetOf(call, row, place);
    requireFor(integration, place);
    requireRight(call, row, target, place);
    const binding = bindingIn(call, row, place);
    if (isOnIt(row, binding, place.kind))
      throw conflict(
        `integration "${integration.name}" is installed on ${place.kind} "${target.title}" already`,
      );
    installationBindings(call.db).put({ ...binding, selected: 1 });
    return readBinding(call, ref, place);
  });

/** Changes its settings there. 400 for a setting that is not as the integration asks for it. */
export function updateBinding(
  call: Call,
  { configuration, externalIds, ...ref }: InstallationRef & Settings,
  place: Place,
): Bound {
  const { row, integration } = installationToChange(call, ref);
  const { binding, target } = readBinding(call, ref, place);
  requireRight(call, row, target, place);
  installationBindings(call.db).put({
    ...binding,
    ...settingsColumns(integration, place.kind, { configuration, externalIds }),
  });
  return readBinding(call, ref, place);
}

/** Returns whether it was there. 409 while it is on all of them: none can be left out then. */
export function removeBinding(call: Call, ref: InstallationRef, place: Place): boolean {
  const { row, integration } = installationToChange(call, ref);
  const target = targetOf(call, row, place);
  requireRight(call, row, target, place);
  if (selectionOf(row, place.kind) === 'all' && isFor(integration, place))
    throw conflict(
      `integration "${integration.name}" is installed on all ${place.kind}s: set ${place.kind}_selection to selected first`,
    );
  return installationBindings(call.db).remove({ installation: row.id, kind: place.kind, target: place.id });
}

function targetOf(call: Call, { organization }: InstallationRow, { kind, id }: Place): SpaceRow | SiteRow {
  if (kind === 'site') return readSite(call, { organizationId: organization, siteId: id });
  const space = liveSpace(call.db, id);
  if (space.organization !== organization) throw notFound('space', id);
  call.access.requireSpace(space, 'view');
  return space;
}

/** On a space its administrators decide, on a site those of the organization; an integration knows its own place. */
function requireRight(call: Call, row: InstallationRow, target: SpaceRow | SiteRow, { kind }: Place): void {
  if ('integration' in call.caller) return;
  if (kind === 'space' && 'parent' in target) call.access.requireSpace(target, 'installIntegration');
  else call.access.requireOrganization(row.organization, 'installIntegration');
}

const isFor = ({ target }: IntegrationRow, { kind }: Place): boolean => target === 'all' || target === kind;

function requireFor(integration: IntegrationRow, place: Place): void {
  if (!isFor(integration, place)) throw notFound(place.kind, place.id);
}

const selectionOf = (row: InstallationRow, kind: BindingKind) =>
  kind === 'space' ? row.spaceSelection : row.siteSelection;

const isOnIt = (row: InstallationRow, { selected }: BindingRow, kind: BindingKind): boolean =>
  selectionOf(row, kind) === 'all' || selected === 1;

const bindingIn = (
  { db }: Call,
  { id: installation }: InstallationRow,
  { kind, id: target }: Place,
): BindingRow =>
  installationBindings(db).find({ installation, kind, target }) ?? {
    installation,
    kind,
    target,
    selected: 0,
    configuration: {},
    externalIds: [],
  };

const notInstalled = ({ integrationName }: InstallationRef, { kind, id }: Place) =>
  notFound(`installation of ${integrationName} on ${kind}`, id);
