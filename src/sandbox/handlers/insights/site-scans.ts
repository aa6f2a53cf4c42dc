// Scans of a site, newest first.

import type { SiteScan } from '../../../api/insights/site-scans.generated.ts';
import { getScan, listScans } from '../../../api/insights/site-scans.ts';
import { closeIfLost } from '../../actions/insights/context/scan.ts';
import { memberSite } from '../../actions/sites/settings.ts';
import type { Param } from '../../db/database.ts';
import { siteFindingStore } from '../../db/insights/site-findings.ts';
import { type SiteScanRow, siteScanStore } from '../../db/insights/site-scans.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { notFound } from '../../wire-error.ts';

function view(call: Call, site: SiteRow, found: SiteScanRow): SiteScan {
  const row = closeIfLost(call, found);
  const { startedAt, finishedAt, failureMessage } = row;
  const findings = { low: 0, medium: 0, high: 0 };
  for (const { severity, n } of siteFindingStore(call.db).bySeverity(row.id)) findings[severity] = n;
  return {
    object: 'site-scan',
    id: row.id,
    status: row.status,
    topic: row.topic,
    createdAt: row.createdAt,
    ...(startedAt !== null && { startedAt }),
    ...(finishedAt !== null && { finishedAt }),
    findings,
    ...(failureMessage !== null && { failureMessage }),
    urls: {
      location: locationUrl(call, `/v1/orgs/${site.organization}/sites/${site.id}/scans/${row.id}`),
    },
  };
}

export default [
  handle(listScans, (call, { page, limit, topic, status, ...ref }) => {
    const site = memberSite(call, ref);
    const filters: [string, Param | undefined][] = [
      ['topic = ?', topic],
      ['status = ?', status],
    ];
    const given = filters.filter((filter): filter is [string, Param] => filter[1] !== undefined);
    return paginate(call.db, {
      list: `${listScans.id} ${site.id}`,
      from: 'siteScans',
      where: ['site = ?', ...given.map(([condition]) => condition)],
      params: [site.id, ...given.map(([, value]) => value)],
      order: ['createdAt', 'rowid'],
      direction: 'desc',
      query: { page, limit },
      item: (row: SiteScanRow) => view(call, site, row),
    });
  }),

  handle(getScan, (call, { siteScanId, ...ref }) => {
    const site = memberSite(call, ref);
    const row = siteScanStore(call.db).row(site.id, siteScanId);
    if (!row) throw notFound('scan', siteScanId);
    return view(call, site, row);
  }),
];

const NOTE = 'Scans start when records come in and with docs sandbox scan, not by a schedule.';

export const fidelity: FidelityOf = {
  list: { limited: NOTE },
  get: { limited: NOTE },
};
