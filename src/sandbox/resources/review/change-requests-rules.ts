// What can be done with a change request: open, change, sync with main, merge.
import { isDeepStrictEqual } from 'node:util';
import type {
  MergeRule,
  MergeRulesSpaceConfiguration as MergeRules,
} from '../../../api/content/spaces.generated.ts';
import type { BodyOf, ResultOf } from '../../../api/operation.ts';
import type {
  mergeChangeRequest,
  syncChangeRequest,
  updateChangeRequest,
} from '../../../api/review/change-requests.ts';
import { ValidationError } from '../../../errors.ts';
import { hasText } from '../../../markdown/to-document.ts';
import { parseExpression } from '../../content/expressions/parse.ts';
import { type Names, resultOf } from '../../content/expressions/run.ts';
import type { Hash, Tree } from '../../content/model.ts';
import { type BufferedContent, bufferedContent, revisionsStore } from '../../db/content/content.ts';
import { liveSpace, type SpaceRow, spaces } from '../../db/content/spaces.ts';
import { organizations, users } from '../../db/people/organizations.ts';
import {
  type ChangeRequestRow,
  changeRequests,
  type ReviewRow,
  reviews,
} from '../../db/review/change-requests.ts';
import { whenFree } from '../../lock.ts';
import type { Call, Sandbox } from '../../sandbox.ts';
import { inSlices } from '../../slices.ts';
import { newId } from '../../urls.ts';
import { conflict } from '../../wire-error.ts';
import { wholeDocument } from '../content/bodies.ts';
import {
  changeRequestOf,
  type ChangeRequestRef as Ref,
  requireUnmerged,
  visibleChangeRequest,
} from '../content/content-target.ts';
import { userView } from '../people/members-view.ts';
import { changeRequestView, isOutdated, mergeBase } from './comments-view.ts';

// What must hold before a change request may be merged (src/api/README.md#merge-rules).

/** A rule that does not hold, and what is missing. */
export interface UnmetRule {
  rule: MergeRule['rule'];
  /** Whose rules they are. */
  of: 'space' | 'organization';
  reason: string;
}

interface Facts {
  changeRequest: ChangeRequestRow;
  /** Who merges it. */
  userId: string;
  outdated: boolean;
  /** The last word of every reviewer. */
  reviews: ReviewRow[];
  nameOf(userId: string): string;
  /** What expressions may speak of. */
  names: Names;
}

/** Who merges what. */
interface Merged {
  space: SpaceRow;
  changeRequest: ChangeRequestRow;
  userId: string;
}

/** Every rule of the space, or of its organization where the space inherits them, that keeps a user from merging. */
function unmetRules(sandbox: Sandbox, merge: Merged): UnmetRule[] {
  const { space, changeRequest, userId } = merge;
  const { of, rules } = effectiveRules(sandbox, space);
  if (rules.some((rule) => rule.rule === 'allow_bypass' && rule.users.includes(userId))) return [];
  const said = lastWords(reviews(sandbox.db).all({ changeRequest: changeRequest.id }, 'createdAt, rowid'));
  const facts: Facts = {
    changeRequest,
    userId,
    outdated: isOutdated(changeRequest, space),
    reviews: said,
    names: namesOf(sandbox, merge, said),
    nameOf: (id) => users(sandbox.db).find({ id })?.displayName ?? id,
  };
  return rules.flatMap((rule) => {
    const reason = whatIsMissing(rule, facts);
    return reason === undefined ? [] : [{ rule: rule.rule, of, reason }];
  });
}

function effectiveRules(sandbox: Sandbox, space: SpaceRow): { of: UnmetRule['of']; rules: MergeRule[] } {
  if (space.mergeRules.type !== 'inherit') return { of: 'space', rules: rulesOf(space.mergeRules) };
  const organization = organizations(sandbox.db).find({ id: space.organization });
  return { of: 'organization', rules: rulesOf(organization?.settings.mergeRules) };
}

const rulesOf = (mergeRules: MergeRules | undefined): MergeRule[] =>
  mergeRules?.type === 'rules' ? mergeRules.rules : [];

/** A reviewer may change their mind: only the last review of each counts. Takes the oldest first. */
const lastWords = (reviews: readonly ReviewRow[]): ReviewRow[] => [
  ...new Map(reviews.map((review) => [review.reviewer, review])).values(),
];

