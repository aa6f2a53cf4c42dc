// What must hold before a change request may be merged (src/api/README.md#merge-rules).
import type { MergeRule, MergeRules } from '../../../api/roles.ts';
import { ValidationError } from '../../../errors.ts';
import { parseExpression } from '../../content/expressions/parse.ts';
import { type Names, resultOf } from '../../content/expressions/run.ts';
import type { SpaceRow } from '../../db/content/spaces.ts';
import { organizationStore } from '../../db/people/organizations.ts';
import { userStore } from '../../db/people/users.ts';
import type { ChangeRequestRow } from '../../db/review/change-requests.ts';
import { type ReviewRow, reviewsStore } from '../../db/review/reviews.ts';
import type { Sandbox } from '../../sandbox.ts';
import { userView } from '../../views/people/users.ts';
import { changeRequestView, isOutdated } from '../../views/review/change-requests.ts';

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
interface Merge {
  space: SpaceRow;
  changeRequest: ChangeRequestRow;
  userId: string;
}

/** Every rule of the space, or of its organization where the space inherits them, that keeps a user from merging. */
export function unmetRules(sandbox: Sandbox, merge: Merge): UnmetRule[] {
  const { space, changeRequest, userId } = merge;
  const { of, rules } = effectiveRules(sandbox, space);
  if (rules.some((rule) => rule.rule === 'allow_bypass' && rule.users.includes(userId))) return [];
  const reviews = lastWords(reviewsStore(sandbox.db).ofChangeRequest(changeRequest.id));
  const facts: Facts = {
    changeRequest,
    userId,
    outdated: isOutdated(changeRequest, space),
    reviews,
    names: namesOf(sandbox, merge, reviews),
    nameOf: (id) => userStore(sandbox.db).row(id)?.displayName ?? id,
  };
  return rules.flatMap((rule) => {
    const reason = whatIsMissing(rule, facts);
    return reason === undefined ? [] : [{ rule: rule.rule, of, reason }];
  });
}

function effectiveRules(sandbox: Sandbox, space: SpaceRow): { of: UnmetRule['of']; rules: MergeRule[] } {
  if (space.mergeRules.type !== 'inherit') return { of: 'space', rules: rulesOf(space.mergeRules) };
  const organization = organizationStore(sandbox.db).row(space.organization);
  return { of: 'organization', rules: rulesOf(organization?.settings.mergeRules) };
}

const rulesOf = (mergeRules: MergeRules | undefined): MergeRule[] =>
  mergeRules?.type === 'rules' ? mergeRules.rules : [];

/** A reviewer may change their mind: only the last review of each counts. Takes the oldest first. */
function lastWords(reviews: readonly ReviewRow[]): ReviewRow[] {
  return [...new Map(reviews.map((review) => [review.reviewer, review])).values()];
}

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
function namesOf(sandbox: Sandbox, { space, changeRequest, userId }: Merge, reviews: ReviewRow[]): Names {
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

/** Whether a rich document says anything: blocks of blank text are no description. */
function hasText(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasText);
  if (typeof node !== 'object' || node === null) return false;
  if ('text' in node && typeof node.text === 'string') return node.text.trim() !== '';
  return Object.values(node).some(hasText);
}
