// Whether reviews and merge rules let a change request be merged, as far as a client can know.
import type {
  MergeRule,
  MergeRulesSpaceConfiguration as MergeRules,
} from '../../api/content/spaces.generated.ts';
import { getCaller } from '../../api/people/members.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { ChangeRequestReview as Review } from '../../api/review/reviews.generated.ts';
import { listReviews } from '../../api/review/reviews.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { ForbiddenError, isAbsence } from '../../errors.ts';
import { hasText } from '../../markdown/to-document.ts';

export interface ReviewRules {
  /** So many reviewers must have approved what is merged. */
  minApprovals: number;
  /** Also what nobody has reviewed; never what somebody wants changed. */
  unreviewed: boolean;
}

/** What is read at most once for all change requests, and only when a rule asks for it. */
export interface RuleFacts {
  organizationRules(organizationId: string): Promise<MergeRules | undefined>;
  callerId(): Promise<string | undefined>;
}

export function ruleFacts(client: Client): RuleFacts {
  const rules = new Map<string, Promise<MergeRules | undefined>>();
  let caller: Promise<string | undefined> | undefined;
  return {
    organizationRules(organizationId) {
      const known =
        rules.get(organizationId) ??
        client.call(getOrganization, { organizationId }).then(({ mergeRules }) => mergeRules, unreadable);
      rules.set(organizationId, known);
      return known;
    },
    callerId() {
      caller ??= client.call(getCaller, {}).then(({ id }) => id, unreadable);
      return caller;
    },
  };
}

function unreadable(error: unknown): undefined {
  if (!isAbsence(error) && !(error instanceof ForbiddenError)) throw error;
}

interface Asked {
  changeRequest: ChangeRequest;
  space: { organization: string; mergeRules: MergeRules };
  rules: ReviewRules;
  facts: RuleFacts;
}

/** Why its reviews or the merge rules keep it from being merged; empty when nothing does. Reads one list of reviews. */
export const reviewProblems = async (client: Client, asked: Asked): Promise<string[]> =>
  (await judgeReviews(client, asked)).problems;

/** The same, with whether somebody wants changes in what it holds now, and the last review of each reviewer. */
export async function judgeReviews(
  client: Client,
  { changeRequest, space, rules, facts }: Asked,
): Promise<{ problems: string[]; wantsChanges: boolean; reviews: readonly Review[] }> {
  const reviews = await readLastReviews(client, changeRequest);
  const held = await rulesInForce(space, facts);
  // Outdated ones are not ready, or are synced before they are merged.
  const synced = { ...changeRequest, outdated: false };
  const problems = [
    ...wordsAgainst(reviews, rules),
    ...(held?.flatMap((rule) => unmet(rule, synced, reviews) ?? unknownRule(rule)) ?? [
      'the merge rules of the organization cannot be read',
    ]),
  ];
  const wantsChanges = objections(reviews).some(({ outdated }) => !outdated);
  return { problems: [...new Set(problems)], wantsChanges, reviews };
}

/** What keeps a change request from being merged that is made now and that nobody reviews: as far as that is sure. */
export const problemsOfNew = (space: Asked['space'], facts: RuleFacts): Promise<string[]> =>
  unmetOf({ subject: 'new', description: undefined }, space, { facts, read: async () => [] });

/** Which merge rules a change request does not meet, as far as that is sure. Reads its reviews where there are rules. */
export const rulesAgainst = (
  client: Client,
  { changeRequest, space, facts }: Omit<Asked, 'rules'>,
): Promise<string[]> =>
  unmetOf(changeRequest, space, { facts, read: () => readLastReviews(client, changeRequest) });

async function unmetOf(
  changeRequest: Parameters<typeof unmet>[1],
  space: Asked['space'],
  { facts, read }: { facts: RuleFacts; read: () => Promise<Review[]> },
): Promise<string[]> {
  const held = (await rulesInForce(space, facts)) ?? [];
  if (held.length === 0) return [];
  const reviews = await read();
  return [...new Set(held.flatMap((rule) => unmet(rule, changeRequest, reviews) ?? []))];
}