/** One sentence on what is missing; undefined when the rule holds. */
function whatIsMissing(rule: MergeRule, facts: Facts): string | undefined {
  const { changeRequest, reviews } = facts;
  switch (rule.rule) {
    case 'allow_bypass':
      return undefined;
    case 'require_specific_reviewers':
      return approvalsMissing(rule.users, facts);
    case 'require_one_of_specific_reviewers':
      return rule.users.length > 0 && withoutApproval(rule.users, facts).length === rule.users.length
        ? `none of these has approved it: ${rule.users.map(facts.nameOf).join(', ')}`
        : undefined;
    case 'require_at_least_one_review':
      return reviews.length === 0 ? 'it has not been reviewed' : undefined;
    case 'require_at_least_one_approved_review':
      return approvalMissing(facts);
    case 'require_author_to_merge':
      return changeRequest.createdBy === facts.userId ? undefined : 'only its author may merge it';
    case 'require_all_reviews_approved':
      return openObjections(facts);
    case 'require_agent_review':
      return 'no agent has reviewed it, and the sandbox has none';
    case 'require_up_to_date_change_request':
      return facts.outdated ? 'main has changed since: sync it with main first' : undefined;
    case 'require_change_request_subject':
      return changeRequest.subject.trim() === '' ? 'it has no subject' : undefined;
    case 'require_change_request_description':
      return hasText(changeRequest.description) ? undefined : 'it has no description';
    case 'custom':
      return saidOf(rule.message, expressionFails(rule.expression, facts.names));
  }
}

/** In the words of whoever set the rule, where there are any. */
const saidOf = (message: string | undefined, why: string | undefined) =>
  why === undefined ? undefined : (message ?? why);

const approvalMissing = ({ reviews }: Facts) =>
  reviews.some(({ status }) => status === 'approved') ? undefined : 'no one has approved it';

function approvalsMissing(users: readonly string[], facts: Facts): string | undefined {
  const missing = withoutApproval(users, facts);
  return missing.length > 0 ? `not approved by ${missing.map(facts.nameOf).join(', ')}` : undefined;
}

const withoutApproval = (users: readonly string[], { reviews }: Facts) =>
  users.filter((user) => !reviews.some(({ reviewer, status }) => reviewer === user && status === 'approved'));

function openObjections({ reviews, nameOf }: Facts): string | undefined {
  const against = reviews.filter((review) => review.status !== 'approved').map((review) => review.reviewer);
  return against.length > 0 ? `changes requested by ${against.map(nameOf).join(', ')}` : undefined;
}

/** The change request and the space as the API shows them, the last review of each reviewer, and who merges. */
function namesOf(sandbox: Sandbox, { space, changeRequest, userId }: Merged, reviews: ReviewRow[]): Names {
  const { description, ...shown } = changeRequestView(sandbox, changeRequest);
  return {
    changeRequest: { ...shown, description: hasText(description) },
    space: { id: space.id, title: space.title, language: space.language },
    reviews: reviews.map(({ reviewer, status }) => ({ reviewer, status })),
    approvals: reviews.filter(({ status }) => status === 'approved').map(({ reviewer }) => reviewer),
    user: userView(sandbox, userId),
  };
}

/** Whatever it is that keeps it from being true; expressions were read when they were set. */
function expressionFails(expression: string, names: Names): string | undefined {
  try {
    return resultOf(parseExpression(expression), names)
      ? undefined
      : `this condition is not met: ${expression}`;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return `${expression} cannot be evaluated: ${error.message}`;
  }
}

export interface OpenChangeRequest {
  spaceId: string;
  userId: string;
  subject?: string | undefined;
  status?: 'open' | 'draft';
  description?: ChangeRequestRow['description'];
  conversationsIssuesCluster?: string | null;
  agentTaskId?: string | undefined;
}

/** Forks the content of a space. Checks no rights. Throws 404 for an unknown space. */
export const openChangeRequest = (sandbox: Sandbox, fields: OpenChangeRequest): ChangeRequestRow =>
  sandbox.db.transaction(() => {
    const space = liveSpace(sandbox.db, fields.spaceId);
    const last = changeRequests(sandbox.db).find({ space: space.id }, 'number DESC');
    const now = sandbox.now().toISOString();
    const row: ChangeRequestRow = {
      id: newId(),
      space: space.id,
      number: (last?.number ?? 0) + 1,
      status: fields.status ?? 'open',
      subject: fields.subject ?? '',
      description: fields.description ? wholeDocument(fields.description) : null,
      conversationsIssuesCluster: fields.conversationsIssuesCluster ?? null,
      agentTask: fields.agentTaskId ?? null,
      createdBy: fields.userId,
      createdAt: now,
      updatedAt: now,
      revision: space.revision,
      revisionInitial: space.revision,
      revisionMergedAncestor: null,
      revisionMerged: null,
    };
    changeRequests(sandbox.db).insert(row);
    return row;
  });

/** Changes subject, description or status; a merged one keeps its status (409). Call it in a transaction. */
export function changeChangeRequest(
  sandbox: Sandbox,
  row: ChangeRequestRow,
  changes: BodyOf<typeof updateChangeRequest>,
): ChangeRequestRow {
  if (row.status === 'merged' && changes.status !== undefined) {
    throw conflict(`change request #${row.number} is merged: its status cannot become ${changes.status}`);
  }
  const { subject, status } = changes;
  const description = changes.description && wholeDocument(changes.description);
  const updatedAt = sandbox.now().toISOString();
  changeRequests(sandbox.db).update({ id: row.id }, { subject, description, status, updatedAt });
  return changeRequestOf(sandbox, row.space, row.id);
}

