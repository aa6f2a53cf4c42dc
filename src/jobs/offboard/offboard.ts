// docs members offboard: ends what members have, or hands it over, and removes them last.

import { revokeLinkInvite } from '../../api/people/invites.ts';
import * as members from '../../api/people/members.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import { removeRequestedReviewer, requestReviewers } from '../../api/review/reviews.ts';
import type { Client } from '../../client/client.ts';
import { mapAll } from '../../client/pool.ts';
import { ADD, REMOVE, UPDATE } from '../../domain/access/grants.ts';
import { nameOf, type Person, readPeople } from '../../domain/access/people.ts';
import { type Entry, tookEffect } from '../../domain/journal/journal-entries.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { concurrencyOf } from '../../engine/model/globals.ts';
import { flag } from '../../engine/model/option.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import { getPath } from '../../engine/references/names.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { memberNamed, readMemberRows } from '../../engine/rows/people-file.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, ForbiddenError, NotFoundError, seeHelp, UsageError } from '../../errors.ts';
import { plural, relativeTime } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { callerOf } from '../access/grant-changes.ts';
import {
  HOLDINGS_OPERATIONS,
  type Places,
  readHoldings,
  readPlaces,
  readReviews,
  readThings,
} from '../access/holdings.ts';
import { readTraces, TRACES_OPERATIONS, type Traces } from '../access/traces.ts';
import { readHistory } from '../undo/history.ts';
import { type Leavers, type Leaving, leavingIds, offboardSteps, ownerless } from './offboard-wishes.ts';

// Who leaves and who takes over: the member of the command line, or those of a file, and whom of them nobody may remove.

type OffboardRun = Run<Flags<'--hand-over <member>' | '--rows <file>' | '--commands' | '--if-exists'>>;
type Leaver = Omit<Leaving, 'holdings'>;

const HEIR_COLUMNS = ['hand-over', 'handover', 'hand over', 'hand_over', 'heir'];

/** Throws UsageError, NotFoundError, and for those who must stay ConflictError and ForbiddenError. */
async function readLeavers(
  run: OffboardRun,
  people: readonly Person[],
  caller: string | undefined,
): Promise<Leaver[]> {
  const leavers = await namedIn(run, people);
  const ids = new Set(leavers.map(({ person }) => person.id));
  for (const leaver of leavers) {
    refuseLeaving(leaver.person, people, { caller, ids });
    refuseHeir(leaver, ids);
  }
  return leavers;
}

async function namedIn(run: OffboardRun, people: readonly Person[]): Promise<Leaver[]> {
  const { rows, handOver } = run.flags;
  // Safe: an argument without several values is a string.
  const user = run.args.user as string | undefined;
  if ((user === undefined) === (rows === undefined))
    throw seeHelp(
      run.path,
      user === undefined
        ? 'say who leaves: a member, or --rows with a file'
        : 'give a member or --rows, not both',
    );
  const general =
    handOver === undefined ? undefined : personIn(people, await settleOne(run, 'userId', handOver));
  const gone: string[] = [];
  const removals = removalsOf(run);
  const isGone = (text: string) => leftBefore(run, removals(), text) && gone.push(text) > 0;
  if (user !== undefined) {
    const id = await memberNamed(run, user, isGone);
    return id === undefined ? [] : [{ person: personIn(people, id), heir: general, line: undefined }];
  }
  const file = { file: String(rows), flag: '--rows', others: HEIR_COLUMNS, isGone };
  const listed = await readMemberRows(run, file);
  const found = new Map<string, Leaver>();
  for (const { id, line, other } of listed)
    found.set(id, {
      person: personIn(people, id),
      heir: other === undefined ? (found.get(id)?.heir ?? general) : personIn(people, other),
      line: found.get(id)?.line ?? line,
    });
  if (found.size === 0 && gone.length === 0) throw seeHelp(run.path, `${rows} does not name anyone`);
  return [...found.values()];
}

/** Removals of members of the organization that this machine did; read when they are first asked for, and once. */
function removalsOf(run: OffboardRun): () => readonly Entry[] {
  let read: readonly Entry[] | undefined;
  const isRemoval = (entry: Entry) =>
    entry.operation === members.removeMember.id &&
    entry.input.organizationId === run.input.organizationId &&
    tookEffect(entry);
  // Without a place for it there is no history.
  return () => {
    read ??= run.context.paths().data === undefined ? [] : readHistory(run).filter(isRemoval);
    return read;
  };
}

