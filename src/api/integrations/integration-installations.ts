// Where integrations are installed.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.ts';
import { Count, DateTime, Enum, operation, Paging, pageOf, Type } from '../schema.ts';
import { Site } from '../sites/sites.ts';
import * as wire from './integration-installations.generated.ts';
import { IntegrationRef } from './integrations.ts';

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
const Selection = Enum(['all', 'selected']);
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

export const Installation = Obj({
  id: Str(),
  status: Status,
  space_selection: Selection,
  site_selection: Selection,
  spaces: Count(),
  configuration: Settings,
  createdAt: DateTime(),
  updatedAt: DateTime(),
  urls: Obj({ location: Str(), app: Str(), publicEndpoint: Str(), publicContentEndpoint: Optional(Str()) }),
  externalIds: ExternalIds,
  target: Obj({ organization: Str() }),
});
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
export const IntegrationSpace = Obj({ ...binding, space: Union([Str(), Space]) });
export type IntegrationSpace = Static<typeof IntegrationSpace>;
export const IntegrationSite = Obj({ ...binding, site: Union([Str(), Site]) });
export type IntegrationSite = Static<typeof IntegrationSite>;

export const InstallationRef = Obj({
  ...IntegrationRef.properties,
  installationId: Str({ description: 'installation' }),
});

const ExternalId = Optional(Str({ description: 'only with this external ID' }));
export const Extended = (what: string) =>
  Optional(Bool({ description: `show ${what} as objects instead of IDs`, default: false }));

export const listInstallations = operation('installations.list', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations',
  summary: 'List the installations of an integration',
  params: IntegrationRef,
  query: Obj({ ...Paging, externalId: ExternalId }),
  result: pageOf(Installation),
  paging: 'pages',
  token: ['integration', 'installation'],
});

export const installIntegration = operation('installations.create', {
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations',
  summary: 'Install an integration in an organization',
  params: IntegrationRef,
  body: Obj({ organization: Str({ description: 'organization to install it in' }) }),
  result: Installation,
  success: [201],
  errors: [404],
});

export const listIntegrationSpaces = operation('installations.spaces', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/spaces',
  summary: 'List the spaces where an integration is installed',
  params: IntegrationRef,
  query: Obj({ ...Paging, externalId: ExternalId, extended: Extended('spaces') }),
  result: pageOf(IntegrationSpace),
  paging: 'pages',
  token: ['integration', 'installation'],
});

export const listIntegrationSites = operation('installations.sites', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/sites',
  summary: 'List the sites where an integration is installed',
  params: IntegrationRef,
  query: Obj({ ...Paging, externalId: ExternalId, extended: Extended('sites') }),
  result: pageOf(IntegrationSite),
  paging: 'pages',
  token: 'integration',
});

export const getInstallation = operation('installations.get', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}',
  summary: 'Show an installation of an integration',
  params: InstallationRef,
  result: Installation,
  errors: [404],
  token: 'any',
});

export const updateInstallation = operation('installations.update', {
  method: 'PATCH',
  path: '/v1/integrations/{integrationName}/installations/{installationId}',
  summary: 'Update the settings of an installation',
  params: InstallationRef,
  body: Obj({
    ...InstallationSettings,
    space_selection: Optional(
      Enum(['all', 'selected'], { description: 'whether it is on all spaces or on selected ones' }),
    ),
    site_selection: Optional(
      Enum(['all', 'selected'], { description: 'whether it is on all sites or on selected ones' }),
    ),
  }),
  result: Installation,
  token: 'any',
});

export const deleteInstallation = operation('installations.delete', {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/installations/{installationId}',
  summary: 'Uninstall an integration from an organization',
  params: InstallationRef,
});

/** A token that ends by itself: with it a program acts as the installation. */
export const createInstallationToken = operation('installations.token', {
  ...wire.createIntegrationInstallationToken,
  summary: 'Create a temporary token of an installation',
  params: InstallationRef,
  token: 'integration',
});
