// Where a site learns from: support desks, trackers, mailboxes and websites whose records are read for it.
import type { Static } from '@sinclair/typebox';
import { Count, DateTime, Enum, pageOf, resource, Type, Uri } from '../schema.ts';
import * as wire from './context-connections.generated.ts';

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
const Filter = () =>
  Optional(
    Str({ maxLength: 1024, description: 'which records it reads, in the query language of the source' }),
  );

const op = resource('contextConnections', {
  newer: 'context connections',
  says: { siteContextConnectionId: 'connection: ID or label' },
});
export const listConnections = op('list', 'List the connections of a site', {
  ...wire.listSiteContextConnections,
  result: pageOf(ContextConnection),
  lists: { param: 'siteContextConnectionId', noun: 'connection', names: ['label', 'connector'] },
});
export const createConnection = op('create', 'Connect a site to a source of records', {
  ...wire.createSiteContextConnection,
  body: Obj({
    connector: ContextConnector({
      description: `source: ${CONNECTORS.join(', ')}, or integration:<name>`,
    }),
    setupSettings: Optional(SetupSettings),
    usageSettings: Optional(ContextUsageSettings),
    filter: Filter(),
  }),
  result: ContextConnection,
});
export const getConnection = op('get', 'Show a connection of a site', {
  ...wire.getSiteContextConnectionById,
  result: ContextConnection,
});
export const updateConnection = op('update', 'Update a connection of a site', {
  ...wire.updateSiteContextConnectionById,
  body: Obj({
    connector: Optional(ContextConnector()),
    setupSettings: Optional(SetupSettings),
    usageSettings: Optional(ContextUsageSettings),
    label: Optional(Str({ maxLength: 128, description: 'new label' })),
    filter: Filter(),
  }),
  result: ContextConnection,
});
export const deleteConnection = op('delete', 'Delete a connection of a site with its records', {
  ...wire.deleteSiteContextConnectionById,
});
export const syncConnection = op('sync', 'Read the records of a connection again', {
  ...wire.syncSiteContextConnection,
});
export const testConnection = op('test', 'Check that a connection reaches its source', {
  ...wire.testSiteContextConnection,
  // It changes nothing.
  retry: 'safe',
});
