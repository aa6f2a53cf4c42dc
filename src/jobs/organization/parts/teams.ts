// teams.yaml: teams with their owners and members.

import type { Static } from '@sinclair/typebox';
import type {
  OrganizationTeam as Team,
  OrganizationTeamMember as TeamMember,
  TeamMemberRole as TeamRole,
} from '../../../api/people/members.generated.ts';
import {
  changeTeamMembers,
  createTeam,
  deleteTeam,
  getTeam,
  listTeamMembers,
  listTeams,
  removeTeamMember,
  setTeamMember,
  updateTeam,
} from '../../../api/people/members.ts';
import { builders } from '../../../api/schema.ts';
import { type Described, ID, sortedBy } from '../../site-file/describe.ts';
import { Shape } from '../../site-file/schema.ts';
import { hintOf, type OrgFile } from '../file.ts';
import { inFileOrder, namesOf, type Thing } from '../names.ts';
import {
  addFault,
  addWish,
  heldIn,
  itemsOf,
  lineOf,
  matchNamed,
  namesIn,
  type Part,
  personFinder,
  personNames,
  refuseTwins,
  removeGone,
  type Work,
} from '../part.ts';
import { SCHEMA_KEY } from '../shapes.ts';
import type { World } from '../world.ts';

const { ArrayOf, Optional, Str } = builders;

const people = (description: string) => Optional(ArrayOf(Str({ minLength: 1 }), { description }));

const schema = Shape({
  ...SCHEMA_KEY,
  teams: ArrayOf(
    Shape({
      title: Str({ minLength: 1, maxLength: 64, description: 'title of the team' }),
      owners: people('members who manage the team: emails, or IDs of members without one'),
      members: people('all other members'),
    }),
  ),
});
type Item = Static<typeof schema>['teams'][number];

const userOf = ({ organization }: TeamMember): string => organization.user.id;

async function describe(world: World): Promise<Described[]> {
  const all = await world.teams();
  const members = await world.members(all.map(({ id }) => id));
  const nameOf = personNames(await world.people());
  const named = (id: string, role: TeamRole) =>
    sortedBy(
      (members.get(id) ?? []).filter(({ team }) => team.role === role).map((one) => nameOf(userOf(one))),
      (text) => text,
    );
  return [
    {
      teams: inFileOrder(
        all.map(({ id, title }) => {
          const [owners, rest] = [named(id, 'owner'), named(id, 'member')];
          return {
            ...{ [ID]: id, title },
            ...(owners.length > 0 && { owners }),
            ...(rest.length > 0 && { members: rest }),
          };
        }),
      ),
    },
  ];
}

/** Who belongs into a team, by ID. */
type Roles = ReadonlyMap<string, TeamRole>;

async function plan(work: Work, [file]: readonly OrgFile[]): Promise<void> {
  if (!file) return;
  const live = await work.world.teams();
  const items = itemsOf<Item>(file, 'teams');
  refuseTwins(work, heldIn(file, items));
  const found = matchNamed(file, items, live, ({ title }, team) => title === team.title);
  const members = await work.world.members([...found.values()].map(({ id }) => id));
  const find = await personFinder(work);
  const caller = await work.world.caller();
  let [leaving, inside] = [0, 0];
  const things = items.map((item): Thing => {
    const roles = rolesIn(work, file, item, find);
    const team = found.get(item);
    const about: About = { file, item, roles, caller };
    const now = team ? (members.get(team.id) ?? []) : [];
    inside += now.length;
    const id = team ? changed(work, about, team, now) : created(work, about);
    if (team && work.prune) leaving += leave(work, about, team, now);
    return { id, title: item.title, was: team?.title, hint: hintOf(file, item) };
  });
  work.removals.push({ what: 'members of teams', count: leaving, total: inside });
  for (const [item, { id }] of found) work.matches.push({ file, item, id });
  const kept = new Set([...found.values()].map(({ id }) => id));
  const others = work.prune ? [] : live.filter(({ id }) => !kept.has(id));
  work.names.set('team', namesOf([...things, ...others]));
}

function rolesIn(
  work: Work,
  file: OrgFile,
  item: Item,
  find: Awaited<ReturnType<typeof personFinder>>,
): Roles {
  const roles = new Map<string, TeamRole>();
  for (const [key, role] of [
    ['owners', 'owner'],
    ['members', 'member'],
  ] as const)
    for (const [at, word] of (item[key] ?? []).entries()) {
      const id = find(word, { file, item, path: [key, at] });
      if (id === undefined) continue;
      if (roles.has(id))
        addFault(work, file, item, [key, at], `"${word}" appears twice in team "${item.title}"`);
      roles.set(id, role);
    }
  return roles;
}

