// An installation on one space or site: put there, set up, taken away.
import { liveSpace, type SpaceRow } from '../../db/content/spaces.ts';
import {
  type BindingKind,
  type BindingRow,
  type InstallationRow,
  type IntegrationRow,
  installationBindings,
} from '../../db/integrations/integrations.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import type { FidelityOf } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { conflict, notFound } from '../../wire-error.ts';
import { readSite } from '../sites/settings.ts';
import {
  type InstallationRef,
  type Installed,
  installationToChange,
  knownInstallation,
  requireList,
  type Settings,
  settingsColumns,
} from './installations.ts';

/** What an installation is put on. */
export interface Place {
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
    ['add', 'remove', 'update'].map((verb) => [`${resource}.${verb}`, { limited: NOTE }]),
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
export function addBinding(call: Call, ref: InstallationRef, place: Place): Bound {
  return call.db.transaction(() => {
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
}

/** Changes its settings there. 400 for a setting that is not as the integration asks for it. */
export function updateBinding(call: Call, ref: InstallationRef, place: Place, settings: Settings): Bound {
  return call.db.transaction(() => {
    const { row, integration } = installationToChange(call, ref);
    const { binding, target } = readBinding(call, ref, place);
    requireRight(call, row, target, place);
    installationBindings(call.db).put({ ...binding, ...settingsColumns(integration, place.kind, settings) });
    return readBinding(call, ref, place);
  });
}

/** Returns whether it was there. 409 while it is on all of them: none can be left out then. */
export function removeBinding(call: Call, ref: InstallationRef, place: Place): boolean {
  return call.db.transaction(() => {
    const { row, integration } = installationToChange(call, ref);
    const target = targetOf(call, row, place);
    requireRight(call, row, target, place);
    if (selectionOf(row, place.kind) === 'all' && isFor(integration, place))
      throw conflict(
        `integration "${integration.name}" is installed on all ${place.kind}s: set ${place.kind}_selection to selected first`,
      );
    return installationBindings(call.db).remove({ installation: row.id, kind: place.kind, target: place.id });
  });
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
