// Scans of a site, newest first.

import type { SiteFinding } from '../../../api/insights/site-findings.generated.ts';
import type { SiteScan } from '../../../api/insights/site-scans.generated.ts';
import { getScan, listScans } from '../../../api/insights/site-scans.ts';
import { closeIfLost } from '../../actions/insights/context/scan.ts';
import { memberSite } from '../../actions/sites/settings.ts';
import { type SiteScanRow, siteScans } from '../../db/insights/context.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';

function view(call: Call, site: SiteRow, found: SiteScanRow): SiteScan {
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
    return pageOfRows(call.db, siteScans, {
      where: { site: site.id, topic, status },
      direction: 'desc',
      query: { page, limit },
      item: (row) => view(call, site, row),
    });
  }),

  handle(getScan, (call, { siteScanId, ...ref }) => {
    const site = memberSite(call, ref);
    return view(call, site, siteScans(call.db).get({ id: siteScanId, site: site.id }, 'scan'));
  }),
];

const NOTE = 'Scans start when records come in and with docs sandbox scan, not by a schedule.';

export const fidelity: FidelityOf = {
  'siteScans.list': { limited: NOTE },
  'siteScans.get': { limited: NOTE },
};
