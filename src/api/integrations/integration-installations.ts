// Where integrations are installed.
import type { Static } from '@sinclair/typebox';
import { Enum, pageOf, resource, Type } from '../schema.ts';
import { Site } from '../sites/sites.ts';
import * as wire from './integration-installations.generated.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Union,
  Boolean: Bool,
  Unknown,
  Record: RecordOf,
} = Type;
export const INSTALLATION_STATUSES = ['active', 'pending', 'paused'] as const;
const Status = Enum(INSTALLATION_STATUSES);
/** What the installation's owner entered; it may hold credentials. */
const Settings = RecordOf(Str(), Unknown());
const ExternalIds = ArrayOf(Str(), { maxItems: 5 });

/** What can be set of an installation, and of a space or site of it. */
export const InstallationSettings = {
  externalIds: Optional(
    ArrayOf(Str(), { maxItems: 5, description: 'IDs to find the installation by (at most 5)' }),
  ),
  configuration: Optional(RecordOf(Str(), Unknown(), { description: 'settings of the integration' })),
};

export const Installation = wire.IntegrationInstallation;
export type Installation = Static<typeof Installation>;

const binding = {
  integration: Str(),
  installation: Str(),
  status: Status,
  configuration: Settings,
  externalIds: ExternalIds,
  urls: Obj({ location: Str(), publicEndpoint: Str(), publicContentEndpoint: Optional(Str()) }),
};

/** `space` and `site` are ids, or with `extended` the objects. */
export const IntegrationSpace = wire.IntegrationSpaceInstallation;
export type IntegrationSpace = Static<typeof IntegrationSpace>;
export const IntegrationSite = Obj({ ...binding, site: Union([Str(), Site]) });
export type IntegrationSite = Static<typeof IntegrationSite>;
export const Extended = (what: string) =>
  Optional(Bool({ description: `show ${what} as objects instead of IDs`, default: false }));

const op = resource('installations', {
  says: {
    externalId: 'only with this external ID',
    configuration: 'settings of the integration',
    externalIds: 'IDs to find the installation by (at most 5)',
  },
});
export const listInstallations = op('list', 'List the installations of an integration', {
  ...wire.listIntegrationInstallations,
  token: ['integration', 'installation'],
});
export const installIntegration = op('create', 'Install an integration in an organization', {
  ...wire.installIntegration,
  says: { organization: 'organization to install it in' },
});
export const listIntegrationSpaces = op('spaces', 'List the spaces where an integration is installed', {
  ...wire.listIntegrationSpaceInstallations,
  token: ['integration', 'installation'],
  says: { extended: 'show spaces as objects instead of IDs' },
});
export const listIntegrationSites = op('sites', 'List the sites where an integration is installed', {
  ...wire.listIntegrationSiteInstallations,
  result: pageOf(IntegrationSite),
  token: 'integration',
  says: { extended: 'show sites as objects instead of IDs' },
});
export const getInstallation = op('get', 'Show an installation of an integration', {
  ...wire.getIntegrationInstallationById,
  token: 'any',
});
export const updateInstallation = op('update', 'Update the settings of an installation', {
  ...wire.updateIntegrationInstallation,
  token: 'any',
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
  token: 'integration',
});
