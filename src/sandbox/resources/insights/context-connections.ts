// Where a site learns from. Settings are shown to whoever may change them.
import type {
  ContextConnection,
  ContextUsageSettings,
} from '../../../api/insights/context-connections.generated.ts';
import * as api from '../../../api/insights/context-connections.ts';
import type { InputOf } from '../../../api/operation.ts';
import { nonNull } from '../../../files/lists.ts';
import { ownerId } from '../../../files/lock.ts';
import { changeRow, mayBeAlive } from '../../background.ts';
import {
  type ContextConnectionRow,
  contextConnections,
  contextRecords,
  removeEmptyTopics,
} from '../../db/insights/context.ts';
import { created, deleted, type FidelityOf, handle, handleChange, reply } from '../../handler.ts';
import { whenFree } from '../../lock.ts';
import { given, pageOfRows, paginate } from '../../paging.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { newId, sitePartUrl } from '../../urls.ts';
import { badRequest, conflict, notFound } from '../../wire-error.ts';
import { memberSite, siteToChange } from '../sites/settings.ts';
import { startScans } from './context/scan.ts';
import { keepRecords, reachSource, readSource, SourceFailure } from './context/sources.ts';
import { RECORDS, recordView, type ShownRecord } from './insights-view.ts';

function view(call: Call, organization: string, row: ContextConnectionRow): ContextConnection {
  const { id, connector, label, filter, syncedAt, failureMessage, failureReason } = row;
  // Written by this file only.
  const settings = JSON.parse(row.settings) as NonNullable<ContextConnection['setupSettings']> | null;
  return {
    object: 'context-connection',
    id,
    createdAt: row.createdAt,
    ...nonNull({ syncedAt, label, filter }),
    status: row.status,
    records: contextRecords(call.db).count({ connection: id }),
    ...nonNull({ failureMessage, failureReason }),
    ...(connector === 'builtin:email' && {
      email: { ingestionAddress: `${id.toLowerCase()}@ingest.docs.example` },
    }),
    usageSettings: row.usageSettings,
    urls: {
      location: sitePartUrl(call, { organization, id: row.site }, `context-connections/${id}`),
    },
    connector,
    ...nonNull({ setupSettings: settings }),
  };
}

const NOTE =
  'Reads the conversations of the organization and websites of up to 50 pages; of other sources it says that the sandbox does not reach them.';

// Connections of a site to its sources: made, changed, read again in the background.

type ConnectionRef = InputOf<typeof api.getConnection>;

/** A connection of a site that the caller may change: its settings are secret. 404, 403. */
function connectionOf(call: Call, { siteContextConnectionId, ...ref }: ConnectionRef) {
  const site = siteToChange(call, ref);
  const row = contextConnections(call.db).get({ id: siteContextConnectionId, site: site.id }, 'connection');
  return closeIfLost(call, row);
}

/** A sync whose process is gone has failed. */
function closeIfLost(sandbox: Sandbox, row: ContextConnectionRow): ContextConnectionRow {
  if (row.status !== 'syncing' || mayBeAlive(sandbox, row)) return row;
  return changeRow(sandbox, contextConnections, row, {
    status: 'failed',
    failureReason: 'unknown',
    failureMessage: 'the process that read the records ended before it was done',
  });
}

/** Nothing is shown to anybody because of what was not said. */
const UNUSED: ContextUsageSettings = { changeRequests: false, search: false, searchBoost: 'x1.0' };

function startSync(call: Call, row: ContextConnectionRow, organization: string): void {
  const at = call.now().toISOString();
  contextConnections(call.db).update({ id: row.id }, { status: 'syncing', owner: ownerId(), updatedAt: at });
  call.background.add(sync(call, row, organization, call.caller.userId));
}

/** Never rejects: how it ended is in its row. */
async function sync(
  sandbox: Sandbox,
  row: ContextConnectionRow,
  organization: string,
  userId: string,
): Promise<void> {
  const store = contextConnections(sandbox.db);
  const outcome = await readSource(sandbox, organization, row).catch(failureOf);
  await whenFree(sandbox.db);
  const topics = sandbox.db.transaction(() => {
    // It may have been deleted meanwhile.
    if (!store.find({ id: row.id })) return undefined;
    const at = sandbox.now().toISOString();
    if (outcome instanceof SourceFailure) {
      const { message: failureMessage, reason: failureReason } = outcome;
      store.update({ id: row.id }, { status: 'failed', failureMessage, failureReason, updatedAt: at });
      return undefined;
    }
    const found = keepRecords(sandbox, row, outcome, { isAll: true });
    const ended = { status: 'succeeded' as const, failureMessage: null, failureReason: null };
    store.update({ id: row.id }, { ...ended, syncedAt: at, updatedAt: at });
    return found;
  });
  if (topics) startScans(sandbox, { site: row.site, userId, topics });
}

const failureOf = (error: unknown): SourceFailure =>
  error instanceof SourceFailure ? error : new SourceFailure('unknown', `unexpected error: ${String(error)}`);

function requireSettings(connector: string, settings: api.SetupSettings | undefined): void {
  const name = connector.replace('builtin:', '');
  const needed: readonly string[] = new Map(Object.entries(api.CONNECTOR_SETTINGS)).get(name) ?? [];
  const given: readonly string[] = Object.keys(settings ?? {});
  const missing = needed.filter((field) => !given.includes(field));
  if (missing.length > 0) throw badRequest(`${connector} needs setupSettings.${missing.join(', ')}`);
  const stray = given.find((field) => !needed.includes(field) && field !== 'statusMapping');
  if (stray !== undefined) throw badRequest(`setupSettings.${stray} is not a setting of ${connector}`);
}

