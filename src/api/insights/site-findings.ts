// What is wrong or missing on a site, as scans found it.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { ChangeRequest } from '../review/change-requests.ts';
import { Count, DateTime, Enum, Nullable, operation, Paging, pageOf, SiteRef, Type, Uri } from '../schema.ts';
import { RedirectSource, SiteRedirectInputDestinationPath } from '../sites/site-redirects.ts';
import { ContextRecord } from './context-records.ts';
import { SiteQuestion } from './question-shapes.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Literal,
  Boolean: Bool,
  Number: Num,
  Record: RecordOf,
} = Type;

export const FINDING_STATUSES = ['candidate', 'open', 'done', 'canceled'] as const;
export const FINDING_TYPES = [
  'content-outdated',
  'content-incorrect',
  'content-gap',
  'broken-link',
  'outbound-link-error',
  'other',
] as const;
export const FINDING_SEVERITIES = ['low', 'medium', 'high'] as const;

export const SiteFinding = Obj({
  object: Literal('site-finding'),
  id: Str(),
  scan: Str(),
  topic: Nullable(Str()),
  title: Str({ maxLength: 256 }),
  changeRequests: Count(),
  pages: Count(),
  records: Count(),
  questions: Count(),
  status: Enum(FINDING_STATUSES),
  type: Enum(FINDING_TYPES),
  severity: Enum(FINDING_SEVERITIES),
  description: RichDocument,
  autoFixable: Bool(),
  brokenLinkAction: Optional(
    Obj({
      source: RedirectSource(),
      captureWildcard: Optional(Bool()),
      destination: SiteRedirectInputDestinationPath,
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
  urls: Obj({ location: Str() }),
});
export type SiteFinding = Static<typeof SiteFinding>;

const SiteFindingPage = Obj({
  object: Literal('site-finding-page'),
  spaceId: Str(),
  page: Obj({
    id: Str(),
    type: Enum(['document', 'group', 'link', 'computed']),
    title: Str(),
    path: Optional(Str()),
  }),
});

const SiteFindingStats = Obj({
  total: Count(),
  statuses: Obj({ open: Count(), done: Count(), canceled: Count() }),
  severities: Obj({ low: Count(), medium: Count(), high: Count() }),
  connectors: RecordOf(Str(), Num()),
  questions: Count(),
  mergedChangeRequests: Count(),
});

const FindingRef = Obj({
  ...SiteRef.properties,
  siteFindingId: Str({ description: 'finding: ID or title' }),
});
const newer = 'site findings';

const filters = {
  topic: Optional(Str({ description: 'only findings about this topic' })),
  status: Optional(Enum(FINDING_STATUSES, { description: 'only findings with this status' })),
  type: Optional(ArrayOf(Enum(FINDING_TYPES), { description: 'only findings of these types' })),
  severity: Optional(Enum(FINDING_SEVERITIES, { description: 'only findings of this severity' })),
  hasChangeRequests: Optional(Bool({ description: 'only findings with (or without) change requests' })),
  source: Optional(
    ArrayOf(Str({ pattern: '^(?:questions|connection:.+)$' }), {
      description: 'only findings from these sources: questions, or connection:<ID>',
    }),
  ),
};

export const listFindings = operation('siteFindings.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings',
  summary: 'List what is wrong or missing on a site',
  lists: { param: 'siteFindingId', noun: 'finding', names: ['title'] },
  params: SiteRef,
  query: Obj({
    ...Paging,
    ...filters,
    question: Optional(Str({ description: 'only findings about this question, by ID' })),
    updatedAfter: Optional(DateTime({ description: 'only findings updated after this time' })),
    updatedBefore: Optional(DateTime({ description: 'only findings updated before this time' })),
    orderBy: Optional(Enum(['updatedAt', 'severity', 'sources'], { description: 'order of the list' })),
  }),
  result: pageOf(SiteFinding),
  paging: 'pages',
  newer,
});

export const getFinding = operation('siteFindings.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}',
  summary: 'Show a finding',
  params: FindingRef,
  result: SiteFinding,
  newer,
});

export const updateFinding = operation('siteFindings.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}',
  summary: 'Set the status of a finding',
  params: FindingRef,
  body: Obj({ status: Enum(FINDING_STATUSES, { description: 'new status' }) }),
  result: SiteFinding,
  newer,
});

export const listFindingChangeRequests = operation('siteFindings.changeRequests', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/change-requests',
  summary: 'List the change requests for a finding',
  params: FindingRef,
  query: Obj({ ...Paging }),
  result: pageOf(ChangeRequest),
  paging: 'pages',
  newer,
});

export const fixFinding = operation('siteFindings.fix', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/change-requests',
  summary: 'Start change requests that fix a finding',
  params: FindingRef,
  success: [202],
  newer,
});

export const listFindingPages = operation('siteFindings.pages', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/pages',
  summary: 'List the pages that a finding is about',
  params: FindingRef,
  query: Obj({ ...Paging }),
  result: pageOf(SiteFindingPage),
  paging: 'pages',
  newer,
});

export const listFindingQuestions = operation('siteFindings.questions', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/questions',
  summary: 'List the questions behind a finding',
  params: FindingRef,
  query: Obj({ ...Paging }),
  result: pageOf(SiteQuestion),
  paging: 'pages',
  newer,
});

export const listFindingRecords = operation('siteFindings.records', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/records',
  summary: 'List the records behind a finding',
  params: FindingRef,
  query: Obj({ ...Paging }),
  result: pageOf(ContextRecord),
  paging: 'pages',
  newer,
});

export const findingStats = operation('siteFindings.stats', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/stats/findings',
  summary: 'Count the findings of a site',
  params: SiteRef,
  query: Obj(filters),
  result: SiteFindingStats,
  newer,
});
