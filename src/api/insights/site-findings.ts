// What is wrong or missing on a site, as scans found it.
import type { Static } from '@sinclair/typebox';
import { operation, SiteRef, Type } from '../schema.ts';
import * as wire from './site-findings.generated.ts';

const { Object: Obj, String: Str } = Type;

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

export const SiteFinding = wire.SiteFinding;
export type SiteFinding = Static<typeof SiteFinding>;

const FindingRef = Obj({
  ...SiteRef.properties,
  siteFindingId: Str({ description: 'finding: ID or title' }),
});
const newer = 'site findings';

export const listFindings = operation('siteFindings.list', {
  ...wire.listSiteFindings,
  summary: 'List what is wrong or missing on a site',
  lists: { param: 'siteFindingId', noun: 'finding', names: ['title'] },
  params: SiteRef,
  newer,
  says: {
    topic: 'only findings about this topic',
    status: 'only findings with this status',
    type: 'only findings of these types',
    severity: 'only findings of this severity',
    hasChangeRequests: 'only findings with (or without) change requests',
    source: 'only findings from these sources: questions, or connection:<ID>',
    question: 'only findings about this question, by ID',
    updatedAfter: 'only findings updated after this time',
    updatedBefore: 'only findings updated before this time',
    orderBy: 'order of the list',
  },
});

export const getFinding = operation('siteFindings.get', {
  ...wire.getSiteFindingById,
  summary: 'Show a finding',
  params: FindingRef,
  newer,
});

export const updateFinding = operation('siteFindings.update', {
  ...wire.updateSiteFindingById,
  summary: 'Set the status of a finding',
  params: FindingRef,
  newer,
  says: { status: 'new status' },
});

export const listFindingChangeRequests = operation('siteFindings.changeRequests', {
  ...wire.listChangeRequestsForSiteFinding,
  summary: 'List the change requests for a finding',
  params: FindingRef,
  newer,
});

export const fixFinding = operation('siteFindings.fix', {
  ...wire.triggerChangeRequestsForSiteFinding,
  summary: 'Start change requests that fix a finding',
  params: FindingRef,
  newer,
});

export const listFindingPages = operation('siteFindings.pages', {
  ...wire.listPagesForSiteFinding,
  summary: 'List the pages that a finding is about',
  params: FindingRef,
  newer,
});

export const listFindingQuestions = operation('siteFindings.questions', {
  ...wire.listQuestionsForSiteFinding,
  summary: 'List the questions behind a finding',
  params: FindingRef,
  newer,
});

export const listFindingRecords = operation('siteFindings.records', {
  ...wire.listRecordsForSiteFinding,
  summary: 'List the records behind a finding',
  params: FindingRef,
  newer,
});

export const findingStats = operation('siteFindings.stats', {
  ...wire.getSiteFindingStats,
  summary: 'Count the findings of a site',
  params: SiteRef,
  newer,
  says: {
    topic: 'only findings about this topic',
    status: 'only findings with this status',
    type: 'only findings of these types',
    severity: 'only findings of this severity',
    hasChangeRequests: 'only findings with (or without) change requests',
    source: 'only findings from these sources: questions, or connection:<ID>',
  },
});
