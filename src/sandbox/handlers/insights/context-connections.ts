// Where a site learns from. Settings are shown to whoever may change them.

import type { ContextConnection } from '../../../api/insights/context-connections.generated.ts';
import {
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  syncConnection,
  testConnection,
  updateConnection,
} from '../../../api/insights/context-connections.ts';
import * as connections from '../../actions/insights/context/connections.ts';
import { reachSource, SourceFailure } from '../../actions/insights/context/sources.ts';
import { siteToChange } from '../../actions/sites/settings.ts';
import { type ContextConnectionRow, contextConnectionStore } from '../../db/insights/context-connections.ts';
import { contextRecordStore } from '../../db/insights/context-records.ts';
import { siteTopicStore } from '../../db/insights/site-topics.ts';
import { created, deleted, type FidelityOf, handle, reply } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';

function view(call: Call, organization: string, row: ContextConnectionRow): ContextConnection {
  const { id, connector, label, filter, syncedAt, failureMessage, failureReason } = row;
  // Written by the store's only callers, here and below.
  const settings = JSON.parse(row.settings) as NonNullable<ContextConnection['setupSettings']> | null;
  return {
    object: 'context-connection',
    id,
    createdAt: row.createdAt,
    ...(syncedAt !== null && { syncedAt }),
    ...(label !== null && { label }),
    ...(filter !== null && { filter }),
    status: row.status,
    records: contextRecordStore(call.db).count(id),
    ...(failureMessage !== null && { failureMessage }),
    ...(failureReason !== null && { failureReason }),
    ...(connector === 'builtin:email' && {
      email: { ingestionAddress: `${id.toLowerCase()}@ingest.docs.example` },
    }),
    usageSettings: JSON.parse(row.usageSettings) as ContextConnection['usageSettings'],
    urls: {
      location: locationUrl(call, `/v1/orgs/${organization}/sites/${row.site}/context-connections/${id}`),
    },
    connector,
    ...(settings !== null && { setupSettings: settings }),
  };
}

export default [
  handle(listConnections, (call, { page, limit, ...ref }) => {
    const site = siteToChange(call, ref);
    return paginate(call.db, {
      list: `${listConnections.id} ${site.id}`,
      from: 'contextConnections',
      where: ['site = ?'],
      params: [site.id],
      order: ['rowid'],
      query: { page, limit },
      item: (row: ContextConnectionRow) => view(call, ref.organizationId, connections.closeIfLost(call, row)),
    });
  }),

  handle(createConnection, (call, input) => {
    const made = view(call, input.organizationId, connections.createConnection(call, input));
    return created(made, made.urls.location);
  }),

  handle(getConnection, (call, ref) => view(call, ref.organizationId, connections.connectionOf(call, ref))),

  handle(updateConnection, (call, input) =>
    view(call, input.organizationId, connections.updateConnection(call, input)),
  ),

  handle(deleteConnection, (call, { siteContextConnectionId, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const row = contextConnectionStore(call.db).row(site.id, siteContextConnectionId);
      const wasThere = row !== undefined && contextConnectionStore(call.db).remove(row.id);
      siteTopicStore(call.db).removeEmpty(site.id);
      return deleted(wasThere);
    }),
  ),

  handle(syncConnection, (call, ref) => {
    connections.syncConnection(call, ref);
    return reply(204);
  }),

  handle(testConnection, async (call, ref) => {
    const row = connections.connectionOf(call, ref);
    const object = 'context-connection-test-result' as const;
    try {
      await reachSource(call, ref.organizationId, row);
      return { object, success: true };
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      return { object, success: false, error: error.message };
    }
  }),
];

const NOTE =
  'Reads the conversations of the organization and websites of up to 50 pages; of other sources it says that the sandbox does not reach them.';

export const fidelity: FidelityOf = {
  list: 'real',
  get: 'real',
  delete: 'real',
  create: { limited: NOTE },
  update: { limited: 'Settings are changed; the filter is stored and leaves nothing out.' },
  sync: { limited: NOTE },
  test: { limited: NOTE },
};
