// docs report waiting: which change requests wait for whom, a block a person.

import { listChangeRequestPages } from '../../api/content/pages.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import { getCaller, listMembers, listTeamMembers, listTeams } from '../../api/people/members.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import {
  listChangeRequestChanges,
  listOrganizationChangeRequests,
} from '../../api/review/change-requests.ts';
import type { ChangeRequestRequestedReviewer as RequestedReviewer } from '../../api/review/reviews.generated.ts';
import { listRequestedReviewers, listReviews } from '../../api/review/reviews.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { askedUser, type Person, readPeople } from '../../domain/access/people.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { concurrencyOf, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { parseAge } from '../../engine/run/time-flags.ts';
import { printRows, refuseTwoFormats } from '../../engine/run/view.ts';
import { groupBy } from '../../files/lists.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { markdownText } from '../../output/safe-text.ts';
import { ORGANIZATION_FLAG, organizationIn } from '../access/access-scope.ts';
import { type InboxItem, listIn, onlyTitles, type SpaceFacts, spacesIn } from '../merge-ready/inbox.ts';
import { wordForSpace } from '../merge-ready/inbox-row.ts';
import { judgeReviews, type RuleFacts, ruleFacts } from '../merge-ready/merge-readiness.ts';
import { type OwnersOf, ownersReader, readOwnersFile } from './owners-of.ts';

const COLUMNS = [
  'person.name',
  'task',
  'space.title',
  'number',
  'subject',
  'person.status',
  'updatedAt',
  'next',
];

/** What to do comes before what it names again: on a narrow terminal the last columns are left out. */
const TABLE = [
  'person.name',
  'task',
  'next',
  'subject',
  'updatedAt',
  'person.status',
  'space.title',
  'number',
];

const OPTIONS = [
  flag('--older-than <time>', 'only what has not changed for so long, such as 12h, 3d or 2w', {
    default: '3d',
  }),
  flag(
    '--owners <file>',
    'who looks after which pages (owners.yaml or CODEOWNERS), and acts where no one else does',
  ),
  flag('--format <format>', 'a list for each person instead of rows', {
    reach: 'platform',
    choices: ['markdown'],
    group: 'Output:',
  }),
  ...ORGANIZATION_FLAG,
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

type WaitingRun = Run<FlagsOf<typeof OPTIONS>>;

export const waiting = handmade('waiting', {
  summary: 'List change requests that wait, by who has to act',
  uses: [
    ...[listOrganizationChangeRequests, listSpaces, listMembers, listReviews, listRequestedReviewers],
    ...[getOrganization, getCaller, listChangeRequestChanges, listChangeRequestPages],
    ...[listTeams, listTeamMembers],
  ],
  options: OPTIONS,
  columns: COLUMNS,
  table: TABLE,
  fields: [...COLUMNS, 'person.id', 'person.email', 'space.id', 'id', 'url'],
  idField: 'id',
  paged: true,
  run: showWaiting,
  examples: [
    ['Who keeps whom waiting for more than three days', 'docs report waiting'],
    ['With the owners of pages where no reviewer can act', 'docs report waiting --owners owners.yaml'],
    ['A message for everyone, a list each', 'docs report waiting --older-than 1w --format markdown'],
  ],
  notes: `Lists reviews that were asked for and not given, and for authors: changes that a reviewer asked for, open comments,
change requests to sync, to merge, or without a reviewer, and drafts. Who has left or is disabled is named as such; with --owners,
those who look after the changed pages are named in their place, and where no one was asked. For your own work, use docs cr inbox.`,
});

interface WaitingRow {
  person: Waiting['person'];
  task: Task;
  space: { id: string; title: string };
  number: number;
  id: string;
  subject: string;
  updatedAt: string;
  url: string;
  /** The command to run next. */
  next: string;
}

function rowOf({ person, task, space: { isOnly, ...space }, changeRequest }: Waiting): WaitingRow {
  const { number, id, subject, updatedAt, urls } = changeRequest;
  const target = [String(number), '--space', wordForSpace({ ...space, isOnly })];
  const reviewers = shell`docs cr reviewers list ${target}`;
  const next: Record<Task, string> = {
    // Who has left reviews nothing.
    'review it': person.status === 'active' ? shell`docs cr diff ${target}` : reviewers,
    'make the changes asked for': shell`docs cr reviews list ${target}`,
    'merge it': shell`docs cr merge ${target}`,
    'answer comments': shell`docs comments list --cr ${target}`,
    'sync it with main': shell`docs cr sync ${target}`,
    'ask for a review': reviewers,
    'finish the draft': shell`docs cr diff ${target}`,
  };
  return { person, task, space, number, id, subject, updatedAt, url: urls.app, next: next[task] };
}

async function showWaiting(run: WaitingRun): Promise<void> {
  const { context, flags } = run;
  const { io, now } = context;
  const ageMs = parseAge(flags.olderThan, '--older-than');
  refuseTwoFormats(run);
  const rows = (await read(run, new Date(now().getTime() - ageMs).toISOString())).map(rowOf);
  if (flags.format === 'markdown') await io.out(asMarkdown(rows));
  else {
    await printRows(run, rows);
  }
  const count = (name: (row: WaitingRow) => string, of = rows) => new Set(of.map(name)).size;
  const left = count(
    keyOf,
    rows.filter(({ person }) => person.status !== 'active'),
  );
  const gone = left === 0 ? '' : `, ${left} of whom ${left === 1 ? 'is' : 'are'} no longer there`;
  note(
    io,
    rows.length === 0
      ? `nothing has waited for ${String(flags.olderThan)}`
      : `${plural(
          count(({ id }) => id),
          'change request',
        )} waiting for ${plural(count(keyOf), 'person', 'people')}${gone}`,
  );
}

/** Owners who are unknown have no ID. */
const keyOf = ({ person }: WaitingRow): string => person.id || person.name;

async function read(run: WaitingRun, before: string): Promise<Waiting[]> {
  const progress = startProgress(run.context.io, 'reading change requests');
  try {
    const { owners: file } = run.flags;
    const namesOf = file === undefined ? undefined : await readOwnersFile(run, file, '--owners');
    const client = await run.client();
    const organizationId = await organizationIn(run);
    const owners = namesOf && ownersReader(client, organizationId, namesOf);
    return await readWaiting(client, { organizationId, before, width: concurrencyOf(run), owners });
  } finally {
    progress.stop();
  }
}

function asMarkdown(rows: readonly WaitingRow[]): string {
  const line = ({ task, space, number, subject, updatedAt, url }: WaitingRow) =>
    `- ${task}: [${markdownText(`${space.title}, change request ${number}: ${subject}`)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>), untouched since ${updatedAt.slice(0, 10)}`;
  return [...groupBy(rows, keyOf).values()]
    .map((own) => `## ${own[0] ? headOf(own[0]) : ''}\n\n${own.map(line).join('\n')}\n`)
    .join('\n');
}

/** `Ben`, or `Ben (not a member)`. */
const headOf = ({ person: { name, status } }: WaitingRow): string =>
  markdownText(status === 'active' ? name : `${name} (${status})`);

// Who keeps which change request waiting: reviewers that were asked, authors that have to go on.

/** What somebody has to do, the most pressing first. */
const TASKS = [
  'review it',
  'make the changes asked for',
  'merge it',
  'answer comments',
  'sync it with main',
  'ask for a review',
  'finish the draft',
] as const;
type Task = (typeof TASKS)[number];

interface Waiting {
  person: { id: string; name: string; email?: string | undefined; status: Person['status'] };
  task: Task;
  changeRequest: ChangeRequest;
  space: InboxItem['space'];
}

interface WaitingQuery {
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
  const isOnly = onlyTitles(spaces.values());
  const rows = [...found.flatMap((one) => left.get(one) ?? [one]), ...asleep].map((one): Waiting => {
    const { space } = one.changeRequest;
    const title = spaces.get(space)?.title ?? space;
    return {
      ...one,
      person: { ...one.person, status: known.get(one.person.id) ?? 'not a member' },
      space: { id: space, title, isOnly: isOnly(title) },
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

async function judge(
  client: Client,
  { facts, spaces }: { facts: RuleFacts; spaces: ReadonlyMap<string, SpaceFacts> },
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
    for (const item of await allItems(client.pages(listRequestedReviewers, place))) add(id, userOf(item));
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
    const users = await allItems(client.pages(listRequestedReviewers, { spaceId, changeRequestId }));
    return [one, users.map((user) => waitingFor(userOf(user), 'review it', one.changeRequest))];
  });
  return new Map(found.filter(([, users]) => users.length > 0));
}
