// Who keeps which change request waiting: reviewers that were asked, authors that have to go on.

import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { ChangeRequestRequestedReviewer as RequestedReviewer } from '../../api/review/reviewers.generated.ts';
import { listRequestedReviewers } from '../../api/review/reviewers.ts';
import type { Client } from '../../client/client.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { type Person, readPeople } from '../../workflows/access/people.ts';
import { askedUser } from '../../workflows/asked-reviewer.ts';
import { listIn, type SpaceFacts, spacesIn } from '../../workflows/change-request-lists.ts';
import { judgeReviews, type RuleFacts, ruleFacts } from '../../workflows/merge-readiness.ts';
import type { OwnersOf } from './owners-of.ts';

/** What somebody has to do, the most pressing first. */
export const TASKS = [
  'review it',
  'make the changes asked for',
  'merge it',
  'answer comments',
  'sync it with main',
  'ask for a review',
  'finish the draft',
] as const;
export type Task = (typeof TASKS)[number];

export interface Waiting {
  person: { id: string; name: string; email?: string | undefined; status: Person['status'] };
  task: Task;
  changeRequest: ChangeRequest;
  space: { id: string; title: string };
}

export interface WaitingQuery {
  organizationId: string;
  /** Only what was updated last before this time. */
  before: string;
  width: Width;
  /** Who acts where nobody was asked, or whoever should is no longer there. */
  owners?: OwnersOf | undefined;
}

/**
 * The lists, one request for the reviews of each open change request, and one for each member or each change request,
 * whichever is fewer, for who was asked. A change request has one row for each person that it waits for.
 */
export async function readWaiting(client: Client, query: WaitingQuery): Promise<Waiting[]> {
  const scope = { organizationId: query.organizationId };
  const [spaces, open, drafts, people] = await Promise.all([
    spacesIn(client, scope),
    listIn(client, scope, { status: 'open' }),
    listIn(client, scope, { status: 'draft' }),
    readPeople(client, query.organizationId),
  ]);
  const isOld = ({ updatedAt }: ChangeRequest) => Date.parse(updatedAt) < Date.parse(query.before);
  const old = open.filter(isOld);
  const asked = await readAsked(client, query, old, people);
  const facts = ruleFacts(client);
  const judged = await mapAll(client, old, query.width, (one) =>
    judge(client, { facts, spaces }, one, asked.get(one.id) ?? []),
  );
  const asleep = drafts.filter(isOld).map((one) => waitingFor(one.createdBy, 'finish the draft', one));
  const found = judged.flat();
  const left = people.length < old.length ? await readLeft(client, query, found) : new Map<Found, Found[]>();
  const known = new Map(people.map(({ id, status }) => [id, status]));
  const rows = [...found.flatMap((one) => left.get(one) ?? [one]), ...asleep].map((one): Waiting => {
    const { space } = one.changeRequest;
    return {
      ...one,
      person: { ...one.person, status: known.get(one.person.id) ?? 'not a member' },
      space: { id: space, title: spaces.get(space)?.title ?? space },
    };
  });
  const { owners } = query;
  const owned = owners ? await mapAll(client, rows, query.width, (one) => ownersFor(owners, one)) : [rows];
  return owned.flat().sort(byPerson);
}

interface Found extends Omit<Waiting, 'space' | 'person'> {
  person: Omit<Waiting['person'], 'status'>;
}
type User = ChangeRequest['createdBy'];

const waitingFor = ({ id, displayName, email }: User, task: Task, changeRequest: ChangeRequest): Found => ({
  person: { id, name: displayName, email },
  task,
  changeRequest,
});

/** Those who look after the pages, in place of somebody who has not asked anybody, or has left. */
async function ownersFor(ownersOf: OwnersOf, one: Waiting): Promise<Waiting[]> {
  const isUnasked = one.task === 'ask for a review';
  if (!isUnasked && one.person.status === 'active') return [one];
  const { changeRequest, space } = one;
  const { users, gone } = await ownersOf({ space, changeRequestId: changeRequest.id });
  const task = isUnasked ? 'review it' : one.task;
  const named = (person: Waiting['person']): Waiting => ({ ...one, task, person });
  const found = [
    ...[...users.values()]
      .filter(({ id }) => id !== changeRequest.createdBy.id)
      .map(({ id, displayName, email }) => named({ id, name: displayName, email, status: 'active' })),
    ...gone.map((name) => named({ id: '', name, status: 'not a member' })),
  ];
  return found.length > 0 ? found : [one];
}

