// Rules about change requests.

import { listSpaces } from '../../../api/content/spaces.ts';
import type { ChangeRequest } from '../../../api/review/change-requests.generated.ts';
import { listOrganizationChangeRequests } from '../../../api/review/change-requests.ts';
import { listReviews } from '../../../api/review/reviews.ts';
import { shell } from '../../../files/shell-word.ts';
import { type AuditContext, type AuditFinding, type AuditRule, daysSince } from '../rule.ts';
import { allSpaces, spaceTarget } from './spaces.ts';

const STALE_DAYS = 30;
const DRAFT_DAYS = 60;
const APPROVED_DAYS = 7;

const requestsOf = (
  { lists, organizationId }: AuditContext,
  status: 'open' | 'draft',
): Promise<readonly ChangeRequest[]> => lists.all(listOrganizationChangeRequests, { organizationId, status });

const READS = [listSpaces, listOrganizationChangeRequests];

/** What a finding says of where it is: `Guides#4 "Label formats"`. */
async function places(
  context: AuditContext,
): Promise<(request: ChangeRequest) => Omit<AuditFinding, 'message' | 'mend'>> {
  const spaces = new Map((await allSpaces(context)).map((space) => [space.id, space]));
  return ({ id, number, subject, space }) => {
    const within = spaceTarget(spaces.get(space) ?? { id: space, title: space });
    return { target: { kind: 'change request', id, title: `#${number} ${subject}`.trim() }, within };
  };
}

const archived = ({ number, space }: ChangeRequest): string =>
  shell`docs cr update ${number} --space ${space} --status archived`;

async function aged(context: AuditContext, status: 'open' | 'draft', most: number): Promise<AuditFinding[]> {
  const where = await places(context);
  return (await requestsOf(context, status)).flatMap((request) => {
    const days = daysSince(request.updatedAt, context.now);
    if (days < most) return [];
    return [{ ...where(request), message: `not changed for ${days} days`, mend: archived(request) }];
  });
}

export const rules: readonly AuditRule[] = [
  {
    id: 'reviews/stale',
    severity: 'low',
    summary: `An open change request has not changed for ${STALE_DAYS} days.`,
    why: 'The longer it waits, the more likely it conflicts with newer changes.',
    mend: 'docs cr update <cr> --space <space> --status archived',
    reads: READS,
    find: (context) => aged(context, 'open', STALE_DAYS),
  },
  {
    id: 'reviews/old-draft',
    severity: 'low',
    summary: `A draft change request has not changed for ${DRAFT_DAYS} days.`,
    why: 'Abandoned drafts hide those that are in progress.',
    mend: 'docs cr update <cr> --space <space> --status archived',
    reads: READS,
    find: (context) => aged(context, 'draft', DRAFT_DAYS),
  },
  {
    id: 'reviews/outdated',
    severity: 'low',
    summary: 'An open change request lacks changes of main, and may conflict with them.',
    why: 'Reviewers see old text, and a conflict shows only when it is merged.',
    mend: 'docs cr sync <cr> --space <space>',
    reads: READS,
    async find(context) {
      const where = await places(context);
      return (await requestsOf(context, 'open'))
        .filter(({ outdated }) => outdated)
        .map((request) => ({
          ...where(request),
          message: 'is not up to date with main',
          mend: shell`docs cr sync ${request.number} --space ${request.space}`,
        }));
    },
  },
  {
    id: 'reviews/approved-not-merged',
    severity: 'medium',
    summary: `An approved change request has not been merged for ${APPROVED_DAYS} days.`,
    why: 'Readers do not see work that is finished and approved.',
    mend: 'docs cr merge <cr> --space <space>',
    reads: [...READS, listReviews],
    async find(context) {
      const { lists, now } = context;
      const where = await places(context);
      // A review is no older than what it is about: of newer ones none is asked for.
      const requests = (await requestsOf(context, 'open'))
        .filter(({ createdAt }) => daysSince(createdAt, now) >= APPROVED_DAYS)
        .map((request) => ({ ...request, title: `#${request.number}` }));
      return lists.each(requests, async (request): Promise<AuditFinding[]> => {
        const { space: spaceId, number } = request;
        const reviews = await lists.all(listReviews, { spaceId, changeRequestId: String(number) });
        const current = reviews.filter(({ outdated }) => !outdated);
        const isApproved = current.length > 0 && current.every(({ status }) => status === 'approved');
        const days = Math.min(...current.map(({ createdAt }) => daysSince(createdAt, now)));
        if (!isApproved || days < APPROVED_DAYS) return [];
        const mend = shell`docs cr merge ${number} --space ${spaceId}`;
        return [{ ...where(request), message: `approved ${days} days ago and not merged`, mend }];
      });
    },
  },
];
