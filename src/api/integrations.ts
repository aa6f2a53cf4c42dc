// Integrations: extensions published by an organization (specification, document 2, Integrations).
import type { Static } from '@sinclair/typebox';
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
import { Organization } from './organizations.ts';
import { Enum, Flags, NoParams, operation, Paging, pageOf, Type } from './schema.ts';

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
  summary: 'List the integrations that can be installed',
  params: NoParams,
  query: Obj({
    ...Paging,
    search: Optional(Str({ description: 'only those whose name contains this' })),
    category: Optional(Enum(INTEGRATION_CATEGORIES, { description: 'only this category' })),
    blockDomain: Optional(
      Str({
        pattern: INTEGRATION_NAME,
        maxLength: 100,
        description: 'only those with blocks for this domain',
      }),
    ),
    blocks: Optional(Bool({ description: 'only those with blocks, or without' })),
    contentSources: Optional(Bool({ description: 'only those with content sources, or without' })),
    owner: Optional(Str({ description: 'only those of this organization' })),
    scope: Optional(Enum(INTEGRATION_SCOPES, { description: 'only those that use this scope' })),
    target: Optional(Enum(INTEGRATION_TARGETS, { description: 'only those for this target' })),
  }),
  result: pageOf(Integration),
  paging: 'pages',
  source: 'document 2, Integrations; open points, section 18',
});

export const getIntegration = operation('integrations.get', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}',
  summary: 'Get an integration',
  params: IntegrationRef,
  result: Integration,
  errors: [404],
  source: 'document 2, Integrations',
});

export const publishIntegration = operation('integrations.publish', {
  method: 'POST',
  path: '/v1/integrations/{integrationName}',
  summary: 'Publish an integration, or a new version of it',
  params: IntegrationRef,
  body: Obj({
    title: Str({ minLength: 2, maxLength: 30, description: 'name people read' }),
    description: Str({ maxLength: 100, description: 'what it does' }),
    organization: Str({ description: 'organization that publishes it: id or hostname' }),
    scopes: ArrayOf(Enum(INTEGRATION_SCOPES), { description: 'what it may do' }),
    script: Str({ description: 'its program' }),
    runtime: Optional(Enum(['v1', 'v2'], { description: 'what runs the script', default: 'v1' })),
    icon: Optional(Base64('icon, base64')),
    summary: Optional(Str({ maxLength: 2048, description: 'long description in Markdown' })),
    previewImages: Optional(ArrayOf(Base64('image, base64'), { maxItems: 3, description: 'images, base64' })),
    visibility: Optional(Enum(INTEGRATION_VISIBILITIES, { description: 'who sees it' })),
    target: Optional(Enum(INTEGRATION_TARGETS, { description: 'where it can be installed', default: 'all' })),
    categories: Optional(ArrayOf(Enum(INTEGRATION_CATEGORIES), { description: 'what it is about' })),
    blocks: Optional(ArrayOf(Block, { description: 'blocks it adds to pages' })),
    contentSources: Optional(ArrayOf(ContentSource, { description: 'content it computes' })),
    externalLinks: Optional(ArrayOf(ExternalLink, { maxItems: 5, description: 'links to more' })),
    configurations: Optional(Configurations),
    secrets: Optional(RecordOf(Str(), Str(), { description: 'secrets of the script' })),
    contentSecurityPolicy: Optional(ContentSecurityPolicy),
  }),
  result: Integration,
  errors: [404],
  large: true,
  source: 'document 2, Integrations; open points, section 18',
});

export const deleteIntegration = operation('integrations.delete', {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}',
  summary: 'Delete an integration with its installations',
  params: IntegrationRef,
  source: 'document 2, Integrations',
});

export const enableDevelopment = operation('integrations.devEnable', {
  method: 'PUT',
  path: '/v1/integrations/{integrationName}/dev',
  summary: 'Send the events of an integration to a tunnel while it is developed',
  params: IntegrationRef,
  body: Obj({
    tunnelUrl: Str({ minLength: 1, maxLength: 256, description: 'where events are sent' }),
    all: Optional(
      Bool({ description: 'events of all organizations, not only of its owner', default: false }),
    ),
  }),
  success: [204],
  errors: [404],
  source: 'document 2, Integrations; open points, section 18',
});

export const disableDevelopment = operation('integrations.devDisable', {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/dev',
  summary: 'End the development mode of an integration',
  params: IntegrationRef,
  // The one delete that never answers 204 (open points, section 1).
  success: [205],
  source: 'document 2, Integrations',
});
