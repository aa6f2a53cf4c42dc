// Where a site learns from: support desks, trackers, mailboxes and websites whose records are read for it.
import type { Static } from '@sinclair/typebox';
import { Count, DateTime, Enum, operation, Paging, pageOf, SiteRef, Type, Uri } from '../schema.ts';

const { Object: Obj, String: Str, Optional, Literal, Boolean: Bool, Record: RecordOf } = Type;

/** The settings that each built-in connector cannot do without. What integrations need is their own. */
export const CONNECTOR_SETTINGS = {
  email: [],
  api: [],
  website: ['url'],
  youtube: ['channelId'],
  'github-discussions': ['repository', 'token'],
  'github-issues': ['repository', 'token'],
  intercom: ['token'],
  front: ['token'],
  zendesk: ['subdomain', 'email', 'apiToken'],
  'zoho-desk': ['dataCenter', 'orgId', 'clientId', 'clientSecret', 'refreshToken'],
  freshdesk: ['domain', 'apiKey'],
  pylon: ['token'],
  hubspot: ['token'],
  linear: ['token'],
  jira: ['baseUrl', 'apiEmail', 'apiToken'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const CONNECTORS: readonly string[] = Object.keys(CONNECTOR_SETTINGS);

/** `builtin:zendesk`, or `integration:` and the name of one. */
export const ContextConnector = (options?: { description: string }) =>
  Str({ pattern: `^(?:integration:[^:]+|builtin:(?:${CONNECTORS.join('|')}))$`, ...options });

const text = (maxLength?: number) =>
  Optional(Str({ minLength: 1, ...(maxLength !== undefined && { maxLength }) }));

/** Of each connector its own (CONNECTOR_SETTINGS). */
const SetupSettings = Obj({
  url: Optional(Uri()),
  channelId: text(),
  repository: Optional(Str({ pattern: '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$' })),
  token: text(),
  subdomain: text(),
  email: text(),
  apiToken: text(1024),
  dataCenter: text(),
  orgId: text(),
  clientId: text(),
  clientSecret: text(),
  refreshToken: text(),
  domain: text(),
  apiKey: text(),
  baseUrl: Optional(Uri({ minLength: 1 })),
  apiEmail: Optional(Str({ minLength: 1, maxLength: 254 })),
  statusMapping: Optional(RecordOf(Str(), Str({ minLength: 1, maxLength: 255 }))),
});
export type SetupSettings = Static<typeof SetupSettings>;

const ContextUsageSettings = Obj({
  changeRequests: Bool({ description: 'propose changes because of its records' }),
  search: Bool({ description: 'answer visitors from its records' }),
  sync: Optional(Bool({ description: 'read new records by itself' })),
  searchBoost: Enum(['x0.8', 'x1.0', 'x1.2'], { description: 'weight of its records in answers' }),
});
export type ContextUsageSettings = Static<typeof ContextUsageSettings>;

export const CONNECTION_FAILURES = [
  'authentication',
  'misconfigured',
  'rate_limited',
  'upstream_unavailable',
  'unknown',
] as const;

export const ContextConnection = Obj({
  object: Literal('context-connection'),
  id: Str(),
  createdAt: DateTime(),
  syncedAt: Optional(DateTime()),
  label: Optional(Str({ maxLength: 128 })),
  filter: Optional(Str({ maxLength: 1024 })),
  status: Enum(['pending', 'syncing', 'succeeded', 'failed']),
  records: Count(),
  failureMessage: Optional(Str()),
  failureReason: Optional(Enum(CONNECTION_FAILURES)),
  email: Optional(Obj({ ingestionAddress: Str() })),
  usageSettings: ContextUsageSettings,
  urls: Obj({ location: Str() }),
  connector: ContextConnector(),
  setupSettings: Optional(SetupSettings),
});
export type ContextConnection = Static<typeof ContextConnection>;

const ContextConnectionTestResult = Obj({
  object: Literal('context-connection-test-result'),
  success: Bool(),
  error: Optional(Str()),
});

const ConnectionRef = Obj({
  ...SiteRef.properties,
  siteContextConnectionId: Str({ description: 'connection: ID or label' }),
});
const Filter = () =>
  Optional(
    Str({ maxLength: 1024, description: 'which records it reads, in the query language of the source' }),
  );
const newer = 'context connections';

export const listConnections = operation('contextConnections.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections',
  summary: 'List the connections of a site',
  lists: { param: 'siteContextConnectionId', noun: 'connection', names: ['label', 'connector'] },
  params: SiteRef,
  query: Obj({ ...Paging }),
  result: pageOf(ContextConnection),
  paging: 'pages',
  newer,
});

export const createConnection = operation('contextConnections.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections',
  summary: 'Connect a site to a source of records',
  params: SiteRef,
  body: Obj({
    connector: ContextConnector({
      description: `source: ${CONNECTORS.join(', ')}, or integration:<name>`,
    }),
    setupSettings: Optional(SetupSettings),
    usageSettings: Optional(ContextUsageSettings),
    filter: Filter(),
  }),
  result: ContextConnection,
  success: [201],
  newer,
});

export const getConnection = operation('contextConnections.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}',
  summary: 'Show a connection of a site',
  params: ConnectionRef,
  result: ContextConnection,
  newer,
});

export const updateConnection = operation('contextConnections.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}',
  summary: 'Update a connection of a site',
  params: ConnectionRef,
  body: Obj({
    connector: Optional(ContextConnector()),
    setupSettings: Optional(SetupSettings),
    usageSettings: Optional(ContextUsageSettings),
    label: Optional(Str({ maxLength: 128, description: 'new label' })),
    filter: Filter(),
  }),
  result: ContextConnection,
  newer,
});

export const deleteConnection = operation('contextConnections.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}',
  summary: 'Delete a connection of a site with its records',
  params: ConnectionRef,
  newer,
});

export const syncConnection = operation('contextConnections.sync', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}/sync',
  summary: 'Read the records of a connection again',
  params: ConnectionRef,
  success: [204],
  errors: [400],
  newer,
});

export const testConnection = operation('contextConnections.test', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}/test',
  summary: 'Check that a connection reaches its source',
  params: ConnectionRef,
  result: ContextConnectionTestResult,
  // It changes nothing.
  retry: 'safe',
  newer,
});
