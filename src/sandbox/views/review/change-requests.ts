// Change requests as the platform writes them.
import type { ChangeRequest } from '../../../api/review/change-requests.generated.ts';
import { type SpaceRow, spaces } from '../../db/content/spaces.ts';
import { type ChangeRequestRow, comments } from '../../db/review/change-requests.ts';
import type { Sandbox } from '../../sandbox.ts';
import { contentUrl, locationUrl } from '../../urls.ts';
import { userView } from '../people/users.ts';

/** A change request with what is counted and compared now: its open comments, and whether main has moved. */
export function changeRequestView(sandbox: Sandbox, row: ChangeRequestRow): ChangeRequest {
  const space = spaces(sandbox.db).find({ id: row.space });
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    ...(row.description && { description: row.description }),
    createdBy: userView(sandbox, row.createdBy),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    space: row.space,
    revision: row.revision,
    revisionInitial: row.revisionInitial,
    ...(row.revisionMergedAncestor !== null && { revisionMergedAncestor: row.revisionMergedAncestor }),
    ...(row.revisionMerged !== null && { revisionMerged: row.revisionMerged }),
    comments: comments(sandbox.db).count({ space: row.space, changeRequest: row.id, resolvedAt: null }),
    outdated: space !== undefined && isOutdated(row, space),
    ...(row.conversationsIssuesCluster !== null && {
      conversationsIssuesCluster: row.conversationsIssuesCluster,
    }),
    urls: {
      app: contentUrl(sandbox, row.space, changeRequestPath(row, space?.organization ?? '')),
      location: locationUrl(sandbox, `/v1/spaces/${row.space}/change-requests/${row.id}`),
    },
  };
}

/** True when main has moved since the revision of it that the change request holds. A merged one is never behind. */
export function isOutdated(row: ChangeRequestRow, space: Pick<SpaceRow, 'revision'>): boolean {
  return row.status !== 'merged' && space.revision !== mergeBase(row);
}

/** The revision of the space that the change request holds: the one forked from, or the one synced last. */
export const mergeBase = (row: ChangeRequestRow): string => row.revisionMergedAncestor ?? row.revisionInitial;

/** Path of a change request in the app. */
export const changeRequestPath = (row: Pick<ChangeRequestRow, 'space' | 'number'>, organization: string) =>
  `/o/${organization}/s/${row.space}/~/changes/${row.number}`;
