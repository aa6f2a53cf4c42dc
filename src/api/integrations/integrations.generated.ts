// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { EventPayload } from './integration-parts.ts';
import { Organization } from '../people/organizations.generated.ts';
import { builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Enum,
  Literal,
  Num,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Union,
  Uri,
  pageOf,
} = builders;

export const IntegrationScope = Enum([
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:git:sync',
  'page:feedback:read',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:visitor:claims',
  'site:adaptive:read',
  'site:adaptive:write',
  'conversations:ingest',
  'openapi:read',
  'openapi:write',
]);

export const IntegrationBlocks = ArrayOf(
  Obj({
    id: Str(),
    title: Str({ minLength: 2, maxLength: 40 }),
    description: Optional(Str({ minLength: 0, maxLength: 150 })),
    icon: Optional(Str()),
    urlUnfurl: Optional(ArrayOf(Str())),
    markdown: Optional(Obj({ codeblock: Str(), body: Str() })),
  }),
);

export const IntegrationContentSource = Obj({
  id: Str(),
  title: Str({ minLength: 2, maxLength: 40 }),
  description: Optional(Str({ minLength: 0, maxLength: 150 })),
  icon: Optional(Str()),
  configuration: Obj({ componentId: Str() }),
});

export const IntegrationConfiguration = Union([
  Obj({
    properties: RecordOf(
      Str(),
      Obj({
        title: Optional(Str({ minLength: 2, maxLength: 50 })),
        description: Optional(Str({ maxLength: 100 })),
        type: Enum(['string', 'number', 'boolean', 'button']),
        default: Optional(Union([Str(), Num(), Bool()])),
        completion_url: Optional(Str()),
        enum: Optional(ArrayOf(Str())),
        callback_url: Optional(Str()),
        button_text: Optional(Str()),
      }),
    ),
    required: Optional(ArrayOf(Str(), { uniqueItems: true })),
  }),
  Obj({ componentId: Str() }),
]);

export const IntegrationConfigurations = Obj({
  account: Optional(IntegrationConfiguration),
  space: Optional(IntegrationConfiguration),
  site: Optional(IntegrationConfiguration),
});

export const IntegrationContentSecurityPolicy = Union([
  Str(),
  Obj({
    'base-uri': Optional(Str()),
    'block-all-mixed-content': Optional(Str()),
    'child-src': Optional(Str()),
    'connect-src': Optional(Str()),
    'default-src': Optional(Str()),
    'font-src': Optional(Str()),
    'form-action': Optional(Str()),
    'frame-ancestors': Optional(Str()),
    'frame-src': Optional(Str()),
    'img-src': Optional(Str()),
    'manifest-src': Optional(Str()),
    'media-src': Optional(Str()),
    'navigate-to': Optional(Str()),
    'object-src': Optional(Str()),
    'plugin-types': Optional(Str()),
    'prefetch-src': Optional(Str()),
    referrer: Optional(Str()),
    'report-to': Optional(Str()),
    'report-uri': Optional(Str()),
    'require-sri-for': Optional(Str()),
    'require-trusted-types-for': Optional(Str()),
    sandbox: Optional(Str()),
    'script-src': Optional(Str()),
    'script-src-attr': Optional(Str()),
    'script-src-elem': Optional(Str()),
    'style-src': Optional(Str()),
    'style-src-attr': Optional(Str()),
    'style-src-elem': Optional(Str()),
    'trusted-types': Optional(Str()),
    'upgrade-insecure-requests': Optional(Str()),
    'worker-src': Optional(Str()),
  }),
]);

export const Integration = Obj({
  object: Literal('integration'),
  name: Str(),
  version: Num(),
  title: Str({ minLength: 2, maxLength: 30 }),
  description: Optional(Str({ maxLength: 100 })),
  summary: Optional(Str({ maxLength: 2048 })),
  previewImages: ArrayOf(Str(), { maxItems: 3 }),
  target: Enum(['all', 'site', 'space', 'organization']),
  verified: Bool(),
  visibility: Enum(['public', 'private', 'unlisted']),
  scopes: ArrayOf(IntegrationScope),
  categories: ArrayOf(
    Enum(['analytics', 'collaboration', 'content', 'marketing', 'visitor-auth', 'other', 'gitsync']),
  ),
  blocks: Optional(IntegrationBlocks),
  contentSources: Optional(ArrayOf(IntegrationContentSource)),
  configurations: Optional(IntegrationConfigurations),
  externalLinks: ArrayOf(Obj({ url: Uri({ maxLength: 2048 }), label: Str() }), { maxItems: 5 }),
  owner: Organization,
  urls: Obj({
    location: Uri(),
    icon: Optional(Uri()),
    app: Uri(),
    assets: Uri(),
    publicEndpoint: Uri(),
    publicContentEndpoint: Optional(Uri()),
  }),
  permissions: Obj({ admin: Bool() }),
  contentSecurityPolicy: Optional(IntegrationContentSecurityPolicy),
});
export type Integration = Static<typeof Integration>;

