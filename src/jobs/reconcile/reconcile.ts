// docs members reconcile: makes roles, teams and membership what the export of a directory says.

import type { OrganizationTeamMember as TeamMember } from '../../api/people/members.generated.ts';
import * as membersApi from '../../api/people/members.ts';
import { getTeam, listTeamMembers } from '../../api/people/members.ts';
import { ROLES } from '../../api/roles.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { nameOf, type Person, readPeople } from '../../domain/access/people.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wish, Wishes } from '../../engine/plan/job-wishes.ts';
import { MAX_REMOVE_FLAG, refuseMostRemoved } from '../../engine/plan/max-changes.ts';
import { type Fault, refuseFaults } from '../../engine/rows/row-faults.ts';
import { type RawRows, readRows } from '../../engine/rows/rows-file.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, ForbiddenError, seeHelp, UsageError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import {
  compareDirectory,
  type DirectoryDifference,
  keepsAdmin,
  type Listed,
  roleIn,
} from '../access/directory.ts';
import { callerOf } from '../access/grant-changes.ts';

// Who must join a team and who must leave it, so that it is equal to a list.
export interface TeamRef {
  organizationId: string;
  teamId: string;
}

export interface TeamDifference {
  /** IDs of members to add, in the order of the list. */
  join: string[];
  leave: TeamMember[];
  /** Those who are in both. */
  stay: TeamMember[];
}

/** Reads the team and compares it with `wanted`, IDs of members. Throws what the client throws. */
export async function compareTeam(
  client: Client,
  team: TeamRef,
  wanted: ReadonlySet<string>,
): Promise<TeamDifference> {
  const present: TeamMember[] = await allItems(client.pages(listTeamMembers, team));
  const ids = new Set(present.map(({ organization }) => organization.id));
  return {
    join: [...wanted].filter((id) => !ids.has(id)),
    leave: present.filter(({ organization }) => !wanted.has(organization.id)),
    stay: present.filter(({ organization }) => wanted.has(organization.id)),
  };
}

const isOwner = ({ team }: TeamMember): boolean => team.role === 'owner';

/** A team whose last owner leaves stays as it is, and nobody in it can manage it. */
export async function warnOwnerless(
  run: Run,
  ref: TeamRef,
  { leave, stay }: Pick<TeamDifference, 'leave' | 'stay'>,
): Promise<void> {
  if (!leave.some(isOwner) || stay.some(isOwner)) return;
  const { title } = await (await run.client()).call(getTeam, ref);
  note(
    run.context.io,
    `team "${title}" will have no owner: docs teams members update --role owner names one`,
  );
}

const OPTIONS = [
  flag('--from <file>', 'table with a column email and optionally role; - for stdin', { required: true }),
  flag('--teams <column>', 'column with the titles of teams, separated by semicolons', { reach: 'platform' }),
  MAX_REMOVE_FLAG,
] as const;

type ReconcileRun = Run<Flags<'--from <file>' | '--teams <column>' | '--max-remove <n>'>>;

export const reconcile = job('reconcile', membersApi.listMembers, {
  summary: 'Make members, roles and teams match a directory',
  options: OPTIONS,
  uses: [
    membersApi.listTeams,
    membersApi.listTeamMembers,
    membersApi.getCaller,
    membersApi.updateMember,
    membersApi.changeTeamMembers,
    membersApi.removeTeamMember,
    membersApi.removeMember,
  ],
  examples: [
    ['See what a directory would change', 'docs members reconcile --from directory.csv --dry-run'],
    [
      'Compare teams as well, and write a plan',
      'docs members reconcile --from directory.csv --teams groups --plan-out directory-plan.json',
    ],
  ],
  notes: `Members that the file does not list are removed, but never you, guests, and members whose email is not visible. Emails
are compared without case. An empty role changes nothing; with --teams, teams that the file does not name stay as they
are. People who are not members yet are listed: docs invites send invites them. A file that would remove half of the
members or more is refused unless --max-remove allows it. Without a terminal, --confirm takes the number of changes.`,
  wishes: wishesOf,
});

