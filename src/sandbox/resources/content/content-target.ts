// What a request about content means, what its caller may see of it, and how it is to be shown.

import { nonNull } from '../../../files/lists.ts';
import type { Hash, Tree } from '../../content/model.ts';
import { findPage } from '../../content/tree.ts';
import { type RevisionType, revisionsStore } from '../../db/content/content.ts';
import { liveSpace, type SpaceRow, spaces } from '../../db/content/spaces.ts';
import { addContribution, type ChangeRequestRow, changeRequests } from '../../db/review/change-requests.ts';
import { downloadUrl } from '../../downloads.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { conflict, notFound } from '../../wire-error.ts';
import { changeRequestPath } from '../review/comments-view.ts';
import type { ContentView } from './pages-view.ts';

export interface ContentTarget {
  space: SpaceRow;
  /** Absent: the main content of the space. */
  changeRequest?: ChangeRequestRow;
}

export interface TargetRef {
  spaceId: string;
  /** Id or number; absent: the main content of the space. */
  changeRequestId?: string | undefined;
}

/** Finds the space and its change request. Throws 404 for one that is not there, or deleted. */
export function contentTarget(sandbox: Sandbox, { spaceId, changeRequestId }: TargetRef): ContentTarget {
  const space = liveSpace(sandbox.db, spaceId);
  if (changeRequestId === undefined) return { space };
  return { space, changeRequest: changeRequestOf(sandbox, spaceId, changeRequestId) };
}

/** A change request by id or number. Throws 404. */
export function changeRequestOf({ db }: Sandbox, space: string, ref: string): ChangeRequestRow {
  // An id is 20 characters, a number has at most 9 digits: one cannot be taken for the other.
  const isNumber = /^[1-9]\d{0,8}$/.test(ref);
  const row = changeRequests(db).find(isNumber ? { space, number: Number(ref) } : { id: ref, space });
  if (!row) throw notFound('change request', ref);
  return row;
}

/** Id of the revision that holds the content now. */
export const headOf = ({ space, changeRequest }: ContentTarget): string =>
  changeRequest?.revision ?? space.revision;

/** What it holds. */
export const currentTree = ({ db }: Pick<Sandbox, 'db'>, target: ContentTarget): Tree =>
  revisionsStore(db).tree(headOf(target));

/** Throws 404 for a page that the content does not have now. */
export function requirePage(call: Call, target: ContentTarget, page: string): void {
  if (!findPage(currentTree(call, target), page)) throw notFound('page', page);
}

/** Throws 409 where nobody may edit now: main content of a locked space, a change request that is closed. */
export function requireEditable({ space, changeRequest }: ContentTarget): void {
  if (changeRequest) {
    requireUnmerged(changeRequest);
  } else if (space.editMode === 'locked') {
    throw conflict(
      `space "${space.title}" is locked (editMode: locked): its main content cannot be edited directly, only in a change request`,
    );
  }
}

/** Throws 409 for a change request that is merged or archived. */
export function requireUnmerged({ number, status, revisionMerged }: ChangeRequestRow): void {
  if (status === 'merged') {
    throw conflict(`change request #${number} is already merged, as revision ${revisionMerged}`);
  }
  if (status === 'archived') {
    throw conflict(`change request #${number} is archived; set its status to open first`);
  }
}

interface TreeCommit {
  /** A tree, or the hash of one that is kept already. */
  tree: Tree | Hash;
  type?: RevisionType;
  /** Whose edit it is: counted among the contributors of a change request. */
  userId?: string | undefined;
}

/** Makes a revision on top of the head and moves the head to it; call it in a transaction. Returns its id. */
export function commitOn(sandbox: Sandbox, target: ContentTarget, commit: TreeCommit): string {
  const { db } = sandbox;
  const now = sandbox.now().toISOString();
  const { tree, type = 'edits', userId } = commit;
  const revision = revisionsStore(db).commit(target.space.id, {
    tree,
    type,
    parents: [headOf(target)],
    createdAt: now,
    createdBy: userId,
  });
  const { changeRequest } = target;
  if (!changeRequest) {
    spaces(db).update({ id: target.space.id }, { revision, updatedAt: now });
    return revision;
  }
  const { id } = changeRequest;
  changeRequests(db).update({ id }, { revision, updatedAt: now });
  if (userId) addContribution(db, { changeRequest: id, user: userId, action: 'edit', updatedAt: now });
  return revision;
}

/**
 * Moves main or a change request to a tree, as one edit, whatever it held before (content that comes in bulk).
 * Checks no rights and no lock. Returns the id of the new revision.
 */
export const commitTree = (sandbox: Sandbox, ref: TargetRef & TreeCommit): string =>
  sandbox.db.transaction(() => commitOn(sandbox, contentTarget(sandbox, ref), ref));

/** The content a request is about. Throws 404 for what is not there, or not for the caller to see. */
export function visibleTarget(call: Call, ref: TargetRef): ContentTarget {
  // The space first: whoever may not see it learns nothing of what is in it.
  call.access.requireSpace(contentTarget(call, { spaceId: ref.spaceId }).space, 'view');
  return contentTarget(call, ref);
}

export type ChangeRequestRef = TargetRef & { changeRequestId: string };

/** A change request, and its space. Throws 404 for what is not there, or not for the caller to see. */
export function visibleChangeRequest(call: Call, { spaceId, changeRequestId }: ChangeRequestRef) {
  const { space } = visibleTarget(call, { spaceId });
  return { space, changeRequest: changeRequestOf(call, spaceId, changeRequestId) };
}

/** The content that the caller is about to edit. Throws 404, 403, and 409 where nobody may edit now. */
export function editableTarget(call: Call, ref: TargetRef): ContentTarget {
  const target = visibleTarget(call, ref);
  call.access.requireSpace(target.space, 'edit');
  requireEditable(target);
  return target;
}

/** Where its PDF can be fetched without a token: from a page on, or with `only` that page alone. Throws 404 for a page. */
export function pdfUrl(
  call: Call,
  target: ContentTarget,
  { page, only }: { page?: string | undefined; only?: boolean | undefined },
): string {
  if (page !== undefined) requirePage(call, target, page);
  const changeRequest = target.changeRequest?.id;
  const parts = nonNull({ changeRequest, page, only });
  return downloadUrl(call, { kind: 'pdf', space: target.space.id, revision: headOf(target), ...parts });
}

/** How to show it: `metadata: false` leaves out where it lies in git, `computed: false` what is computed. */
export const viewOf = (
  call: Call,
  { space, changeRequest }: ContentTarget,
  { metadata = true, computed = true }: { metadata?: boolean | undefined; computed?: boolean | undefined },
): ContentView => ({
  sandbox: call,
  base: changeRequest
    ? changeRequestPath(changeRequest, space.organization)
    : `/o/${space.organization}/s/${space.id}`,
  space: space.id,
  metadata,
  computed,
});
