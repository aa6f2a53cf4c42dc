// Rules about links of pages.

import { listSpaceLinks } from '../../../api/content/links.ts';
import type { Space } from '../../../api/content/spaces.generated.ts';
import { listSpaces } from '../../../api/content/spaces.ts';
import { shell } from '../../../files/shell-word.ts';
import type { LinkFinding } from '../../links/link-findings.ts';
import { checkSpace } from '../../links/space-links.ts';
import { type AuditContext, type AuditFinding, type AuditRule, type Found, onPage } from '../rule.ts';
import { EDIT } from './pages.ts';
import { allSpaces } from './spaces.ts';

type Mend = (finding: LinkFinding) => string | undefined;

/** External links are not asked here: docs links check --external does so. */
async function linksThatAre(
  status: LinkFinding['status'],
  context: AuditContext,
  mend: Mend,
): Promise<Found> {
  const { findings, ...looked } = await allFindings(context);
  const mine = findings.filter((one) => one.status === status).map((one) => toAudit(one, mend(one)));
  return { ...looked, findings: mine };
}

const allFindings = (context: AuditContext) =>
  context.lists.once('links', async () => {
    const { lists } = context;
    return lists.each(
      await allSpaces(context),
      async (space) => (await checkSpace(lists.client, space)).findings,
    );
  });

function toAudit({ space, page, target, reason, file }: LinkFinding, mend: string | undefined): AuditFinding {
  return {
    ...onPage(space, page),
    message: `links to ${target}: ${reason}`,
    mend,
    key: target,
    ...(file !== undefined && { file }),
  };
}

/** The published address in place of that of the app, where the space has one. */
const published =
  (spaces: readonly Space[]): Mend =>
  ({ space, target }) => {
    const same = spaces.find(({ urls }) => withoutSlash(urls.app) === withoutSlash(target));
    const { published: url } = same?.urls ?? {};
    return url === undefined
      ? undefined
      : shell`docs pages replace ${target} ${url} --spaces ${space.id} --in-urls`;
  };

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

export const rules: readonly AuditRule[] = [
  {
    id: 'links/broken',
    severity: 'medium',
    summary: 'A link leads to something that does not exist.',
    why: 'Readers who follow it end at an error page.',
    mend: EDIT,
    reads: [listSpaces, listSpaceLinks],
    onRequest: true,
    find: (context) => linksThatAre('broken', context, () => undefined),
  },
  {
    id: 'links/in-app',
    severity: 'low',
    summary: 'A link leads into the app.',
    why: 'Readers have no account there and cannot open it.',
    mend: 'docs pages replace <url> <published> --spaces <space> --in-urls, then docs cr merge <cr> --space <space>',
    reads: [listSpaces, listSpaceLinks],
    onRequest: true,
    find: async (context) => linksThatAre('in-app', context, published(await allSpaces(context))),
  },
];
