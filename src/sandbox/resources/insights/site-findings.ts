// What is wrong or missing on a site: read by members, worked on by whoever may change the site.

import type { SiteFinding } from '../../../api/insights/site-findings.generated.ts';
import * as api from '../../../api/insights/site-findings.ts';
import type { InputOf, ResultOf } from '../../../api/operation.ts';
import { findPage } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { liveSpace, spaces } from '../../db/content/spaces.ts';
import { countOf, type Database } from '../../db/database.ts';
import {
  findingChangeRequests,
  findingPages,
  findingQuestions,
  findingRecords,
  type SiteFindingRow,
  siteFindings,
} from '../../db/insights/context.ts';
import { changeRequests } from '../../db/review/change-requests.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { type FidelityOf, handle, handleChange, reply } from '../../handler.ts';
import { both, given, inUtc, pageOfItems, paginate } from '../../paging.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { sitePartUrl } from '../../urls.ts';
import { allOf, type Condition, visibleSpaces } from '../../who-sees.ts';
import { conflict, notFound } from '../../wire-error.ts';
import { changeRequestView } from '../review/comments-view.ts';
import { memberSite, siteToChange } from '../sites/settings.ts';
import { findingText, proposeFix, spaceToFix } from './context/broken-links.ts';
import { questionView, RECORDS, recordView, type ShownRecord } from './insights-view.ts';
import { answersOf, questionsOf, siteToWatch } from './visits.ts';

// Which findings a list or a count is about, in SQL.

type Filters = Partial<InputOf<typeof api.listFindings>> & { id?: string };

/** On `siteFindings f`: those of a site that the caller may know of, and that have all that is asked for. */
function findingConditions(call: Call, site: SiteRow, filters: Filters): Condition {
  const { type, source, hasChangeRequests, question, topic } = filters;
  const connections = source?.map((one) => one.replace(/^connection:/, ''));
  const wanted = given([
    ['f.site = ?', site.id],
    ['f.id = ?', filters.id],
    ['f.topic = ?', topic],
    ['f.status = ?', filters.status],
    ['f.severity = ?', filters.severity],
    ['f.type IN (SELECT value FROM json_each(?))', type && JSON.stringify(type)],
    ['f.updatedAt > ?', inUtc(filters.updatedAfter)],
    ['f.updatedAt < ?', inUtc(filters.updatedBefore)],
    [
      '(EXISTS (SELECT 1 FROM findingChangeRequests c WHERE c.finding = f.id)) = ?',
      hasChangeRequests === undefined ? undefined : Number(hasChangeRequests),
    ],
    [
      // A source is 'questions' itself, or one of the connections.
      `EXISTS (SELECT 1 FROM json_each(?) s WHERE
         (s.value = 'questions' AND EXISTS (SELECT 1 FROM findingQuestions q WHERE q.finding = f.id))
         OR EXISTS (SELECT 1 FROM findingRecords d JOIN contextRecords r ON r.id = d.record
                    WHERE d.finding = f.id AND r.connection = s.value))`,
      connections && JSON.stringify(connections),
    ],
    ['EXISTS (SELECT 1 FROM findingQuestions q WHERE q.finding = f.id AND q.question = ?)', question],
  ]);
  return both(visibleFindings(call, site.organization), wanted);
}

const ORDERS = {
  updatedAt: 'f.updatedAt',
  severity: "CASE f.severity WHEN 'high' THEN 3 WHEN 'medium' THEN 2 ELSE 1 END",
  sources: '(SELECT count(*) FROM findingRecords r WHERE r.finding = f.id)',
};

/** 404 for a finding in pages that the caller may not see. */
function findingOf(
  call: Call,
  site: SiteRow,
  { siteFindingId: id }: { siteFindingId: string },
): SiteFindingRow {
  const { where, params } = findingConditions(call, site, { id });
  const sql = `SELECT f.* FROM siteFindings f WHERE ${allOf(where)}`;
  const row = call.db.get<object>(sql, ...params);
  if (!row) throw notFound('finding', id);
  return siteFindings.read(row);
}

