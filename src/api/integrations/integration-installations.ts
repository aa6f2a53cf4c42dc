// Where integrations are installed.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.ts';
import { Count, DateTime, Enum, operation, Paging, pageOf, Type } from '../schema.ts';
import { Site } from '../sites/sites.ts';
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

const Status = Enum(['active', 'pending', 'paused']);
const Selection = Enum(['all', 'selected']);
/** What the installation's owner entered; it may hold credentials. */
const Settings = RecordOf(Str(), Unknown());
const ExternalIds = ArrayOf(Str(), { maxItems: 5 });

export const Installation = Obj({
  id: Str(),
  status: Status,
  space_selection: Selection,
  site_selection: Selection,
  spaces: Count(),
  configuration: Settings,
  createdAt: DateTime(),
  updatedAt: DateTime(),
  urls: Obj({ location: Str(), app: Str(), publicEndpoint: Str() }),
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
  urls: Obj({ location: Str(), publicEndpoint: Str() }),
};

/** `space` and `site` are ids, or with `extended` the objects. */
export const IntegrationSpace = Obj({ ...binding, space: Union([Str(), Space]) });
export type IntegrationSpace = Static<typeof IntegrationSpace>;
export const IntegrationSite = Obj({ ...binding, site: Union([Str(), Site]) });
export type IntegrationSite = Static<typeof IntegrationSite>;

const ExternalId = Optional(Str({ description: 'only with this external ID' }));
const Extended = (what: string) =>
  Optional(Bool({ description: `show ${what} as objects instead of IDs`, default: false }));

export const listInstallations = operation('installations.list', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations',
  summary: 'List the installations of an integration',
  params: IntegrationRef,
  query: Obj({ ...Paging, externalId: ExternalId }),
  result: pageOf(Installation),
  paging: 'pages',
  token: 'integration',
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
  token: 'integration',
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
