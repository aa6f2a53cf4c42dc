// Findings as the platform shows them, and which of them a caller may know of.
import type { SiteFinding } from '../../../api/insights/site-findings.ts';
import { findingText } from '../../actions/insights/context/fix.ts';
import { type SiteFindingRow, siteFindingStore } from '../../db/insights/site-findings.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { type Condition, visibleSpaces } from '../../visible-spaces.ts';

export function findingView(sandbox: Sandbox, site: SiteRow, row: SiteFindingRow): SiteFinding {
  const path = `/v1/orgs/${site.organization}/sites/${site.id}/findings/${row.id}`;
  return {
    object: 'site-finding',
    id: row.id,
    scan: row.scan,
    topic: row.topic,
    title: row.title,
    ...siteFindingStore(sandbox.db).counts(row.id),
    status: row.status,
    type: row.type,
    severity: row.severity,
    description: findingText(row.description),
    autoFixable: row.fix !== null,
    // Written by keepFindings only.
    ...(row.redirect !== null && {
      brokenLinkAction: JSON.parse(row.redirect) as NonNullable<SiteFinding['brokenLinkAction']>,
    }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    urls: { location: locationUrl(sandbox, path) },
  };
}

/** The rule as a condition on findings (`siteFindings f`): those in pages of a hidden space are hidden with it. */
export function visibleFindings(call: Call, organization: string): Condition {
  const { where, params } = visibleSpaces(call, organization);
  return {
    where: [`f.space IS NULL OR f.space IN (SELECT s.id FROM spaces s WHERE (${where.join(') AND (')}))`],
    params,
  };
}
