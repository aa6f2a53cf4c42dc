// Where integrations are installed.
import type { Static } from '@sinclair/typebox';
import { builders, Enum, pageOf, resource } from '../schema.ts';
import { Site } from '../sites/sites.generated.ts';
import * as wire from './integration-installations.generated.ts';

const { ArrayOf, Obj, Str, Optional, Union, Unknown, RecordOf } = builders;
export const INSTALLATION_STATUSES = ['active', 'pending', 'paused'] as const;
const Status = Enum(INSTALLATION_STATUSES);
/** What the installation's owner entered; it may hold credentials. */
const Settings = RecordOf(Str(), Unknown());
const ExternalIds = ArrayOf(Str(), { maxItems: 5 });

const binding = {
  integration: Str(),
  installation: Str(),
  status: Status,
  configuration: Settings,
  externalIds: ExternalIds,
  urls: Obj({ location: Str(), publicEndpoint: Str(), publicContentEndpoint: Optional(Str()) }),
};

export const IntegrationSite = Obj({ ...binding, site: Union([Str(), Site]) });
export type IntegrationSite = Static<typeof IntegrationSite>;
const op = resource('installations', {
  says: {
    externalId: 'only with this external ID',
    configuration: 'settings of the integration',
    externalIds: 'IDs to find the installation by (at most 5)',
  },
});
export const listInstallations = op('list', 'List the installations of an integration', {
  ...wire.listIntegrationInstallations,
});
export const installIntegration = op('create', 'Install an integration in an organization', {
  ...wire.installIntegration,
  says: { organization: 'organization to install it in' },
});
export const listIntegrationSpaces = op('spaces', 'List the spaces where an integration is installed', {
  ...wire.listIntegrationSpaceInstallations,
  says: { extended: 'show spaces as objects instead of IDs' },
});
export const listIntegrationSites = op('sites', 'List the sites where an integration is installed', {
  ...wire.listIntegrationSiteInstallations,
  result: pageOf(IntegrationSite),
  says: { extended: 'show sites as objects instead of IDs' },
});
export const getInstallation = op('get', 'Show an installation of an integration', {
  ...wire.getIntegrationInstallationById,
});
export const updateInstallation = op('update', 'Update the settings of an installation', {
  ...wire.updateIntegrationInstallation,
  says: {
    site_selection: 'whether it is on all sites or on selected ones',
    space_selection: 'whether it is on all spaces or on selected ones',
  },
});
export const deleteInstallation = op('delete', 'Uninstall an integration from an organization', {
  ...wire.uninstallIntegration,
});
/** A token that ends by itself: with it a program acts as the installation. */
export const createInstallationToken = op('token', 'Create a temporary token of an installation', {
  ...wire.createIntegrationInstallationToken,
});
