// What is wrong or missing on a site, as scans found it.

import { resource } from '../schema.ts';
import * as wire from './site-findings.generated.ts';

const op = resource('siteFindings', {
  newer: 'site findings',
  says: {
    siteFindingId: 'finding: ID or title',
    topic: 'only findings about this topic',
    type: 'only findings of these types',
    severity: 'only findings of this severity',
    hasChangeRequests: 'only findings with (or without) change requests',
    source: 'only findings from these sources: questions, or connection:<ID>',
  },
});
export const listFindings = op('list', 'List what is wrong or missing on a site', {
  ...wire.listSiteFindings,
  lists: { param: 'siteFindingId', noun: 'finding', names: ['title'] },
  says: {
    status: 'only findings with this status',
    question: 'only findings about this question, by ID',
    updatedAfter: 'only findings updated after this time',
    updatedBefore: 'only findings updated before this time',
    orderBy: 'order of the list',
  },
});
export const getFinding = op('get', 'Show a finding', wire.getSiteFindingById);
export const updateFinding = op('update', 'Set the status of a finding', {
  ...wire.updateSiteFindingById,
  says: { status: 'new status' },
});
export const listFindingChangeRequests = op('changeRequests', 'List the change requests for a finding', {
  ...wire.listChangeRequestsForSiteFinding,
});
export const fixFinding = op('fix', 'Start change requests that fix a finding', {
  ...wire.triggerChangeRequestsForSiteFinding,
});
export const listFindingPages = op('pages', 'List the pages that a finding is about', {
  ...wire.listPagesForSiteFinding,
});
export const listFindingQuestions = op('questions', 'List the questions behind a finding', {
  ...wire.listQuestionsForSiteFinding,
});
export const listFindingRecords = op('records', 'List the records behind a finding', {
  ...wire.listRecordsForSiteFinding,
});
export const findingStats = op('stats', 'Count the findings of a site', {
  ...wire.getSiteFindingStats,
  says: { status: 'only findings with this status' },
});

const topicOp = resource('siteTopics', {
  newer: 'site topics',
  says: {
    siteTopicId: 'topic: ID or label',
    from: 'count questions from this time on',
    to: 'count questions before this time',
  },
});
export const listTopics = topicOp('list', 'List what the records and questions of a site are about', {
  ...wire.listSiteTopics,
  lists: { param: 'siteTopicId', noun: 'topic', rows: 'items', names: ['label'] },
});
export const getTopic = topicOp('get', 'Show a topic of a site', wire.getSiteTopicById);
export const updateTopic = topicOp('update', 'Update how a topic of a site is used', {
  ...wire.updateSiteTopicById,
  says: { 'usageSettings.changeRequests': 'propose changes because of findings about it' },
});
export const clearTopicFindings = topicOp('clearFindings', 'Delete the findings of a topic', {
  ...wire.deleteSiteTopicFindings,
});

const scanOp = resource('siteScans', { newer: 'site scans' });
export const listScans = scanOp('list', 'List the scans of a site', {
  ...wire.listSiteScans,
  says: { topic: 'only scans of this topic', status: 'only scans with this status' },
});
export const getScan = scanOp('get', 'Show a scan of a site', wire.getSiteScanById);