const byPerson = (a: Waiting, b: Waiting): number =>
  a.person.name.localeCompare(b.person.name, 'en') ||
  a.person.id.localeCompare(b.person.id, 'en') ||
  TASKS.indexOf(a.task) - TASKS.indexOf(b.task) ||
  a.changeRequest.updatedAt.localeCompare(b.changeRequest.updatedAt, 'en');

interface Known {
  facts: RuleFacts;
  spaces: ReadonlyMap<string, SpaceFacts>;
}

async function judge(
  client: Client,
  { facts, spaces }: Known,
  one: ChangeRequest,
  asked: readonly User[],
): Promise<Found[]> {
  const space = spaces.get(one.space);
  if (!space) return [];
  const rules = { minApprovals: 1, unreviewed: false };
  const { problems, wantsChanges, reviews } = await judgeReviews(client, {
    ...{ changeRequest: one, space, rules, facts },
  });
  const answered = new Set(reviews.flatMap(({ reviewer, outdated }) => (outdated ? [] : [reviewer.id])));
  const open = asked.filter(({ id }) => !answered.has(id));
  const task = taskOfAuthor(one, { problems, wantsChanges, isAsked: open.length > 0 });
  return [
    ...open.map((user) => waitingFor(user, 'review it', one)),
    ...(task === undefined ? [] : [waitingFor(one.createdBy, task, one)]),
  ];
}

interface State {
  problems: readonly string[];
  wantsChanges: boolean;
  isAsked: boolean;
}

/** Undefined while it waits for reviewers alone. */
function taskOfAuthor(one: ChangeRequest, { problems, wantsChanges, isAsked }: State): Task | undefined {
  if (wantsChanges) return 'make the changes asked for';
  if (one.comments > 0) return 'answer comments';
  if (one.outdated) return 'sync it with main';
  if (problems.length === 0) return 'merge it';
  return isAsked ? undefined : 'ask for a review';
}

// Safe: no more of a user is read here than its ID, name and email.
const userOf = (asked: RequestedReviewer): User => askedUser(asked) as User;

/** Who was asked to review which change request, by its ID. */
async function readAsked(
  client: Client,
  { organizationId, width }: WaitingQuery,
  old: readonly ChangeRequest[],
  people: Awaited<ReturnType<typeof readPeople>>,
): Promise<Map<string, User[]>> {
  const asked = new Map<string, User[]>();
  const add = (id: string, user: User) => asked.set(id, [...(asked.get(id) ?? []), user]);
  if (people.length < old.length) {
    const found = await mapAll(client, people, width, async ({ id }) => ({
      id,
      mine: await listIn(client, { organizationId }, { status: 'open', requestedReviewer: id }),
    }));
    const users = new Map(people.map(({ id, name, email }) => [id, { id, displayName: name, email }]));
    // Safe: no more of a user is read here than its ID, name and email.
    for (const { id, mine } of found) for (const one of mine) add(one.id, users.get(id) as User);
    return asked;
  }
  await mapAll(client, old, width, async ({ id, space }) => {
    const place = { spaceId: space, changeRequestId: id };
    for await (const { items } of client.pages(listRequestedReviewers, place))
      for (const item of items) add(id, userOf(item));
  });
  return asked;
}

/** Change requests that seem to have no reviewer, of which those are read who were asked and have left. */
const MOST_LEFT = 40;

/** Members alone were looked for among reviewers: in place of a row for the author, those who were asked and have left. */
async function readLeft(
  client: Client,
  { width }: WaitingQuery,
  rows: readonly Found[],
): Promise<Map<Found, Found[]>> {
  const unasked = rows.filter(({ task }) => task === 'ask for a review').slice(0, MOST_LEFT);
  const found = await mapAll(client, unasked, width, async (one): Promise<[Found, Found[]]> => {
    const { id: changeRequestId, space: spaceId } = one.changeRequest;
    const users: User[] = [];
    for await (const { items } of client.pages(listRequestedReviewers, { spaceId, changeRequestId }))
      users.push(...items.map(userOf));
    return [one, users.map((user) => waitingFor(user, 'review it', one.changeRequest))];
  });
  return new Map(found.filter(([, users]) => users.length > 0));
}
