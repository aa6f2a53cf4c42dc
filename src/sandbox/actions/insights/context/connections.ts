// Connections of a site to its sources: made, changed, read again in the background.

import type { ContextUsageSettings } from '../../../../api/insights/context-connections.generated.ts';
import {
  CONNECTOR_SETTINGS,
  type createConnection as createOperation,
  type SetupSettings,
  type updateConnection as updateOperation,
} from '../../../../api/insights/context-connections.ts';
import type { InputOf } from '../../../../api/operation.ts';
import { ownerId } from '../../../../files/process-owner.ts';
import {
  type ContextConnectionRow,
  contextConnectionStore,
} from '../../../db/insights/context-connections.ts';
import { newId } from '../../../ids.ts';
import { mayBeAlive } from '../../../job-owner.ts';
import { whenFree } from '../../../lock.ts';
import type { Call, Sandbox } from '../../../sandbox.ts';
import { badRequest, conflict, notFound } from '../../../wire-error.ts';
import { siteToChange } from '../../sites/settings.ts';
import { keepRecords } from './records.ts';
import { startScans } from './scan.ts';
import { readSource, SourceFailure } from './sources.ts';

interface ConnectionRef {
  organizationId: string;
  siteId: string;
  siteContextConnectionId: string;
}

/** A connection of a site that the caller may change: its settings are secret. 404, 403. */
export function connectionOf(call: Call, { siteContextConnectionId, ...ref }: ConnectionRef) {
  const site = siteToChange(call, ref);
  const row = contextConnectionStore(call.db).row(site.id, siteContextConnectionId);
  if (!row) throw notFound('connection', siteContextConnectionId);
  return closeIfLost(call, row);
}

/** A sync whose process is gone has failed. */
export function closeIfLost(sandbox: Sandbox, row: ContextConnectionRow): ContextConnectionRow {
  if (row.status !== 'syncing' || mayBeAlive(sandbox, row)) return row;
  const changes = {
    status: 'failed' as const,
    failureReason: 'unknown' as const,
    failureMessage: 'the process that read the records ended before it was done',
    updatedAt: sandbox.now().toISOString(),
  };
  contextConnectionStore(sandbox.db).update(row.id, changes);
  return { ...row, ...changes };
}

/** Nothing is shown to anybody because of what was not said. */
const UNUSED: ContextUsageSettings = { changeRequests: false, search: false, searchBoost: 'x1.0' };

/** Reads its records at once, unless it is not to by itself. Throws 400 for settings that the source lacks, 409. */
export function createConnection(call: Call, input: InputOf<typeof createOperation>): ContextConnectionRow {
  const { connector, setupSettings, usageSettings = UNUSED, filter } = input;
  const row = call.db.transaction(() => {
    const site = siteToChange(call, input);
    requireSettings(connector, setupSettings);
    requireOnly(call, site.id, connector);
    const at = call.now().toISOString();
    const made: ContextConnectionRow = {
      ...{ id: newId(), site: site.id, connector, label: null, filter: filter || null },
      settings: JSON.stringify(setupSettings ?? null),
      usageSettings: JSON.stringify(usageSettings),
      ...{ status: connector === 'builtin:api' ? 'succeeded' : 'pending', owner: ownerId() },
      ...{ failureMessage: null, failureReason: null, createdAt: at, syncedAt: null, updatedAt: at },
    };
    contextConnectionStore(call.db).insert(made);
    return made;
  });
  if (row.status === 'pending' && usageSettings.sync !== false) startSync(call, row, input.organizationId);
  return row;
}

export function updateConnection(call: Call, input: InputOf<typeof updateOperation>): ContextConnectionRow {
  return call.db.transaction(() => {
    const row = connectionOf(call, input);
    const { connector = row.connector, setupSettings, usageSettings, label, filter } = input;
    if (connector !== row.connector) requireOnly(call, row.site, connector);
    // Written by this file only.
    const settings = setupSettings ?? (JSON.parse(row.settings) as SetupSettings | null) ?? undefined;
    requireSettings(connector, settings);
    contextConnectionStore(call.db).update(row.id, {
      connector,
      settings: JSON.stringify(settings ?? null),
      ...(usageSettings !== undefined && { usageSettings: JSON.stringify(usageSettings) }),
      // Nothing clears them but an empty text.
      ...(label !== undefined && { label: label || null }),
      ...(filter !== undefined && { filter: filter || null }),
      updatedAt: call.now().toISOString(),
    });
    return connectionOf(call, input);
  });
}

/** Throws 400 for a connection whose records are pushed, and while they are being read. */
export function syncConnection(call: Call, ref: ConnectionRef): void {
  const row = connectionOf(call, ref);
  if (row.connector === 'builtin:api')
    throw badRequest('the records of an api connection are pushed: it has no source to read');
  if (row.status === 'syncing') throw badRequest(`connection "${row.label ?? row.id}" is syncing already`);
  startSync(call, row, ref.organizationId);
}

function startSync(call: Call, row: ContextConnectionRow, organization: string): void {
  const at = call.now().toISOString();
  contextConnectionStore(call.db).update(row.id, { status: 'syncing', owner: ownerId(), updatedAt: at });
  call.background.add(sync(call, row, organization, call.caller.userId));
}

/** Never rejects: how it ended is in its row. */
async function sync(
  sandbox: Sandbox,
  row: ContextConnectionRow,
  organization: string,
  userId: string,
): Promise<void> {
  const store = contextConnectionStore(sandbox.db);
  const outcome = await readSource(sandbox, organization, row).catch(failureOf);
  await whenFree(sandbox.db);
  const topics = sandbox.db.transaction(() => {
    // It may have been deleted meanwhile.
    if (!store.row(row.site, row.id)) return undefined;
    const at = sandbox.now().toISOString();
    if (outcome instanceof SourceFailure) {
      const { message: failureMessage, reason: failureReason } = outcome;
      store.update(row.id, { status: 'failed', failureMessage, failureReason, updatedAt: at });
      return undefined;
    }
    const found = keepRecords(sandbox, row, outcome, { isAll: true });
    const ended = { status: 'succeeded' as const, failureMessage: null, failureReason: null };
    store.update(row.id, { ...ended, syncedAt: at, updatedAt: at });
    return found;
  });
  if (topics) startScans(sandbox, { site: row.site, userId, topics });
}

const failureOf = (error: unknown): SourceFailure =>
  error instanceof SourceFailure ? error : new SourceFailure('unknown', `unexpected error: ${String(error)}`);

function requireSettings(connector: string, settings: SetupSettings | undefined): void {
  const name = connector.replace('builtin:', '');
  const needed: readonly string[] = new Map(Object.entries(CONNECTOR_SETTINGS)).get(name) ?? [];
  const given: readonly string[] = Object.keys(settings ?? {});
  const missing = needed.filter((field) => !given.includes(field));
  if (missing.length > 0) throw badRequest(`${connector} needs setupSettings.${missing.join(', ')}`);
  const stray = given.find((field) => !needed.includes(field) && field !== 'statusMapping');
  if (stray !== undefined) throw badRequest(`setupSettings.${stray} is not a setting of ${connector}`);
}

/** What is pushed by the API goes to one connection: a second would never get any. */
function requireOnly(call: Call, site: string, connector: string): void {
  if (connector !== 'builtin:api') return;
  const other = contextConnectionStore(call.db).ofConnector(site, connector);
  if (other) throw conflict(`the site has an api connection already (${other.id})`);
}