/** Whether nothing is left to do for who is not a member: this machine removed them, or --if-exists leaves them out. */
function leftBefore(run: OffboardRun, removals: readonly Entry[], text: string): boolean {
  const { io, now } = run.context;
  const removal = removals.findLast(
    ({ input, before }) => input.userId === text || sameEmail(getPath(before, ['user', 'email']), text),
  );
  if (removal) note(io, `${text} was removed ${relativeTime(removal.at, now())}`);
  else if (run.flags.ifExists) note(io, `${text} is not a member`);
  return removal !== undefined || run.flags.ifExists === true;
}

const sameEmail = (known: unknown, text: string): boolean =>
  typeof known === 'string' && known.toLowerCase() === text.toLowerCase();

function personIn(people: readonly Person[], id: string): Person {
  const person = people.find((one) => one.id === id);
  if (person) return person;
  throw new NotFoundError(`member "${id}" not found`, { hint: 'docs members list' });
}

interface Given {
  caller: string | undefined;
  /** Of all who leave. */
  ids: ReadonlySet<string>;
}

/** Before anything ends: the platform would refuse the removal itself, which comes last. */
function refuseLeaving(person: Person, people: readonly Person[], { caller, ids }: Given): void {
  if (person.id === caller)
    throw new UsageError(`${nameOf(person)} is you: another admin must do this`, {
      hint: 'docs members list --role admin',
    });
  const isAdmin = ({ role, status }: Person) => role === 'admin' && status === 'active';
  if (isAdmin(person) && people.every((one) => !isAdmin(one) || ids.has(one.id)))
    throw new ConflictError(
      `${nameOf(person)} is the only administrator: make someone else an administrator first`,
      { hint: 'docs members update --help' },
    );
  const own = people.find(({ id }) => id === caller);
  if (own && own.role !== 'admin')
    throw new ForbiddenError(`only an admin can remove a member, and ${nameOf(own)} is not an admin`, {
      hint: 'docs members list --role admin',
    });
}

function refuseHeir({ person, heir, line }: Leaver, ids: ReadonlySet<string>): void {
  if (heir === undefined) return;
  const hint = 'docs members list';
  const where = line === undefined ? '--hand-over' : `line ${line}`;
  if (heir.id === person.id || ids.has(heir.id))
    throw new UsageError(
      `${where}: ${nameOf(heir)} is ${heir.id === person.id ? 'the member who leaves' : 'one of those who leave'}`,
      { hint },
    );
  if (heir.status === 'disabled') throw new UsageError(`${where}: ${nameOf(heir)} is disabled`, { hint });
}

export const offboard = job('offboard', members.listMembers, {
  summary: 'Remove members, and end or hand over everything they have',
  args: ['userId?'],
  options: [
    flag(
      '--hand-over <member>',
      'member who gets their access and review requests, and owns teams left without an owner',
    ),
    flag(
      '--rows <file>',
      'table of several who leave, with a column email and optionally hand-over; - for stdin',
    ),
    flag(
      '--confirm <member>',
      'confirm with the email, name or ID of the member; of several, with the number of changes',
      { reach: 'person', group: 'Safety:' },
    ),
    flag('--if-exists', 'skip anyone who is not a member', { reach: 'platform', group: 'Safety:' }),
    flag('--commands', 'print the single commands that do the same, and send nothing', {
      reach: 'platform',
      group: 'Output:',
    }),
  ],
  ownRows: { email: 'mei@tarnpost.example', 'hand-over': 'jonas@tarnpost.example' },
  uses: [
    members.listMembers,
    members.getCaller,
    ...HOLDINGS_OPERATIONS,
    ...TRACES_OPERATIONS,
    ...Object.values(ADD),
    ...Object.values(UPDATE.user),
    ...Object.values(REMOVE.user),
    members.changeTeamMembers,
    members.setTeamMember,
    members.removeTeamMember,
    requestReviewers,
    removeRequestedReviewer,
    revokeLinkInvite,
    members.removeMember,
  ],
  examples: [
    [
      'See what would end',
      'docs members offboard mei@tarnpost.example --confirm mei@tarnpost.example --dry-run',
    ],
    [
      'Hand it over to someone else',
      'docs members offboard mei@tarnpost.example --hand-over jonas@tarnpost.example --dry-run',
    ],
    [
      'Write the changes to a plan, for a review',
      'docs members offboard mei@tarnpost.example --plan-out leaver.json',
    ],
    ['Everyone in a file', 'docs members offboard --rows leavers.csv --dry-run'],
    ['See the single commands', 'docs members offboard mei@tarnpost.example --commands'],
  ],
  notes: `Ends direct access to spaces, collections and sites, teams, requests for a review and invite links they made,
then removes the members. Handing over comes first: if that fails, nothing ends. A member who already has a higher level
keeps it, and admins, who have all access, are not given any by name. Content, comments and change requests stay. You
cannot offboard yourself or the last admin. Members removed earlier from this machine are skipped, and with --if-exists
anyone who is not a member.
Without a terminal, --confirm takes the member, or, for a file, the number of changes that --dry-run shows.`,
  ahead: { first: members.removeMember },
  wishes: wishesOf,
});

