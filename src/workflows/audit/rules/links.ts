// Rules about links of pages.

import { listSpaceLinks } from '../../../api/content/links.ts';
import { listSpaces } from '../../../api/content/spaces.ts';
import type { LinkFinding } from '../../link-findings.ts';
import { linksOfSpace } from '../../space-links.ts';
import type { AuditContext, AuditFinding, AuditRule, Found } from '../rule.ts';

/** External links are not asked here: docs links check --external does so. */
function find(status: LinkFinding['status']): AuditRule['find'] {
  return async (context): Promise<Found> => {
    const { findings, skipped } = await allFindings(context);
    const mine = findings.filter((one) => one.status === status).map(toAudit);
    return skipped === undefined ? mine : { skipped, findings: mine };
  };
}

const allFindings = ({ lists, organizationId }: AuditContext) =>
  lists.once('links', async () => {
    const spaces = await lists.all(listSpaces, { organizationId });
    return lists.each(spaces, async (space) => (await linksOfSpace(lists.client, space)).findings);
  });

function toAudit({ space, page, target, reason, file }: LinkFinding): AuditFinding {
  return {
    target: { kind: 'page', id: page.id, title: page.path || page.title },
    message: `links to ${target}: ${reason}`,
    mend: undefined,
    within: { kind: 'space', id: space.id, title: space.title },
    key: target,
    ...(file !== undefined && { file }),
  };
}

const EDIT =
  'edit the page in a change request: docs cr edit <cr> --space <space> --page <page> --file <file>';

export const rules: readonly AuditRule[] = [
  {
    id: 'links/broken',
    severity: 'medium',
    summary: 'A link leads to something that does not exist.',
    why: 'Readers who follow it end at an error page.',
    mend: EDIT,
    reads: [listSpaces, listSpaceLinks],
    find: find('broken'),
  },
  {
    id: 'links/in-app',
    severity: 'low',
    summary: 'A link leads into the app.',
    why: 'Readers have no account there and cannot open it.',
    mend: EDIT,
    reads: [listSpaces, listSpaceLinks],
    find: find('in-app'),
  },
];