function pagesOf(call: Call, row: SiteFindingRow) {
  const space = row.space === null ? undefined : spaces(call.db).find({ id: row.space, deletedAt: null });
  if (!space) return [];
  const tree = revisionsStore(call.db).tree(space.revision);
  return findingPages(call.db)
    .all({ finding: row.id }, 'rowid')
    .flatMap(({ page }) => findPage(tree, page) ?? [])
    .map(({ page: { id, type, title }, path }) => ({
      object: 'site-finding-page' as const,
      spaceId: space.id,
      page: { id, type, title, path },
    }));
}

export default [
  handle(
    api.listFindings,
    memberSite,
    (call, { page, limit, orderBy = 'updatedAt', organizationId, siteId, ...filters }, site) => {
      return paginate(call.db, {
        list: `${api.listFindings.id} ${site.id} ${orderBy}`,
        columns: 'f.*',
        from: 'siteFindings f',
        ...findingConditions(call, site, filters),
        order: [ORDERS[orderBy], 'f.rowid'],
        direction: 'desc',
        query: { page, limit },
        item: (row: object) => findingView(call, site, siteFindings.read(row)),
      });
    },
  ),

  handle(api.findingStats, memberSite, (call, { organizationId, siteId, ...filters }, site) =>
    countFindings(call.db, findingConditions(call, site, filters)),
  ),

  handle(api.getFinding, memberSite, (call, ref, site) =>
    findingView(call, site, findingOf(call, site, ref)),
  ),

  handleChange(api.updateFinding, siteToChange, (call, { status, ...ref }, site) => {
    const { id } = findingOf(call, site, ref);
    siteFindings(call.db).update({ id }, { status, updatedAt: call.now().toISOString() });
    return findingView(call, site, findingOf(call, site, ref));
  }),

  handle(api.listFindingChangeRequests, memberSite, (call, { page, limit, ...ref }, site) => {
    const finding = findingOf(call, site, ref);
    return paginate(call.db, {
      list: `${api.listFindingChangeRequests.id} ${finding.id}`,
      columns: 'c.*',
      from: `findingChangeRequests f JOIN change_requests c ON c.id = f.changeRequest
             JOIN spaces s ON s.id = c.space`,
      ...both(given([['f.finding = ?', finding.id]]), visibleSpaces(call, site.organization)),
      order: ['c.createdAt', 'c.id'],
      direction: 'desc',
      query: { page, limit },
      item: (row: object) => changeRequestView(call, changeRequests.read(row)),
    });
  }),

  handle(api.fixFinding, (call, ref) => {
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const finding = findingOf(call, site, ref);
      const space = spaceToFix(call, finding);
      if (space === undefined) throw conflict(`site "${site.title}" has no space to fix it in`);
      call.access.requireSpace(liveSpace(call.db, space), 'edit');
      proposeFix(call, finding, call.caller.userId);
    });
    return reply(202);
  }),

  handle(api.listFindingPages, (call, { page, limit, ...ref }) => {
    const finding = findingOf(call, memberSite(call, ref), ref);
    const found = pagesOf(call, finding).map((item, at) => ({ item, at }));
    return pageOfItems(found, {
      list: `${api.listFindingPages.id} ${finding.id}`,
      key: ({ at }) => String(at).padStart(6, '0'),
      query: { page, limit },
      item: ({ item }) => item,
    });
  }),

  handle(api.listFindingQuestions, siteToWatch, (call, { page, limit, ...ref }, site) => {
    const behind = findingQuestions(call.db).all({ finding: findingOf(call, site, ref).id });
    const asked = questionsOf(call, site, answersOf(call, site, {})).filter(({ question }) =>
      behind.some((one) => one.question === question.id),
    );
    return pageOfItems(asked, {
      list: `${api.listFindingQuestions.id} ${ref.siteFindingId}`,
      key: ({ question }) => question.id,
      query: { page, limit },
      item: ({ question, answers }) => questionView(call, ref.organizationId, question, answers),
    });
  }),

  handle(api.listFindingRecords, memberSite, (call, { page, limit, ...ref }, site) => {
    const finding = findingOf(call, site, ref);
    return paginate(call.db, {
      list: `${api.listFindingRecords.id} ${finding.id}`,
      columns: 'r.*, c.connector',
      from: `findingRecords f JOIN ${RECORDS.replace('contextRecords r', 'contextRecords r ON r.id = f.record')}`,
      where: ['f.finding = ?'],
      params: [finding.id],
      order: ['r.createdAt', 'r.id'],
      direction: 'desc',
      query: { page, limit },
      item: (row: ShownRecord) => recordView(call, site, row),
    });
  }),
];