async function wishesOf(run: OffboardRun): Promise<Wishes> {
  const { commands, planOut } = run.flags as OffboardRun['flags'] & { planOut?: string };
  if (commands && planOut !== undefined)
    throw seeHelp(run.path, '--commands and --plan-out cannot be used together');
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  // Listed beside the members: whom nobody may remove is refused first, whatever these say.
  const listing = readThings(client, organizationId);
  listing.catch(() => {});
  const [people, caller] = await Promise.all([readPeople(client, organizationId), callerOf(client)]);
  const listed = await readLeavers(run, people, caller);
  const width = concurrencyOf(run);
  const places = await readPlaces(client, { organizationId, things: await listing, width });
  const users = listed.map(({ person }) => person.id);
  const [traces, all, asked] = await Promise.all([
    readTraces(client, { organizationId, users, things: places.things, width }),
    holdingsOf(client, { organizationId, listed, places, width }),
    askedOf(client, organizationId, listed),
  ]);
  for (const { reviews } of all.map(({ holdings }) => holdings))
    for (const one of reviews)
      run.noteRead(getChangeRequest, { spaceId: one.space, changeRequestId: one.id }, one);
  const leavers: Leavers = { organizationId, all, places, links: traces.links, asked };
  sayWhatStays(run, leavers, traces);
  const steps = offboardSteps(leavers);
  const [only, another] = listed;
  return {
    rows: steps,
    ...(only && !another && { names: namesOf(only.person) }),
    ...(commands && { commands: steps.map(({ command }) => command) }),
  };
}

const namesOf = ({ id, name, email }: Person): string[] => [
  ...(email === undefined ? [] : [email]),
  name,
  id,
];

interface Held {
  organizationId: string;
  listed: readonly Leaver[];
  places: Places;
  width: ReturnType<typeof concurrencyOf>;
}

const AT_ONCE = 2;

/** Few members at a time: each is some requests at once already. */
async function holdingsOf(
  client: Client,
  { organizationId, listed, places, width }: Held,
): Promise<Leavers['all']> {
  return mapAll(client, listed, AT_ONCE, async (leaver) => {
    const question = { organizationId, userId: leaver.person.id, width };
    return { ...leaver, holdings: await readHoldings(client, question, places) };
  });
}

async function askedOf(client: Client, organizationId: string, listed: readonly Leaver[]) {
  const heirs = new Set(listed.flatMap(({ heir }) => heir?.id ?? []));
  const found = await mapAll(client, heirs, AT_ONCE, async (userId) => {
    const reviews = await Promise.all(
      (['draft', 'open'] as const).map((status) => readReviews(client, { organizationId, userId, status })),
    );
    return [userId, new Set(reviews.flat().map(({ id }) => id))] as const;
  });
  return new Map(found);
}

/** What no request of the plan can change. */
function sayWhatStays(run: Run, { all, places }: Leavers, { comments, links, providers }: Traces): void {
  const { io } = run.context;
  const leaving = leavingIds(all);
  for (const { person, heir, holdings } of all) {
    const name = nameOf(person);
    const { own } = holdings;
    if (own.length > 0)
      note(
        io,
        `${plural(own.length, 'change request')} by ${name} will stay: ${own.map(({ subject }) => `"${subject}"`).join(', ')}`,
      );
    const open = comments.get(person.id) ?? [];
    const spaces = [...new Set(open.map(({ target }) => target.space))].map(
      (id) => `"${places.things.find((thing) => thing.id === id)?.title ?? id}"`,
    );
    if (open.length > 0)
      note(io, `${plural(open.length, 'open comment')} by ${name} will stay: in ${spaces.join(', ')}`);
    if (heir === undefined)
      for (const { title } of ownerless(holdings, person, leaving))
        note(io, `team "${title}" will have no owner: --hand-over names another one`);
  }
  if (links === undefined)
    note(io, 'the host does not say who made invite links; to see those there are: docs invites links list');
  for (const label of providers ?? [])
    note(io, `they can still sign in with "${label}": remove them there, too`);
}
