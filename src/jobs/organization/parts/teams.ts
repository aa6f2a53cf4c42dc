// teams.yaml: teams with their owners and members.

import type { Static } from '@sinclair/typebox';
import type {
  OrganizationTeam as Team,
  OrganizationTeamMember as TeamMember,
  TeamMemberRole as TeamRole,
} from '../../../api/people/members.generated.ts';
import * as members from '../../../api/people/members.ts';
import { builders } from '../../../api/schema.ts';
import { sortedBy } from '../../../files/lists.ts';
import { type Described, ID } from '../../site-file/describe.ts';
import { Shape } from '../../site-file/schema.ts';
import { hintOf, type OrgFile } from '../file.ts';
import type { Part, Work } from '../part.ts';
import * as part from '../part.ts';
import * as shapes from '../shapes.ts';
import { inFileOrder, type Thing, type World } from '../world.ts';

const { ArrayOf, Optional, Str } = builders;

const people = (description: string) => Optional(ArrayOf(Str({ minLength: 1 }), { description }));

const schema = Shape({
  ...shapes.SCHEMA_KEY,
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
  const nameOf = shapes.personNames(await world.people());
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
  const items = part.itemsOf<Item>(file, 'teams');
  part.refuseTwins(work, part.heldIn(file, items));
  const found = part.matchNamed(file, items, live, ({ title }, team) => title === team.title);
  const members = await work.world.members([...found.values()].map(({ id }) => id));
  const find = await shapes.personFinder(work);
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
  await part.nameThings(work, 'team', things, found.values());
}

function rolesIn(
  work: Work,
  file: OrgFile,
  item: Item,
  find: Awaited<ReturnType<typeof shapes.personFinder>>,
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
        part.addFault(work, file, item, [key, at], `"${word}" appears twice in team "${item.title}"`);
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
  const first = [...roles].filter(([id, role]) => role === 'member' && id !== caller).map(([id]) => id);
  const teamId = part.addWish(work, file, {
    operation: members.createTeam,
    input: { organizationId, title: item.title, ...(first.length > 0 && { members: first }) },
    target: { kind: 'team', title: item.title },
    item,
  });
  const others = [...roles].filter(([id]) => !first.includes(id));
  join(work, { file, item }, teamId, others);
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
  part.addWish(work, file, {
    operation: members.changeTeamMembers,
    input: { organizationId, teamId, add: ids, ...(owners.length > 0 && { memberships }) },
    target: { kind: 'team member', title: item.title },
    item,
    live: Object.fromEntries(ids.map((id) => [id, null])),
  });
}

function changed(work: Work, { file, item, roles }: About, team: Team, now: readonly TeamMember[]): string {
  const { organizationId } = work.world;
  const before = work.wishes.rows.length;
  const place = { organizationId, teamId: team.id };
  if (item.title !== team.title)
    part.addWish(work, file, {
      item,
      operation: members.updateTeam,
      input: { ...place, title: item.title },
      target: { kind: 'team', title: team.title },
      live: { ...team },
    });
  const inside = new Map(now.map((one) => [userOf(one), one]));
  const joining = [...roles].filter(([id]) => !inside.has(id));
  join(work, { file, item }, team.id, joining);
  for (const [userId, role] of roles) {
    const member = inside.get(userId);
    if (!member || member.team.role === role) continue;
    part.addWish(work, file, {
      item,
      operation: members.setTeamMember,
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
    part.addWish(work, file, {
      item,
      operation: members.removeTeamMember,
      input: { organizationId: work.world.organizationId, teamId: team.id, userId: userOf(one) },
      target: { kind: 'team member', title: one.organization.user.displayName },
      live: { ...one },
    });
  return others.length;
}

async function prune(work: Work, [file]: readonly OrgFile[]): Promise<void> {
  if (!file) return;
  await part.removeUnnamed(work, file.name, 'team', await work.world.teams(), ({ id: teamId }) => ({
    operation: members.deleteTeam,
    input: { organizationId: work.world.organizationId, teamId },
  }));
}

export const teams: Part = {
  name: 'teams',
  summary: 'teams, their owners and members',
  files: ['teams.yaml'],
  schema,
  loose: ['teams', 'owners', 'members'],
  reads: [members.listTeams, members.listTeamMembers, members.getTeam],
  writes: [
    members.createTeam,
    members.updateTeam,
    members.deleteTeam,
    members.changeTeamMembers,
    members.setTeamMember,
    members.removeTeamMember,
  ],
  ...{ describe, plan, prune },
};
