// Records as the platform shows them: what they say stays where it is.
import type { ContextRecord } from '../../../api/insights/context-records.generated.ts';
import type { ContextRecordRow } from '../../db/insights/context.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import type { Sandbox } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';

export type ShownRecord = ContextRecordRow & { connector: string };

/** Where records and their connectors are read from. */
export const RECORDS = 'contextRecords r JOIN contextConnections c ON c.id = r.connection';

export function recordView(sandbox: Sandbox, site: SiteRow, row: ShownRecord): ContextRecord {
  const path = `/v1/orgs/${site.organization}/sites/${site.id}/context-records/${row.id}`;
  return {
    object: 'context-record',
    id: row.id,
    title: row.title,
    ...(row.description !== null && { description: row.description }),
    type: row.type,
    createdAt: row.createdAt,
    processedAt: row.processedAt,
    connection: row.connection,
    connector: row.connector,
    topics: row.topic === null ? [] : [row.topic],
    urls: { location: locationUrl(sandbox, path), ...(row.url !== null && { source: row.url }) },
  };
}
