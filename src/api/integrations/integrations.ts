// Integrations: extensions published by an organization.
import type { Static } from '@sinclair/typebox';
import { Organization } from '../people/organizations.ts';
import { described, Enum, Flags, NoParams, operation, Paging, pageOf, Type } from '../schema.ts';
import {
  Block,
  Configurations,
  ContentSecurityPolicy,
  ContentSource,
  ExternalLink,
  INTEGRATION_CATEGORIES,
  INTEGRATION_NAME,
  INTEGRATION_SCOPES,
  INTEGRATION_TARGETS,
  INTEGRATION_VISIBILITIES,
} from './integration-parts.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Literal,
  Boolean: Bool,
  Integer,
  Record: RecordOf,
} = Type;

export const Integration = Obj({
  object: Literal('integration'),
  name: Str({ pattern: INTEGRATION_NAME, maxLength: 100 }),
  version: Integer({ minimum: 0 }),
  title: Str(),
  description: Optional(Str()),
  summary: Optional(Str()),
  previewImages: ArrayOf(Str()),
  target: Enum(INTEGRATION_TARGETS),
  verified: Bool(),
  visibility: Enum(INTEGRATION_VISIBILITIES),
  scopes: ArrayOf(Enum(INTEGRATION_SCOPES)),
  categories: ArrayOf(Enum(INTEGRATION_CATEGORIES)),
  blocks: Optional(ArrayOf(Block)),
  contentSources: Optional(ArrayOf(ContentSource)),
  configurations: Optional(Configurations),
  externalLinks: ArrayOf(ExternalLink),
  owner: Organization,
  urls: Obj({
    location: Str(),
    icon: Optional(Str()),
    app: Str(),
    assets: Str(),
    publicEndpoint: Str(),
  }),
  permissions: Flags(['admin']),
  contentSecurityPolicy: Optional(ContentSecurityPolicy),
});
export type Integration = Static<typeof Integration>;

export const IntegrationRef = Obj({
  integrationName: Str({ pattern: INTEGRATION_NAME, maxLength: 100, description: 'integration name' }),
});

/** An image or a script as text; base64 for images. */
const Base64 = (description: string) => Str({ description });

export const listIntegrations = operation('integrations.list', {
  method: 'GET',
  path: '/v1/integrations',
  summary: 'List available integrations',
  lists: { param: 'integrationName', noun: 'integration', key: 'name', names: ['title'] },
  params: NoParams,
  query: Obj({
    ...Paging,
    search: Optional(Str({ description: 'only integrations whose name contains this' })),
    category: Optional(Enum(INTEGRATION_CATEGORIES, { description: 'only this category' })),
    blockDomain: Optional(
      Str({
        pattern: INTEGRATION_NAME,
        maxLength: 100,
        description: 'only integrations with blocks for this domain',
      }),
    ),
    blocks: Optional(Bool({ description: 'only integrations with (or without) blocks' })),
    contentSources: Optional(Bool({ description: 'only integrations with (or without) content sources' })),
    owner: Optional(Str({ description: 'only integrations owned by this organization' })),
    scope: Optional(Enum(INTEGRATION_SCOPES, { description: 'only integrations that use this scope' })),
    target: Optional(Enum(INTEGRATION_TARGETS, { description: 'only integrations for this target' })),
  }),
  result: pageOf(Integration),
  paging: 'pages',
  token: 'any',
});

export const getIntegration = operation('integrations.get', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}',
  summary: 'Show an integration',
  params: IntegrationRef,
  result: Integration,
  errors: [404],
  token: 'any',
});

export const publishIntegration = operation('integrations.publish', {
  method: 'POST',
  path: '/v1/integrations/{integrationName}',
  summary: 'Publish an integration or a new version of it',
  params: IntegrationRef,
  body: Obj({
    title: Str({ minLength: 2, maxLength: 30, description: 'display name' }),
    description: Str({ maxLength: 100, description: 'short description' }),
    organization: Str({ description: 'organization that publishes it: ID or hostname' }),
    scopes: ArrayOf(Enum(INTEGRATION_SCOPES), { description: 'permissions it requests' }),
    script: Str({ description: 'its program' }),
    runtime: Optional(Enum(['v1', 'v2'], { description: 'runtime of the script', default: 'v1' })),
    icon: Optional(Base64('icon, base64')),
    summary: Optional(Str({ maxLength: 2048, description: 'long description in Markdown' })),
    previewImages: Optional(ArrayOf(Base64('image, base64'), { maxItems: 3, description: 'images, base64' })),
    visibility: Optional(Enum(INTEGRATION_VISIBILITIES, { description: 'who can see it' })),
    target: Optional(Enum(INTEGRATION_TARGETS, { description: 'where it can be installed', default: 'all' })),
    categories: Optional(
      ArrayOf(Enum(INTEGRATION_CATEGORIES), { description: 'categories to list it under' }),
    ),
    blocks: Optional(ArrayOf(Block, { description: 'blocks it adds to pages' })),
    contentSources: Optional(ArrayOf(ContentSource, { description: 'content it computes' })),
    externalLinks: Optional(ArrayOf(ExternalLink, { maxItems: 5, description: 'links to more information' })),
    configurations: Optional(described(Configurations, 'settings to ask for at installation')),
    secrets: Optional(RecordOf(Str(), Str(), { description: 'secrets of the script' })),
    contentSecurityPolicy: Optional(
      described(ContentSecurityPolicy, 'content security policy of its blocks'),
    ),
  }),
  result: Integration,
  errors: [404],
  large: true,
});

export const deleteIntegration = operation('integrations.delete', {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}',
  summary: 'Delete an integration and its installations',
  params: IntegrationRef,
});

export const enableDevelopment = operation('integrations.devEnable', {
  method: 'PUT',
  path: '/v1/integrations/{integrationName}/dev',
  summary: 'Send events of an integration to a development tunnel',
  params: IntegrationRef,
  body: Obj({
    tunnelUrl: Str({ minLength: 1, maxLength: 256, description: 'URL that receives the events' }),
    all: Optional(
      Bool({ description: 'send events of all organizations, not just the owner', default: false }),
    ),
  }),
  success: [204],
  errors: [404],
});

export const disableDevelopment = operation('integrations.devDisable', {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/dev',
  summary: 'Turn off development mode for an integration',
  params: IntegrationRef,
  // The one delete that never answers 204 (src/api/README.md#deletes).
  success: [205],
});
