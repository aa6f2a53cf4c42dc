// What is wrong or missing on a site: read by members, worked on by whoever may change the site.
import {
  findingStats,
  fixFinding,
  getFinding,
  listFindingChangeRequests,
  listFindingPages,
  listFindingQuestions,
  listFindingRecords,
  listFindings,
  updateFinding,
} from '../../../api/insights/site-findings.ts';
import { proposeFix, spaceToFix } from '../../actions/insights/context/fix.ts';
import { answersOf, questionsOf, siteToWatch } from '../../actions/insights/visits/answered.ts';
import { memberSite, siteToChange } from '../../actions/sites/settings.ts';
import { findPage } from '../../content/tree.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { spaceStore } from '../../db/content/spaces.ts';
import { type SiteFindingRow, siteFindingStore } from '../../db/insights/site-findings.ts';
import { type ChangeRequestColumns, toChangeRequest } from '../../db/review/change-requests.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle, reply } from '../../handler.ts';
import { pageOfItems, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { RECORDS, recordView, type ShownRecord } from '../../views/insights/context-records.ts';
import { findingConditions } from '../../views/insights/finding-filters.ts';
import { countFindings } from '../../views/insights/finding-stats.ts';
import { questionView } from '../../views/insights/questions.ts';
import { findingView } from '../../views/insights/site-findings.ts';
import { changeRequestView } from '../../views/review/change-requests.ts';
import { visibleSpaces } from '../../visible-spaces.ts';
import { conflict, notFound } from '../../wire-error.ts';

interface FindingRef {
  organizationId: string;
  siteId: string;
  siteFindingId: string;
}

const ORDERS = {
  updatedAt: 'f.updatedAt',
  severity: "CASE f.severity WHEN 'high' THEN 3 WHEN 'medium' THEN 2 ELSE 1 END",
  sources: '(SELECT count(*) FROM findingRecords r WHERE r.finding = f.id)',
};

/** 404 for a finding in pages that the caller may not see. */
function findingOf(call: Call, site: SiteRow, { siteFindingId: id }: FindingRef): SiteFindingRow {
  const { where, params } = findingConditions(call, site, { id });
  const sql = `SELECT f.* FROM siteFindings f WHERE (${where.join(') AND (')})`;
  const row = call.db.get<SiteFindingRow>(sql, ...params);
  if (!row) throw notFound('finding', id);
  return row;
}

function pagesOf(call: Call, row: SiteFindingRow) {
  const space = row.space === null ? undefined : spaceStore(call.db).row(row.space);
  if (!space || space.deletedAt !== null) return [];
  const tree = revisionsStore(call.db).tree(space.revision);
  return siteFindingStore(call.db)
    .pages(row.id)
    .flatMap((id) => findPage(tree, id) ?? [])
    .map(({ page: { id, type, title }, path }) => ({
      object: 'site-finding-page' as const,
      spaceId: space.id,
      page: { id, type, title, path },
    }));
}

export default [
  handle(listFindings, (call, { page, limit, orderBy = 'updatedAt', organizationId, siteId, ...filters }) => {
    const site = memberSite(call, { organizationId, siteId });
    const { where, params } = findingConditions(call, site, filters);
    return paginate(call.db, {
      list: `${listFindings.id} ${site.id} ${orderBy}`,
      columns: 'f.*',
      from: 'siteFindings f',
      where,
      params,
      order: [ORDERS[orderBy], 'f.rowid'],
      direction: 'desc',
      query: { page, limit },
      item: (row: SiteFindingRow) => findingView(call, site, row),
    });
  }),

  handle(findingStats, (call, { organizationId, siteId, ...filters }) => {
    const site = memberSite(call, { organizationId, siteId });
    return countFindings(call.db, findingConditions(call, site, filters));
  }),

  handle(getFinding, (call, ref) => {
    const site = memberSite(call, ref);
    return findingView(call, site, findingOf(call, site, ref));
  }),

  handle(updateFinding, (call, { status, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const { id } = findingOf(call, site, ref);
      siteFindingStore(call.db).update(id, { status, updatedAt: call.now().toISOString() });
      return findingView(call, site, findingOf(call, site, ref));
    }),
  ),

  handle(listFindingChangeRequests, (call, { page, limit, ...ref }) => {
    const site = memberSite(call, ref);
    const finding = findingOf(call, site, ref);
    const visible = visibleSpaces(call, site.organization);
    return paginate(call.db, {
      list: `${listFindingChangeRequests.id} ${finding.id}`,
      columns: 'c.*',
      from: `findingChangeRequests f JOIN change_requests c ON c.id = f.changeRequest
             JOIN spaces s ON s.id = c.space`,
      where: ['f.finding = ?', ...visible.where],
      params: [finding.id, ...visible.params],
      order: ['c.createdAt', 'c.id'],
      direction: 'desc',
      query: { page, limit },
      item: (row: ChangeRequestColumns) => changeRequestView(call, toChangeRequest(row)),
    });
  }),

  handle(fixFinding, (call, ref) => {
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const finding = findingOf(call, site, ref);
      const space = spaceToFix(call, finding);
      if (space === undefined) throw conflict(`site "${site.title}" has no space to fix it in`);
      call.access.requireSpace(spaceStore(call.db).live(space), 'edit');
      proposeFix(call, finding, call.caller.userId);
    });
    return reply(202);
  }),

  handle(listFindingPages, (call, { page, limit, ...ref }) => {
    const finding = findingOf(call, memberSite(call, ref), ref);
    const items = pagesOf(call, finding).map((item, at) => ({ item, key: String(at).padStart(6, '0') }));
    const shown = pageOfItems(items, {
      list: `${listFindingPages.id} ${finding.id}`,
      key: ({ key }) => key,
      query: { page, limit },
    });
    return { ...shown, items: shown.items.map(({ item }) => item) };
  }),

  handle(listFindingQuestions, (call, { page, limit, ...ref }) => {
    const site = siteToWatch(call, ref);
    const behind = new Set(siteFindingStore(call.db).questions(findingOf(call, site, ref).id));
    const asked = questionsOf(call, site, answersOf(call, site, {})).filter(({ question }) =>
      behind.has(question.id),
    );
    const shown = pageOfItems(asked, {
      list: `${listFindingQuestions.id} ${ref.siteFindingId}`,
      key: ({ question }) => question.id,
      query: { page, limit },
    });
    const { organizationId } = ref;
    return {
      ...shown,
      items: shown.items.map(({ question, answers }) =>
        questionView(call, organizationId, question, answers),
      ),
    };
  }),

  handle(listFindingRecords, (call, { page, limit, ...ref }) => {
    const site = memberSite(call, ref);
    const finding = findingOf(call, site, ref);
    return paginate(call.db, {
      list: `${listFindingRecords.id} ${finding.id}`,
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
  list: { limited: NOTE },
  get: { limited: NOTE },
  stats: { limited: NOTE },
  update: 'real',
  changeRequests: 'real',
  fix: {
    limited:
      'Repairs links whose page or heading it can find; for other findings the change request is an empty draft.',
  },
  pages: 'real',
  questions: 'real',
  records: 'real',
};
