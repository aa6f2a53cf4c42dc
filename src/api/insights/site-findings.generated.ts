// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { ContextRecord } from './context-connections.generated.ts';
import { SiteQuestion, SiteQuestionStats } from './question-shapes.generated.ts';
import { ChangeRequest } from '../review/change-requests.generated.ts';
import { builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Enum,
  Literal,
  Nullable,
  Num,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Uri,
  pageOf,
} = builders;

export const SiteFinding = Obj({
  object: Literal('site-finding'),
  id: Str(),
  scan: Str(),
  topic: Nullable(Str()),
  title: Str({ maxLength: 256 }),
  changeRequests: Num(),
  pages: Num(),
  records: Num(),
  questions: Num(),
  status: Enum(['candidate', 'open', 'done', 'canceled']),
  type: Enum([
    'content-outdated',
    'content-incorrect',
    'content-gap',
    'broken-link',
    'outbound-link-error',
    'other',
  ]),
  severity: Enum(['low', 'medium', 'high']),
  description: RichDocument,
  autoFixable: Bool(),
  brokenLinkAction: Optional(
    Obj({
      source: Str({
        maxLength: 512,
        pattern:
          '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$',
      }),
      captureWildcard: Optional(Bool()),
      destination: Obj({ kind: Literal('path'), spaceId: Str(), path: Str() }),
    }),
  ),
  outboundLink: Optional(
    Obj({
      url: Uri(),
      status: Enum(['pending', 'healthy', 'suspect', 'failed', 'recovering', 'canceled']),
      failureKind: Optional(
        Enum(['client-error', 'server-error', 'redirect', 'dns', 'tls', 'connection', 'timeout']),
      ),
      httpStatus: Optional(Num()),
      checkedAt: Optional(DateTime()),
    }),
  ),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  urls: Obj({ location: Uri() }),
});
export type SiteFinding = Static<typeof SiteFinding>;

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

export const SiteTopic = Obj({
  object: Literal('context-topic'),
  id: Str(),
  label: Str(),
  parent: Optional(Obj({ id: Str(), label: Str() })),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  icon: Str({ maxLength: 50 }),
  summary: RichDocument,
  usageSettings: Obj({ changeRequests: Bool() }),
  pages: Num(),
  records: Num(),
  findings: Obj({ open: Num(), total: Num() }),
  questions: SiteQuestionStats,
  urls: Obj({ location: Uri() }),
});
export type SiteTopic = Static<typeof SiteTopic>;

export const listSiteFindings = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings',
  query: Obj({
    ...Paging,
    topic: Optional(Str()),
    question: Optional(Str()),
    status: Optional(Enum(['candidate', 'open', 'done', 'canceled'])),
    type: Optional(
      ArrayOf(
        Enum([
          'content-outdated',
          'content-incorrect',
          'content-gap',
          'broken-link',
          'outbound-link-error',
          'other',
        ]),
      ),
    ),
    severity: Optional(Enum(['low', 'medium', 'high'])),
    hasChangeRequests: Optional(Bool()),
    source: Optional(ArrayOf(Str())),
    updatedAfter: Optional(DateTime()),
    updatedBefore: Optional(DateTime()),
    orderBy: Optional(Enum(['updatedAt', 'severity', 'sources'], { default: 'updatedAt' })),
  }),
  result: pageOf(SiteFinding),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const getSiteFindingById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}',
  result: SiteFinding,
  only: '0.202.0',
} as const;

export const updateSiteFindingById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}',
  body: Obj({ status: Enum(['candidate', 'open', 'done', 'canceled']) }),
  result: SiteFinding,
  only: '0.202.0',
} as const;

export const listChangeRequestsForSiteFinding = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/change-requests',
  query: Obj({ ...Paging }),
  result: pageOf(ChangeRequest),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const triggerChangeRequestsForSiteFinding = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/change-requests',
  success: [202],
  only: '0.202.0',
} as const;

export const listPagesForSiteFinding = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/pages',
  query: Obj({ ...Paging }),
  result: pageOf(
    Obj({
      object: Literal('site-finding-page'),
      spaceId: Str(),
      page: Obj({
        id: Str(),
        type: Enum(['document', 'group', 'link', 'computed']),
        title: Str(),
        path: Optional(Str()),
      }),
    }),
  ),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const listQuestionsForSiteFinding = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/questions',
  query: Obj({ ...Paging }),
  result: pageOf(SiteQuestion),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const listRecordsForSiteFinding = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/records',
  query: Obj({ ...Paging }),
  result: pageOf(ContextRecord),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const getSiteFindingStats = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/stats/findings',
  query: Obj({
    topic: Optional(Str()),
    status: Optional(Enum(['candidate', 'open', 'done', 'canceled'])),
    type: Optional(
      ArrayOf(
        Enum([
          'content-outdated',
          'content-incorrect',
          'content-gap',
          'broken-link',
          'outbound-link-error',
          'other',
        ]),
      ),
    ),
    severity: Optional(Enum(['low', 'medium', 'high'])),
    hasChangeRequests: Optional(Bool()),
    source: Optional(ArrayOf(Str())),
  }),
  result: Obj({
    total: Num(),
    statuses: Obj({ open: Num(), done: Num(), canceled: Num() }),
    severities: Obj({ low: Num(), medium: Num(), high: Num() }),
    connectors: RecordOf(Str(), Num()),
    questions: Num(),
    mergedChangeRequests: Num(),
  }),
  only: '0.202.0',
} as const;

export const listSiteTopics = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics',
  query: Obj({ from: Optional(DateTime()), to: Optional(DateTime()) }),
  result: Obj({ items: ArrayOf(SiteTopic) }),
  only: '0.202.0',
} as const;

export const getSiteTopicById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}',
  result: SiteTopic,
  only: '0.202.0',
} as const;

export const updateSiteTopicById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}',
  body: Obj({ usageSettings: Obj({ changeRequests: Bool() }) }),
  result: SiteTopic,
  only: '0.202.0',
} as const;

export const deleteSiteTopicFindings = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}/findings',
  only: '0.202.0',
} as const;

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
