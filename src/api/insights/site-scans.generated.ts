// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { DateTime, Enum, Literal, Nullable, Num, Obj, Optional, Paging, Str, Uri, pageOf } = builders;

export const SiteScan = Obj({
  object: Literal('site-scan'),
  id: Str(),
  status: Enum(['pending', 'running', 'done', 'failed']),
  topic: Nullable(Str()),
  createdAt: DateTime(),
  startedAt: Optional(DateTime()),
  finishedAt: Optional(DateTime()),
  findings: Obj({ low: Num(), medium: Num(), high: Num() }),
  failureMessage: Optional(Str()),
  urls: Obj({ location: Uri() }),
});
export type SiteScan = Static<typeof SiteScan>;

export const listSiteScans = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/scans',
  query: Obj({
    ...Paging,
    topic: Optional(Str()),
    status: Optional(Enum(['pending', 'running', 'done', 'failed'])),
  }),
  result: pageOf(SiteScan),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const getSiteScanById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/scans/{siteScanId}',
  result: SiteScan,
  only: '0.202.0',
} as const;