/**
 * Merges a change request into main: a revision of type `merge`, or `conflicts` and nothing changed.
 * Throws 403 without the right to merge, 409 for one that is merged or archived, or where a merge rule does not hold.
 */
export const mergeIntoMain = async (call: Call, ref: Ref): Promise<ResultOf<typeof mergeChangeRequest>> =>
  withMerged(call, () => {
    const { space, changeRequest: row } = visibleChangeRequest(call, ref);
    call.access.requireSpace(space, 'merge');
    requireUnmerged(row);
    requireRules(call, space, row);
    const keep = (tree: Tree | Hash | undefined): ResultOf<typeof mergeChangeRequest> => {
      if (tree === undefined) return { revision: space.revision, result: 'conflicts' };
      const now = call.now().toISOString();
      const revision = revisionsStore(call.db).commit(space.id, {
        tree,
        type: 'merge',
        parents: [space.revision, row.revision],
        createdAt: now,
        createdBy: call.caller.userId,
        mergedFrom: row.id,
      });
      spaces(call.db).update({ id: space.id }, { revision, updatedAt: now });
      const changes = { status: 'merged', revisionMerged: revision, updatedAt: now } as const;
      changeRequests(call.db).update({ id: row.id }, changes);
      return { revision, result: 'merge' };
    };
    return { sides: { base: mergeBase(row), moved: space.revision, brought: row.revision }, keep };
  });

/**
 * Brings main into a change request: a revision of type `update`, or `conflicts` and nothing changed.
 * Throws 403 without the right to edit, 409 for one that is merged or archived.
 */
export const syncWithMain = async (call: Call, ref: Ref): Promise<ResultOf<typeof syncChangeRequest>> =>
  withMerged(call, () => {
    const { space, changeRequest: row } = visibleChangeRequest(call, ref);
    call.access.requireSpace(space, 'edit');
    requireUnmerged(row);
    const keep = (tree: Tree | Hash | undefined): ResultOf<typeof syncChangeRequest> => {
      if (!isOutdated(row, space)) return { revision: row.revision, result: 'update' };
      if (tree === undefined) return { revision: row.revision, result: 'conflicts' };
      const now = call.now().toISOString();
      const revision = revisionsStore(call.db).commit(space.id, {
        tree,
        type: 'update',
        parents: [row.revision, space.revision],
        createdAt: now,
        createdBy: call.caller.userId,
      });
      const changes = { revision, revisionMergedAncestor: space.revision, updatedAt: now };
      changeRequests(call.db).update({ id: row.id }, changes);
      return { revision, result: 'update' };
    };
    return { sides: { base: mergeBase(row), moved: row.revision, brought: space.revision }, keep };
  });

/** Revisions by id. */
interface Sides {
  base: string;
  moved: string;
  brought: string;
}

interface Merge<T> {
  sides: Sides;
  /** Writes what was merged; undefined when edits conflict. */
  keep(tree: Tree | Hash | undefined): T;
}

/**
 * Reads what is to be merged, merges it in slices, and keeps it in one transaction. Whoever commits in between is merged
 * anew, so `read` is called again in the transaction: its checks hold for what is written.
 */
async function withMerged<T>(call: Call, read: () => Merge<T>): Promise<T> {
  for (let { sides } = read(); ; ) {
    const { tree, content } = await mergedTree(call, sides);
    await whenFree(call.db);
    const end = call.db.transaction(() => {
      const now = read();
      if (!isDeepStrictEqual(now.sides, sides)) return { moved: now.sides };
      content?.flush();
      return { result: now.keep(tree) };
    });
    if ('result' in end) return end.result;
    sides = end.moved;
  }
}

function requireRules(call: Call, space: SpaceRow, changeRequest: ChangeRequestRow): void {
  const unmet = unmetRules(call, { space, changeRequest, userId: call.caller.userId });
  if (unmet.length === 0) return;
  const reasons = unmet.map(({ rule, of, reason }) => `${rule} of the ${of}: ${reason}`);
  throw conflict(`change request #${changeRequest.number} may not be merged: ${reasons.join('; ')}`);
}

/** Three-way merge; no tree when edits conflict. Where one side did not move, nothing is read. */
async function mergedTree(
  { db }: Sandbox,
  { base, moved, brought }: Sides,
): Promise<{ tree?: Tree | Hash | undefined; content?: BufferedContent }> {
  const revisions = revisionsStore(db);
  const hashOf = (id: string) => revisions.get(id)?.tree;
  if (hashOf(moved) === hashOf(base)) return { tree: hashOf(brought) };
  if (hashOf(brought) === hashOf(base)) return { tree: hashOf(moved) };
  const { mergeTrees } = await import('../../content/merge/merge.ts');
  const content = bufferedContent(db);
  const { tree, conflicts } = await inSlices(
    mergeTrees({
      base: revisions.tree(base),
      ours: revisions.tree(moved),
      theirs: revisions.tree(brought),
      content,
    }),
  );
  return conflicts.length > 0 ? {} : { tree, content };
}