interface About {
  file: OrgFile;
  item: Item;
  roles: Roles;
  caller: string | undefined;
}

/** Whoever creates a team they are in owns it, so that they join afterwards. */
function created(work: Work, { file, item, roles, caller }: About): string {
  const { organizationId } = work.world;
  const about = { target: { kind: 'team', title: item.title }, ...lineOf(file, item) };
  const first = [...roles].filter(([id, role]) => role === 'member' && id !== caller).map(([id]) => id);
  const teamId = addWish(work, file, {
    ...about,
    operation: createTeam,
    input: { organizationId, title: item.title, ...(first.length > 0 && { members: first }) },
  });
  join(
    work,
    { file, item },
    teamId,
    [...roles].filter(([id]) => !first.includes(id)),
  );
  return teamId;
}

function join(
  work: Work,
  { file, item }: Pick<About, 'file' | 'item'>,
  teamId: string,
  joining: [string, TeamRole][],
): void {
  if (joining.length === 0) return;
  const { organizationId } = work.world;
  const ids = joining.map(([id]) => id);
  const owners = joining.filter(([, role]) => role === 'owner');
  const memberships = Object.fromEntries(owners.map(([id, role]) => [id, { role }]));
  addWish(work, file, {
    operation: changeTeamMembers,
    input: { organizationId, teamId, add: ids, ...(owners.length > 0 && { memberships }) },
    target: { kind: 'team member', title: item.title },
    ...lineOf(file, item),
    live: Object.fromEntries(ids.map((id) => [id, null])),
  });
}

function changed(work: Work, { file, item, roles }: About, team: Team, now: readonly TeamMember[]): string {
  const { organizationId } = work.world;
  const before = work.wishes.rows.length;
  const place = { organizationId, teamId: team.id };
  const about = lineOf(file, item);
  if (item.title !== team.title)
    addWish(work, file, {
      ...about,
      operation: updateTeam,
      input: { ...place, title: item.title },
      target: { kind: 'team', title: team.title },
      live: { ...team },
    });
  const inside = new Map(now.map((one) => [userOf(one), one]));
  join(
    work,
    { file, item },
    team.id,
    [...roles].filter(([id]) => !inside.has(id)),
  );
  for (const [userId, role] of roles) {
    const member = inside.get(userId);
    if (!member || member.team.role === role) continue;
    addWish(work, file, {
      ...about,
      operation: setTeamMember,
      input: { ...place, userId, role },
      target: { kind: 'team member', title: member.organization.user.displayName },
      live: { ...member },
    });
  }
  if (work.wishes.rows.length === before) work.unchanged += 1;
  return team.id;
}

/** Whoever the file does not list, but never the caller. Returns how many. */
function leave(
  work: Work,
  { file, item, roles, caller }: About,
  team: Team,
  now: readonly TeamMember[],
): number {
  const going = now.filter((one) => !roles.has(userOf(one)));
  const others = going.filter((one) => userOf(one) !== caller);
  if (others.length < going.length)
    work.kept.push(`you are not in team "${item.title}" of ${file.name}, and stay in it`);
  for (const one of others)
    addWish(work, file, {
      ...lineOf(file, item),
      operation: removeTeamMember,
      input: { organizationId: work.world.organizationId, teamId: team.id, userId: userOf(one) },
      target: { kind: 'team member', title: one.organization.user.displayName },
      live: { ...one },
    });
  return others.length;
}

async function prune(work: Work, [file]: readonly OrgFile[]): Promise<void> {
  if (!file) return;
  const live = await work.world.teams();
  const named = new Set((await namesIn(work, 'team')).things.map(({ id }) => id));
  removeGone(work, file, {
    what: 'teams',
    live,
    isNamed: ({ id }) => named.has(id),
    remove: ({ id, title }) => ({
      operation: deleteTeam,
      input: { organizationId: work.world.organizationId, teamId: id },
      target: { kind: 'team', id, title },
    }),
  });
}

export const teams: Part = {
  name: 'teams',
  summary: 'teams, their owners and members',
  files: ['teams.yaml'],
  schema,
  loose: ['teams', 'owners', 'members'],
  reads: [listTeams, listTeamMembers, getTeam],
  writes: [createTeam, updateTeam, deleteTeam, changeTeamMembers, setTeamMember, removeTeamMember],
  ...{ describe, plan, prune },
};