async function wishesOf(run: ReconcileRun): Promise<Wishes> {
  const { from, teams: column } = run.flags;
  if (from === undefined) throw seeHelp(run.path, '--from is required');
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  const ids = column === undefined ? new Map() : await teamIds(client, organizationId);
  const listed = await readDirectory(run, { file: from, teams: column, ids });
  const [people, caller] = await Promise.all([readPeople(client, organizationId), callerOf(client)]);
  const difference = compareDirectory(people, listed, caller);
  refuse(run, difference, { people, caller, file: from });
  sayWhatStays(run, difference);
  const { roles, removals, kept } = difference;
  const teams = await teamWishes(run, { organizationId, difference });
  const first: Wish[] = [
    ...roles.map(({ person, role }) => ({
      operation: membersApi.updateMember,
      input: { organizationId, userId: person.id, role },
    })),
    ...teams,
  ];
  // An admin of the new list may have to be there before the last one of the old list goes.
  const needs = roles.flatMap(({ role }, at) => (role === 'admin' ? [at + 1] : []));
  const ends: Wish[] = removals.map((person) => ({
    operation: membersApi.removeMember,
    input: { organizationId, userId: person.id },
    needs,
    follows: 'their content stays; docs undo cannot add them back',
  }));
  return { rows: [...first, ...ends], unchanged: kept.length - roles.length, total: people.length };
}

async function teamIds(client: Client, organizationId: string) {
  const byTitle = new Map<string, string | undefined>();
  for await (const { items } of client.pages(membersApi.listTeams, { organizationId }))
    for (const { id, title } of items) {
      byTitle.set(title.toLowerCase(), byTitle.has(title.toLowerCase()) ? undefined : id);
    }
  return byTitle;
}

interface TeamQuestion {
  organizationId: string;
  difference: DirectoryDifference;
}

/** Of the teams that the directory names: only people that it lists join or leave. */
async function teamWishes(run: Run, { organizationId, difference: { kept } }: TeamQuestion): Promise<Wish[]> {
  const client = await run.client();
  const people = new Set(kept.map(({ person }) => person.id));
  const wishes: Wish[] = [];
  for (const teamId of new Set(kept.flatMap(({ listed }) => listed.teams ?? []))) {
    const wanted = kept.filter(({ listed }) => listed.teams?.includes(teamId)).map(({ person }) => person.id);
    const team = { organizationId, teamId };
    const { join, leave: gone, stay } = await compareTeam(client, team, new Set(wanted));
    const leave = gone.filter(({ organization }) => people.has(organization.id));
    const others = gone.filter(({ organization }) => !people.has(organization.id));
    await warnOwnerless(run, team, { leave, stay: [...stay, ...others] });
    wishes.push(
      ...join.map((id) => ({
        operation: membersApi.changeTeamMembers,
        input: { ...team, add: [id] },
      })),
      ...leave.map((member) => ({
        operation: membersApi.removeTeamMember,
        input: { ...team, userId: member.organization.id },
        live: { ...member },
      })),
    );
  }
  return wishes;
}

interface Given {
  people: readonly Person[];
  caller: string | undefined;
  file: string;
}

function refuse(run: ReconcileRun, difference: DirectoryDifference, { people, caller, file }: Given): void {
  const own = people.find(({ id }) => id === caller);
  if (own && own.role !== 'admin')
    throw new ForbiddenError(`only an admin can change members, and ${nameOf(own)} is not an admin`, {
      hint: 'docs members list --role admin',
    });
  if (!keepsAdmin(people, difference))
    throw new ConflictError(`${file} would leave no administrator`, {
      hint: 'docs members list --role admin',
    });
  refuseRemovals(run, difference, { people, file });
}

/** A dry run only says what applying it needs. */
function refuseRemovals(
  run: ReconcileRun,
  { removals, kept }: DirectoryDifference,
  { people, file }: Pick<Given, 'people' | 'file'>,
): void {
  const members = people.filter(({ role }) => role !== null).length;
  refuseMostRemoved(run, {
    ...{ count: removals.length, total: members, left: kept.length },
    would: `${file} would remove ${removals.length} of ${plural(members, 'member')}`,
  });
}