/** Of each reviewer the last review: who has asked for changes may approve later, and the other way round. */
async function readLastReviews(client: Client, { space, number }: ChangeRequest): Promise<Review[]> {
  const ref = { spaceId: space, changeRequestId: String(number) };
  const all: Review[] = await allItems(client.pages(listReviews, ref));
  // Of two at one instant the one that asks for changes counts.
  const isFor = ({ status }: Review) => (status === 'approved' ? 0 : 1);
  all.sort((a, b) => a.createdAt.localeCompare(b.createdAt, 'en') || isFor(a) - isFor(b));
  return [...new Map(all.map((review) => [review.reviewer.id, review])).values()];
}

const approvals = (reviews: readonly Review[]) => reviews.filter(({ status }) => status === 'approved');
const objections = (reviews: readonly Review[]) => reviews.filter(({ status }) => status !== 'approved');
const namesOf = (reviews: readonly Review[]) =>
  reviews.map(({ reviewer }) => reviewer.displayName).join(', ');

function wordsAgainst(reviews: readonly Review[], { minApprovals, unreviewed }: ReviewRules): string[] {
  const against = objections(reviews);
  if (against.length > 0) return [`changes requested by ${namesOf(against)}`];
  if (unreviewed) return [];
  const current = approvals(reviews).filter(({ outdated }) => !outdated);
  if (current.length >= minApprovals) return [];
  if (reviews.length === 0) return ['needs a review'];
  if (current.length === 0) return ['edited since it was approved'];
  return [`${current.length} of ${minApprovals} approvals`];
}

/** None for who may bypass them; undefined where the space inherits rules that the caller may not read. */
async function rulesInForce({ mergeRules, organization }: Asked['space'], facts: RuleFacts) {
  const held = mergeRules.type === 'inherit' ? await facts.organizationRules(organization) : mergeRules;
  if (held === undefined) return undefined;
  const rules = held.type === 'rules' ? held.rules : [];
  const bypass = rules.find((rule) => rule.rule === 'allow_bypass');
  return bypass?.users.includes((await facts.callerId()) ?? '') ? [] : rules;
}

/** Rules that only the platform can evaluate. */
const unknownRule = ({ rule }: MergeRule): string[] =>
  LACKS.has(rule) ? [] : [`merge rule ${rule} cannot be checked here`];

export const OUTDATED = 'is outdated';

interface Checked {
  /** Whom the rule names. */
  users: readonly string[];
  changeRequest: { subject: string; description?: unknown; outdated?: boolean };
  reviews: readonly Review[];
}

const approvedBy = (users: readonly string[], reviews: readonly Review[]) =>
  users.filter((user) => approvals(reviews).some(({ reviewer }) => reviewer.id === user));

/** Of each rule that is evaluated here what is missing; false where it holds. */
const LACKS: ReadonlyMap<string, (checked: Checked) => string | false> = new Map(
  Object.entries<(checked: Checked) => string | false>({
    allow_bypass: () => false,
    require_up_to_date_change_request: ({ changeRequest: { outdated } }) => outdated === true && OUTDATED,
    require_specific_reviewers: ({ users, reviews }) => {
      const missing = users.length - approvedBy(users, reviews).length;
      const reviewers = missing === 1 ? 'reviewer' : 'reviewers';
      return missing > 0 && `needs the approval of ${missing} required ${reviewers}`;
    },
    require_one_of_specific_reviewers: ({ users, reviews }) =>
      users.length > 0 &&
      approvedBy(users, reviews).length === 0 &&
      'needs the approval of one of the required reviewers',
    require_at_least_one_review: ({ reviews }) => reviews.length === 0 && 'needs a review',
    require_at_least_one_approved_review: ({ reviews }) =>
      approvals(reviews).length === 0 && 'needs an approval',
    require_all_reviews_approved: ({ reviews }) => {
      const against = objections(reviews);
      return against.length > 0 && `changes requested by ${namesOf(against)}`;
    },
    require_change_request_subject: ({ changeRequest: { subject } }) =>
      subject.trim() === '' && 'needs a subject',
    require_change_request_description: ({ changeRequest: { description } }) =>
      !hasText(description) && 'needs a description',
  }),
);

/** What is missing; undefined when the rule holds, and for one that is not evaluated here. */
function unmet(
  rule: MergeRule,
  changeRequest: Checked['changeRequest'],
  reviews: readonly Review[],
): string | undefined {
  const users = 'users' in rule ? rule.users : [];
  return LACKS.get(rule.rule)?.({ users, changeRequest, reviews }) || undefined;
}