const NOTE =
  'Found by fixed rules: broken links, links to missing headings, empty pages, unanswered questions, and topics that no page is about.';

export const fidelity: FidelityOf = {
  'siteFindings.list': NOTE,
  'siteFindings.get': NOTE,
  'siteFindings.stats': NOTE,
  'siteFindings.fix':
    'Repairs links whose page or heading it can find; for other findings the change request is an empty draft.',
};

// How many findings there are, of which kinds, and where they come from.

/** Of those that a condition on `siteFindings f` takes. */
function countFindings(db: Database, { where, params }: Condition): ResultOf<typeof api.findingStats> {
  const from = `FROM siteFindings f WHERE ${allOf(where)}`;
  const rows = db.all<{ status: string; severity: string; n: number }>(
    `SELECT f.status, f.severity, count(*) AS n ${from} GROUP BY f.status, f.severity`,
    ...params,
  );
  const sum = (fits: (row: { status: string; severity: string }) => boolean) =>
    rows.filter(fits).reduce((total, { n }) => total + n, 0);
  const status = (wanted: string) => sum((row) => row.status === wanted);
  const severity = (wanted: string) => sum((row) => row.severity === wanted);
  const connectors = db.all<{ connector: string; n: number }>(
    `SELECT c.connector, count(DISTINCT d.finding) AS n FROM findingRecords d
     JOIN contextRecords r ON r.id = d.record JOIN contextConnections c ON c.id = r.connection
     WHERE d.finding IN (SELECT f.id ${from}) GROUP BY c.connector`,
    ...params,
  );
  const merged = `findingChangeRequests d JOIN change_requests c ON c.id = d.changeRequest
     WHERE c.status = 'merged' AND d.finding IN (SELECT f.id ${from})`;
  const asked = `(SELECT DISTINCT d.question FROM findingQuestions d WHERE d.finding IN (SELECT f.id ${from}))`;
  return {
    total: sum(() => true),
    statuses: { open: status('open'), done: status('done'), canceled: status('canceled') },
    severities: { low: severity('low'), medium: severity('medium'), high: severity('high') },
    connectors: Object.fromEntries(connectors.map(({ connector, n }) => [connector, n])),
    questions: countOf(db, asked, ...params),
    mergedChangeRequests: countOf(db, merged, ...params),
  };
}

// Findings as the platform shows them, and which of them a caller may know of.

function findingView(sandbox: Sandbox, site: SiteRow, row: SiteFindingRow): SiteFinding {
  const of = { finding: row.id };
  return {
    object: 'site-finding',
    id: row.id,
    scan: row.scan,
    topic: row.topic,
    title: row.title,
    pages: findingPages(sandbox.db).count(of),
    records: findingRecords(sandbox.db).count(of),
    questions: findingQuestions(sandbox.db).count(of),
    changeRequests: findingChangeRequests(sandbox.db).count(of),
    status: row.status,
    type: row.type,
    severity: row.severity,
    description: findingText(row.description),
    autoFixable: row.fix !== null,
    ...(row.redirect !== null && { brokenLinkAction: row.redirect }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    urls: { location: sitePartUrl(sandbox, site, `findings/${row.id}`) },
  };
}

/** The rule as a condition on findings (`siteFindings f`): those in pages of a hidden space are hidden with it. */
function visibleFindings(call: Call, organization: string): Condition {
  const { where, params } = visibleSpaces(call, organization);
  return {
    where: [`f.space IS NULL OR f.space IN (SELECT s.id FROM spaces s WHERE ${allOf(where)})`],
    params,
  };
}