/** What no row of the plan does. */
function sayWhatStays(run: Run, { guests, hidden, self, own, missing }: DirectoryDifference): void {
  const { io } = run.context;
  if (self) note(io, `${nameOf(self)} is not in the file, and stays: that is you`);
  if (own) note(io, `${nameOf(own)} is you, and keeps the role ${own.role ?? 'guest'}`);
  if (guests.length > 0) note(io, `${plural(guests.length, 'guest')} not in the file will stay`);
  if (hidden.length > 0) note(io, `${plural(hidden.length, 'member')} without a visible email will stay`);
  if (missing.length > 0) note(io, `not members yet: ${missing.join(' ')}`);
}

// A directory in a file: a table with a column email, and perhaps one for the role and one for teams.

const EMAIL = ['email', 'e-mail', 'mail'];

interface DirectoryFile {
  file: string;
  /** The column of team titles. */
  teams: string | undefined;
  /** IDs of teams by title in small letters; undefined where several have it. */
  ids: ReadonlyMap<string, string | undefined>;
}

/** Throws UsageError (exit 2) with every line that cannot be read: nothing is compared with half a directory. */
async function readDirectory(run: Run, { file, teams, ids }: DirectoryFile): Promise<Listed[]> {
  const raw = await readRows(run, file, '--from');
  const columns = columnsOf(run, raw, teams);
  const faults: Fault[] = [...raw.faults];
  const found = new Map<string, Listed>();
  for (const { where, cells } of raw.rows) {
    const cell = (column: string | undefined) =>
      String(cells.find(([name]) => name === column)?.[1] ?? '').trim();
    const report = (message: string) => faults.push({ where, message });
    const email = cell(columns.email).toLowerCase();
    const role = cell(columns.role);
    const before = found.get(email);
    if (!/^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(email)) report(`"${email}" is not an email`);
    else if (before) report(`"${email}" is in ${before.where}, too`);
    if (role !== '' && roleIn(role) === undefined)
      report(`"${role}" is not a role: use ${[...ROLES, 'guest'].join(', ')}`);
    found.set(email, {
      email,
      role: role === '' ? undefined : roleIn(role),
      teams: teams === undefined ? undefined : teamsIn(cell(teams), ids, report),
      where,
    });
  }
  refuseFaults(run, { source: raw.source, all: faults });
  return [...found.values()];
}

function columnsOf(run: Run, raw: RawRows, teams: string | undefined) {
  const names = namesIn(raw).join(', ');
  const email = columnOf(raw, EMAIL);
  const hasRows = raw.rows.length > 0;
  if (hasRows && email === undefined)
    throw new UsageError(`${raw.source} has no column email: it has ${names}`, {
      hint: 'call one of them email',
    });
  if (hasRows && teams !== undefined && !namesIn(raw).includes(teams))
    throw seeHelp(run.path, `${raw.source} has no column "${teams}": it has ${names}`);
  return { email, role: columnOf(raw, ['role']), teams };
}

const namesIn = ({ header, rows }: RawRows): readonly string[] =>
  header ?? [...new Set(rows.flatMap(({ cells }) => cells.map(([name]) => name)))];

const columnOf = (raw: RawRows, known: readonly string[]): string | undefined =>
  known.map((one) => namesIn(raw).find((name) => name.toLowerCase() === one)).find(Boolean);

/** Titles with semicolons between them, as directories export groups. */
function teamsIn(text: string, ids: DirectoryFile['ids'], report: (message: string) => void): string[] {
  const titles = text
    .split(';')
    .map((title) => title.trim())
    .filter(Boolean);
  return titles.flatMap((title) => {
    const id = ids.get(title.toLowerCase());
    if (id === undefined)
      report(
        ids.has(title.toLowerCase()) ? `several teams are called "${title}"` : `there is no team "${title}"`,
      );
    return id === undefined ? [] : [id];
  });
}
