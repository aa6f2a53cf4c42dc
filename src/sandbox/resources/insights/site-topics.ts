// What the records of a site are about.
import type { SiteFinding, SiteScan, SiteTopic } from '../../../api/insights/site-findings.generated.ts';
import * as api from '../../../api/insights/site-findings.ts';
import { nonNull } from '../../../files/lists.ts';
import {
  contextRecords,
  type SiteScanRow,
  type SiteTopicRow,
  siteFindings,
  siteScans,
  siteTopics,
} from '../../db/insights/context.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { deleted, type FidelityOf, handle, handleChange } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { sitePartUrl } from '../../urls.ts';
import { memberSite, siteToChange } from '../sites/settings.ts';
import { findingText } from './context/broken-links.ts';
import { closeIfLost, tellingWords } from './context/scan.ts';
import { questionStats } from './insights-view.ts';

const topicView = (call: Call, site: SiteRow, row: SiteTopicRow): SiteTopic => ({
  object: 'context-topic',
  id: row.id,
  label: row.label,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  icon: 'comments',
  summary: findingText(`about ${[...tellingWords(call, row).keys()].join(', ')}`),
  usageSettings: { changeRequests: row.changeRequests === 1 },
  pages: row.pages,
  records: contextRecords(call.db).count({ topic: row.id }),
  findings: call.db.get<{ open: number; total: number }>(
    `SELECT count(*) AS total, count(*) FILTER (WHERE status IN ('open', 'candidate')) AS open
       FROM siteFindings WHERE topic = ?`,
    row.id,
  ) ?? { open: 0, total: 0 },
  // Nobody has asked about it.
  questions: questionStats(call, [], []),
  urls: { location: sitePartUrl(call, site, `topics/${row.id}`) },
});

const topicOf = (call: Call, site: SiteRow, id: string): SiteTopicRow =>
  siteTopics(call.db).get({ id, site: site.id }, 'topic');

const GROUPED =
  'Topics are groups of records with similar words, without a language model; none has a parent, and questions are not counted.';

function scanView(call: Call, site: SiteRow, found: SiteScanRow): SiteScan {
  const row = closeIfLost(call, found);
  const { startedAt, finishedAt, failureMessage } = row;
  const findings = { low: 0, medium: 0, high: 0 };
  for (const { severity, n } of call.db.all<{ severity: SiteFinding['severity']; n: number }>(
    'SELECT severity, count(*) AS n FROM siteFindings WHERE scan = ? GROUP BY severity',
    row.id,
  ))
    findings[severity] = n;
  return {
    object: 'site-scan',
    id: row.id,
    status: row.status,
    topic: row.topic,
    createdAt: row.createdAt,
    ...nonNull({ startedAt, finishedAt }),
    findings,
    ...nonNull({ failureMessage }),
    urls: { location: sitePartUrl(call, site, `scans/${row.id}`) },
  };
}

const STARTED = 'Scans start when records come in and with docs sandbox scan, not by a schedule.';

export default [
  handle(api.listTopics, memberSite, (call, _, site) => ({
    items: siteTopics(call.db)
      .all({ site: site.id }, 'createdAt, rowid')
      .map((row) => topicView(call, site, row)),
  })),

  handle(api.getTopic, memberSite, (call, { siteTopicId }, site) =>
    topicView(call, site, topicOf(call, site, siteTopicId)),
  ),

  handleChange(api.updateTopic, siteToChange, (call, { siteTopicId, usageSettings }, site) => {
    const { id } = topicOf(call, site, siteTopicId);
    const changeRequests = usageSettings.changeRequests ? 1 : 0;
    siteTopics(call.db).update({ id }, { changeRequests, updatedAt: call.now().toISOString() });
    return topicView(call, site, topicOf(call, site, id));
  }),

  handleChange(api.clearTopicFindings, siteToChange, (call, { siteTopicId }, site) => {
    const row = siteTopics(call.db).find({ id: siteTopicId, site: site.id });
    return deleted(row !== undefined && siteFindings(call.db).remove({ topic: row.id }));
  }),

  handle(api.listScans, memberSite, (call, { page, limit, topic, status }, site) =>
    pageOfRows(call.db, siteScans, {
      where: { site: site.id, topic, status },
      direction: 'desc',
      query: { page, limit },
      item: (row) => scanView(call, site, row),
    }),
  ),

  handle(api.getScan, memberSite, (call, { siteScanId }, site) =>
    scanView(call, site, siteScans(call.db).get({ id: siteScanId, site: site.id }, 'scan')),
  ),
];

export const fidelity: FidelityOf = {
  'siteTopics.list': { simulated: GROUPED },
  'siteTopics.get': { simulated: GROUPED },
  'siteScans.list': STARTED,
  'siteScans.get': STARTED,
};