export const IntegrationEvent = Obj({
  id: Str(),
  integrationId: Str(),
  installationId: Optional(Str()),
  createdAt: DateTime(),
  payload: EventPayload,
  status: Enum(['success', 'failed']),
});
export type IntegrationEvent = Static<typeof IntegrationEvent>;

export const listIntegrations = {
  method: 'GET',
  path: '/v1/integrations',
  query: Obj({
    ...Paging,
    search: Optional(Str()),
    category: Optional(
      Enum(['analytics', 'collaboration', 'content', 'marketing', 'visitor-auth', 'other', 'gitsync']),
    ),
    blockDomain: Optional(Str({ maxLength: 100, pattern: '^[a-zA-Z0-9-_.]+$' })),
    blocks: Optional(Bool()),
    contentSources: Optional(Bool()),
    owner: Optional(Str()),
    scope: Optional(IntegrationScope),
    target: Optional(Enum(['all', 'site', 'space', 'organization'])),
  }),
  result: pageOf(Integration),
  paging: 'pages',
  token: 'any',
} as const;

export const getIntegrationByName = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}',
  result: Integration,
  errors: [404],
  token: 'any',
} as const;

export const publishIntegration = {
  method: 'POST',
  path: '/v1/integrations/{integrationName}',
  body: Obj({
    runtime: Optional(Enum(['v1', 'v2'], { default: 'v1' })),
    icon: Optional(Str()),
    title: Str({ minLength: 2, maxLength: 30 }),
    description: Str({ maxLength: 100 }),
    summary: Optional(Str({ maxLength: 2048 })),
    previewImages: Optional(ArrayOf(Str(), { maxItems: 3 })),
    visibility: Optional(Enum(['public', 'private', 'unlisted'])),
    target: Optional(Enum(['all', 'site', 'space', 'organization'])),
    scopes: ArrayOf(IntegrationScope),
    categories: Optional(
      ArrayOf(
        Enum(['analytics', 'collaboration', 'content', 'marketing', 'visitor-auth', 'other', 'gitsync']),
      ),
    ),
    blocks: Optional(IntegrationBlocks),
    contentSources: Optional(ArrayOf(IntegrationContentSource)),
    externalLinks: Optional(ArrayOf(Obj({ url: Uri({ maxLength: 2048 }), label: Str() }), { maxItems: 5 })),
    configurations: Optional(IntegrationConfigurations),
    script: Str(),
    organization: Str(),
    secrets: Optional(RecordOf(Str(), Str(), { maxProperties: 20 })),
    contentSecurityPolicy: Optional(IntegrationContentSecurityPolicy),
  }),
  result: Integration,
  errors: [404],
} as const;

export const unpublishIntegration = { method: 'DELETE', path: '/v1/integrations/{integrationName}' } as const;

export const setIntegrationDevelopmentMode = {
  method: 'PUT',
  path: '/v1/integrations/{integrationName}/dev',
  body: Obj({ tunnelUrl: Str({ minLength: 1, maxLength: 256 }), all: Optional(Bool({ default: false })) }),
  success: [204],
  errors: [404],
} as const;

export const disableIntegrationDevelopmentMode = {
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/dev',
  success: [205],
} as const;

export const listIntegrationEvents = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/events',
  query: Obj({ ...Paging }),
  result: pageOf(IntegrationEvent),
  paging: 'pages',
  token: 'any',
} as const;

export const getIntegrationEvent = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/events/{eventId}',
  result: Obj({
    event: IntegrationEvent,
    trace: Optional(
      Obj({
        logs: ArrayOf(
          Obj({
            message: Optional(Str()),
            timestamp: Optional(DateTime()),
            level: Optional(Enum(['debug', 'info', 'warn', 'error'])),
          }),
        ),
      }),
    ),
  }),
  errors: [404],
  token: 'any',
} as const;