/** What is pushed by the API goes to one connection: a second would never get any. */
function requireOnly(call: Call, site: string, connector: string): void {
  if (connector !== 'builtin:api') return;
  const other = contextConnections(call.db).find({ site, connector }, 'rowid');
  if (other) throw conflict(`the site has an api connection already (${other.id})`);
}

export default [
  handle(api.listConnections, siteToChange, (call, { page, limit, ...ref }, site) => {
    const item = (row: ContextConnectionRow) => view(call, ref.organizationId, closeIfLost(call, row));
    const query = { page, limit };
    return pageOfRows(call.db, contextConnections, {
      where: { site: site.id },
      order: ['rowid'],
      query,
      item,
    });
  }),

  // Reads its records at once, unless it is not to by itself. Throws 400 for settings that the source lacks, 409.
  handle(api.createConnection, (call, input) => {
    const { connector, setupSettings, usageSettings = UNUSED, filter } = input;
    const row = call.db.transaction(() => {
      const site = siteToChange(call, input);
      requireSettings(connector, setupSettings);
      requireOnly(call, site.id, connector);
      const at = call.now().toISOString();
      const made: ContextConnectionRow = {
        ...{ id: newId(), site: site.id, connector, label: null, filter: filter || null },
        settings: JSON.stringify(setupSettings ?? null),
        usageSettings,
        ...{ status: connector === 'builtin:api' ? 'succeeded' : 'pending', owner: ownerId() },
        ...{ failureMessage: null, failureReason: null, createdAt: at, syncedAt: null, updatedAt: at },
      };
      contextConnections(call.db).insert(made);
      return made;
    });
    if (row.status === 'pending' && usageSettings.sync !== false) startSync(call, row, input.organizationId);
    return created(view(call, input.organizationId, row));
  }),

  handle(api.getConnection, (call, ref) => view(call, ref.organizationId, connectionOf(call, ref))),

  handleChange(api.updateConnection, connectionOf, (call, input, row) => {
    const { connector = row.connector, setupSettings, usageSettings, label, filter } = input;
    if (connector !== row.connector) requireOnly(call, row.site, connector);
    const settings = setupSettings ?? (JSON.parse(row.settings) as api.SetupSettings | null) ?? undefined;
    requireSettings(connector, settings);
    contextConnections(call.db).update(
      { id: row.id },
      {
        connector,
        settings: JSON.stringify(settings ?? null),
        usageSettings,
        // Nothing clears them but an empty text.
        ...(label !== undefined && { label: label || null }),
        ...(filter !== undefined && { filter: filter || null }),
        updatedAt: call.now().toISOString(),
      },
    );
    return view(call, input.organizationId, connectionOf(call, input));
  }),

  handleChange(api.deleteConnection, siteToChange, (call, { siteContextConnectionId }, site) => {
    const wasThere = contextConnections(call.db).remove({ id: siteContextConnectionId, site: site.id });
    removeEmptyTopics(call.db, site.id);
    return deleted(wasThere);
  }),

  // Throws 400 for a connection whose records are pushed, and while they are being read.
  handle(api.syncConnection, connectionOf, (call, ref, row) => {
    if (row.connector === 'builtin:api')
      throw badRequest('the records of an api connection are pushed: it has no source to read');
    if (row.status === 'syncing') throw badRequest(`connection "${row.label ?? row.id}" is syncing already`);
    startSync(call, row, ref.organizationId);

    return reply(204);
  }),

  handle(api.testConnection, connectionOf, async (call, ref, row) => {
    const object = 'context-connection-test-result' as const;
    try {
      await reachSource(call, ref.organizationId, row);
      return { object, success: true };
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      return { object, success: false, error: error.message };
    }
  }),

  handle(api.listRecords, memberSite, (call, { page, limit, type, connector, connection, topic }, site) => {
    const wanted = given([
      ['r.site = ?', site.id],
      ['r.type = ?', type],
      ['c.connector = ?', connector],
      ['r.connection = ?', connection],
      ['r.topic = ?', topic],
    ]);
    return paginate(call.db, {
      list: `${api.listRecords.id} ${site.id}`,
      columns: 'r.*, c.connector',
      from: RECORDS,
      ...wanted,
      order: ['r.createdAt', 'r.id'],
      direction: 'desc',
      query: { page, limit },
      item: (row: ShownRecord) => recordView(call, site, row),
    });
  }),

  handle(api.pushRecords, (call, { body, ...ref }) => {
    const { site, topics } = call.db.transaction(() => {
      const found = siteToChange(call, ref);
      const connection = contextConnections(call.db).find(
        { site: found.id, connector: 'builtin:api' },
        'rowid',
      );
      if (!connection) throw conflict(`site "${found.title}" has no api connection: create one first`);
      const at = call.now().toISOString();
      contextConnections(call.db).update({ id: connection.id }, { syncedAt: at, updatedAt: at });
      return { site: found, topics: keepRecords(call, connection, body) };
    });
    if (body.length > 0) startScans(call, { site: site.id, userId: call.caller.userId, topics });
    return reply(204);
  }),

  handle(api.getRecord, memberSite, (call, { siteContextRecordId: id }, site) => {
    const sql = `SELECT r.*, c.connector FROM ${RECORDS} WHERE r.site = ? AND r.id = ?`;
    const row = call.db.get<ShownRecord>(sql, site.id, id);
    if (!row) throw notFound('record', id);
    return recordView(call, site, row);
  }),
];

export const fidelity: FidelityOf = {
  'contextConnections.create': NOTE,
  'contextConnections.update': 'Settings are changed; the filter is stored and leaves nothing out.',
  'contextConnections.sync': NOTE,
  'contextConnections.test': NOTE,
  'contextRecords.push': 'Topics are found by the similarity of words, without a language model.',
};
