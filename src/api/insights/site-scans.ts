// Scans of a site: runs that look for findings.
import type { Static } from '@sinclair/typebox';
import { Count, DateTime, Enum, Nullable, operation, Paging, pageOf, SiteRef, Type } from '../schema.ts';

const { Object: Obj, String: Str, Optional, Literal } = Type;

const Status = (options?: { description: string }) => Enum(['pending', 'running', 'done', 'failed'], options);

export const SiteScan = Obj({
  object: Literal('site-scan'),
  id: Str(),
  status: Status(),
  /** Absent of a topic: the whole site. */
  topic: Nullable(Str()),
  createdAt: DateTime(),
  startedAt: Optional(DateTime()),
  finishedAt: Optional(DateTime()),
  findings: Obj({ low: Count(), medium: Count(), high: Count() }),
  failureMessage: Optional(Str()),
  urls: Obj({ location: Str() }),
});
export type SiteScan = Static<typeof SiteScan>;

const newer = 'site scans';

export const listScans = operation('siteScans.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/scans',
  summary: 'List the scans of a site',
  params: SiteRef,
  query: Obj({
    ...Paging,
    topic: Optional(Str({ description: 'only scans of this topic' })),
    status: Optional(Status({ description: 'only scans with this status' })),
  }),
  result: pageOf(SiteScan),
  paging: 'pages',
  newer,
});

export const getScan = operation('siteScans.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/scans/{siteScanId}',
  summary: 'Show a scan of a site',
  params: Obj({ ...SiteRef.properties, siteScanId: Str({ description: 'scan' }) }),
  result: SiteScan,
  newer,
});
