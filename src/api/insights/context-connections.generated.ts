// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { ByWord, builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Email,
  Enum,
  Integer,
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

export const ContextUsageSettings = Obj({
  changeRequests: Bool(),
  search: Bool(),
  sync: Optional(Bool()),
  searchBoost: Enum(['x0.8', 'x1.0', 'x1.2']),
});
export type ContextUsageSettings = Static<typeof ContextUsageSettings>;

export const ContextConnection = Obj({
  object: Literal('context-connection'),
  id: Str(),
  createdAt: DateTime(),
  syncedAt: Optional(DateTime()),
  label: Optional(Str({ minLength: 0, maxLength: 128 })),
  filter: Optional(Str({ minLength: 0, maxLength: 1024 })),
  status: Enum(['pending', 'syncing', 'succeeded', 'failed']),
  records: Integer(),
  failureMessage: Optional(Str()),
  failureReason: Optional(
    Enum(['authentication', 'misconfigured', 'rate_limited', 'upstream_unavailable', 'unknown']),
  ),
  email: Optional(Obj({ ingestionAddress: Optional(Email()) })),
  usageSettings: ContextUsageSettings,
  urls: Obj({ location: Uri() }),
  connector: Str(),
  setupSettings: Optional(
    Union([
      Obj({ url: Uri() }),
      Obj({ channelId: Str() }),
      Obj({
        repository: Str({ pattern: '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$' }),
        token: Str({ minLength: 1 }),
      }),
      Obj({ token: Str({ minLength: 1 }) }),
      Obj({
        subdomain: Str({ minLength: 1 }),
        email: Str({ minLength: 1 }),
        apiToken: Str({ minLength: 1 }),
      }),
      Obj({
        dataCenter: Str({ minLength: 1 }),
        orgId: Str({ minLength: 1 }),
        clientId: Str({ minLength: 1 }),
        clientSecret: Str({ minLength: 1 }),
        refreshToken: Str({ minLength: 1 }),
      }),
      Obj({ domain: Str({ minLength: 1 }), apiKey: Str({ minLength: 1 }) }),
      Obj({
        baseUrl: Uri({ maxLength: 2048 }),
        apiEmail: Email(),
        apiToken: Str({ minLength: 1, maxLength: 1024 }),
        statusMapping: Optional(
          ByWord(Enum(['draft', 'open', 'archived', 'merged']), Str({ minLength: 1, maxLength: 255 })),
        ),
      }),
    ]),
  ),
});
export type ContextConnection = Static<typeof ContextConnection>;

export const ContextRecord = Obj({
  object: Literal('context-record'),
  id: Str(),
  title: Str({ minLength: 1, maxLength: 256 }),
  description: Optional(Str({ maxLength: 512 })),
  type: Enum(['ticket', 'document']),
  createdAt: DateTime(),
  processedAt: Optional(DateTime()),
  connection: Str(),
  connector: Str(),
  topics: Optional(ArrayOf(Str())),
  urls: Obj({ location: Uri(), source: Optional(Uri()) }),
});
export type ContextRecord = Static<typeof ContextRecord>;

export const ContextRecordInput = Obj({
  id: Str(),
  type: Enum(['ticket', 'document']),
  title: Str({ minLength: 1, maxLength: 256 }),
  description: Optional(Str({ maxLength: 512 })),
  body: Str(),
  url: Optional(Uri()),
  createdAt: Optional(DateTime()),
  metadata: Optional(RecordOf(Str(), Union([Str(), Num()]))),
});
export type ContextRecordInput = Static<typeof ContextRecordInput>;

export const listSiteContextConnections = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections',
  query: Obj({ ...Paging }),
  result: pageOf(ContextConnection),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const createSiteContextConnection = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections',
  body: Obj({
    connector: Str(),
    setupSettings: Optional(
      Obj({
        url: Optional(Uri()),
        channelId: Optional(Str()),
        repository: Optional(Str({ pattern: '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$' })),
        token: Optional(Str({ minLength: 1 })),
        subdomain: Optional(Str({ minLength: 1 })),
        email: Optional(Str({ minLength: 1 })),
        apiToken: Optional(Str()),
        dataCenter: Optional(Str({ minLength: 1 })),
        orgId: Optional(Str({ minLength: 1 })),
        clientId: Optional(Str({ minLength: 1 })),
        clientSecret: Optional(Str({ minLength: 1 })),
        refreshToken: Optional(Str({ minLength: 1 })),
        domain: Optional(Str({ minLength: 1 })),
        apiKey: Optional(Str({ minLength: 1 })),
        baseUrl: Optional(Uri({ maxLength: 2048 })),
        apiEmail: Optional(Email()),
        statusMapping: Optional(
          ByWord(Enum(['draft', 'open', 'archived', 'merged']), Str({ minLength: 1, maxLength: 255 })),
        ),
      }),
    ),
    usageSettings: Optional(ContextUsageSettings),
    filter: Optional(Str({ minLength: 0, maxLength: 1024 })),
  }),
  result: ContextConnection,
  success: [201],
  only: '0.202.0',
} as const;

export const getSiteContextConnectionById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}',
  result: ContextConnection,
  only: '0.202.0',
} as const;

export const updateSiteContextConnectionById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}',
  body: Obj({
    connector: Optional(Str()),
    setupSettings: Optional(
      Obj({
        url: Optional(Uri()),
        channelId: Optional(Str()),
        repository: Optional(Str({ pattern: '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$' })),
        token: Optional(Str({ minLength: 1 })),
        subdomain: Optional(Str({ minLength: 1 })),
        email: Optional(Str({ minLength: 1 })),
        apiToken: Optional(Str()),
        dataCenter: Optional(Str({ minLength: 1 })),
        orgId: Optional(Str({ minLength: 1 })),
        clientId: Optional(Str({ minLength: 1 })),
        clientSecret: Optional(Str({ minLength: 1 })),
        refreshToken: Optional(Str({ minLength: 1 })),
        domain: Optional(Str({ minLength: 1 })),
        apiKey: Optional(Str({ minLength: 1 })),
        baseUrl: Optional(Uri({ maxLength: 2048 })),
        apiEmail: Optional(Email()),
        statusMapping: Optional(
          ByWord(Enum(['draft', 'open', 'archived', 'merged']), Str({ minLength: 1, maxLength: 255 })),
        ),
      }),
    ),
    usageSettings: Optional(ContextUsageSettings),
    label: Optional(Str({ minLength: 0, maxLength: 128 })),
    filter: Optional(Str({ minLength: 0, maxLength: 1024 })),
  }),
  result: ContextConnection,
  only: '0.202.0',
} as const;

export const deleteSiteContextConnectionById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}',
  only: '0.202.0',
} as const;

export const syncSiteContextConnection = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}/sync',
  success: [204],
  errors: [400],
  only: '0.202.0',
} as const;

export const testSiteContextConnection = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}/test',
  result: Obj({ object: Literal('context-connection-test-result'), success: Bool(), error: Optional(Str()) }),
  only: '0.202.0',
} as const;

export const listSiteContextRecords = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-records',
  query: Obj({
    ...Paging,
    type: Optional(Enum(['ticket', 'document'])),
    connector: Optional(Str()),
    connection: Optional(Str()),
    topic: Optional(Str()),
  }),
  result: pageOf(ContextRecord),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const upsertSiteContextRecords = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-records',
  body: ArrayOf(ContextRecordInput),
  success: [204],
  only: '0.202.0',
} as const;

export const getSiteContextRecordById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-records/{siteContextRecordId}',
  result: ContextRecord,
  only: '0.202.0',
} as const;
