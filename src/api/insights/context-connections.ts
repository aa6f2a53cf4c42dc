// Where a site learns from: support desks, trackers, mailboxes and websites whose records are read for it.

import type { BodyOf } from '../operation.ts';
import { builders, resource, withFields } from '../schema.ts';
import * as wire from './context-connections.generated.ts';

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
const Connector = builders.Str({ pattern: `^(?:integration:[^:]+|builtin:(?:${CONNECTORS.join('|')}))$` });

const op = resource('contextConnections', {
  newer: 'context connections',
  says: {
    siteContextConnectionId: 'connection: ID or label',
    filter: 'which records it reads, in the query language of the source',
    'usageSettings.changeRequests': 'propose changes because of its records',
    'usageSettings.search': 'answer visitors from its records',
    'usageSettings.sync': 'read new records by itself',
    'usageSettings.searchBoost': 'weight of its records in answers',
  },
});
export const listConnections = op('list', 'List the connections of a site', {
  ...wire.listSiteContextConnections,
  lists: { param: 'siteContextConnectionId', noun: 'connection', names: ['label', 'connector'] },
});
export const createConnection = op('create', 'Connect a site to a source of records', {
  ...wire.createSiteContextConnection,
  body: withFields(wire.createSiteContextConnection.body, { connector: Connector }),
  says: { connector: `source: ${CONNECTORS.join(', ')}, or integration:<name>` },
});
export const getConnection = op('get', 'Show a connection of a site', wire.getSiteContextConnectionById);
export const updateConnection = op('update', 'Update a connection of a site', {
  ...wire.updateSiteContextConnectionById,
  body: withFields(wire.updateSiteContextConnectionById.body, { connector: builders.Optional(Connector) }),
  says: { label: 'new label' },
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

/** Of each connector its own (CONNECTOR_SETTINGS). */
export type SetupSettings = NonNullable<BodyOf<typeof createConnection>['setupSettings']>;

const recordOp = resource('contextRecords', {
  newer: 'context records',
  says: { siteContextRecordId: 'record: ID or title' },
});
export const listRecords = recordOp('list', 'List the records that a site learns from', {
  ...wire.listSiteContextRecords,
  lists: { param: 'siteContextRecordId', noun: 'record', names: ['title'] },
  says: {
    type: 'only records of this type',
    connector: 'only records from this kind of source',
    connection: 'only records of this connection',
    topic: 'only records about this topic',
  },
});
export const pushRecords = recordOp('push', 'Add or replace records that a site learns from', {
  ...wire.upsertSiteContextRecords,
  large: true,
});
export const getRecord = recordOp(
  'get',
  'Show a record that a site learns from',
  wire.getSiteContextRecordById,
);
