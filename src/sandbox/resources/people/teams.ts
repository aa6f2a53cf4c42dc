// Teams of an organization, and who is in them.

import type { InputOf } from '../../../api/operation.ts';
import * as api from '../../../api/people/members.ts';
import { missing } from '../../access.ts';
import { members, permissions, type TeamRow, teamMembers, teams } from '../../db/people/organizations.ts';
import { deleted, handle, handleChange, may, reply } from '../../handler.ts';
import { given, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { newId } from '../../urls.ts';
import type { Condition } from '../../who-sees.ts';
import { notFound } from '../../wire-error.ts';
import { teamMemberViews, teamPermissions, teamView } from './members-view.ts';

type TeamRef = InputOf<typeof api.getTeam>;

/** A team the caller may see. 404, 403. */
function readTeam(call: Call, { organizationId, teamId }: TeamRef): TeamRow {
  call.access.requireOrganization(organizationId, 'view');
  const team = teams(call.db).get({ id: teamId, organization: organizationId }, 'team');
  if (!teamPermissions(call, team).view) call.access.requireOrganization(organizationId, 'listTeams');
  return team;
}

/** A team the caller manages. 404, 403. */
function ownTeam(call: Call, ref: TeamRef): TeamRow {
  const team = readTeam(call, ref);
  if (teamPermissions(call, team).admin) return team;
  throw missing('admin', `team "${team.title}"`, call.access.memberRole(ref.organizationId));
}

/** Creates a team; the caller owns it when they are in it. 404 for who is no member of the organization. */
function createTeam(call: Call, organization: string, title: string, members: string[]): TeamRow {
  call.access.requireOrganization(organization, 'admin');
  const team = { id: newId(), organization, title, createdAt: call.now().toISOString() };
  teams(call.db).insert(team);
  for (const user of new Set(members)) {
    requireMember(call, organization, user);
    const role = user === call.caller.userId ? 'owner' : 'member';
    teamMembers(call.db).put({ team: team.id, user, role });
  }
  return team;
}

function requireMember(call: Call, organization: string, user: string): void {
  if (!members(call.db).find({ organization, user })) throw notFound('member', user);
}

type TeamChange = Partial<Omit<InputOf<typeof api.changeTeamMembers>, keyof TeamRef>>;

/** Adds, removes and gives roles, all or nothing. 404 for who is no member of the organization. */
function changeMembers(
  call: Call,
  ref: TeamRef,
  { add = [], remove = [], memberships = {} }: TeamChange,
): void {
  const team = ownTeam(call, ref);
  const inTeam = teamMembers(call.db);
  for (const user of [...add, ...Object.keys(memberships)]) requireMember(call, team.organization, user);
  for (const user of add)
    inTeam.put({ team: team.id, user, role: inTeam.find({ team: team.id, user })?.role ?? 'member' });
  for (const [user, { role }] of Object.entries(memberships)) inTeam.put({ team: team.id, user, role });
  for (const user of remove) inTeam.remove({ team: team.id, user });
}

function conditions(
  call: Call,
  { organizationId, owner, title }: Omit<InputOf<typeof api.listTeams>, 'page' | 'limit'>,
): Condition {
  // Administrators manage every team, whether they are in it or not.
  const managesAll =
    owner !== undefined &&
    members(call.db).find({ organization: organizationId, user: owner })?.role === 'admin';
  return given([
    ['t.organization = ?', organizationId],
    ['instr(lower(t.title), lower(?)) > 0', title],
    [
      "EXISTS (SELECT 1 FROM teamMembers m WHERE m.team = t.id AND m.user = ? AND m.role = 'owner')",
      managesAll ? undefined : owner,
    ],
  ]);
}

export default [
  handle(api.listTeams, may('listTeams'), (call, { page, limit, ...filters }) => {
    return paginate(call.db, {
      list: `${api.listTeams.id} ${filters.organizationId}`,
      columns: 't.*',
      from: 'teams t',
      ...conditions(call, filters),
      order: ['t.createdAt', 't.rowid'],
      query: { page, limit },
      item: (row: TeamRow) => teamView(call, row),
    });
  }),

  handleChange(api.createTeam, (call, { organizationId, title, members = [] }) =>
    reply(201, teamView(call, createTeam(call, organizationId, title, members))),
  ),

  handle(api.getTeam, (call, ref) => teamView(call, readTeam(call, ref))),

  handleChange(api.updateTeam, ownTeam, (call, { title }, team) => {
    teams(call.db).update({ id: team.id }, { title });
    return teamView(call, { ...team, title });
  }),

  // What it was given goes with it.
  handleChange(api.deleteTeam, may('view'), (call, ref) => {
    if (teams(call.db).find({ id: ref.teamId })?.organization !== ref.organizationId) return deleted(false);
    const team = ownTeam(call, ref);
    permissions(call.db).remove({ subject: 'team', subjectId: team.id });
    return deleted(teams(call.db).remove({ id: team.id }));
  }),

  handle(api.listTeamMembers, readTeam, (call, { page, limit }, team) =>
    paginate(call.db, {
      list: `${api.listTeamMembers.id} ${team.id}`,
      columns: 'm.*, t.role AS teamRole',
      from: 'teamMembers t JOIN members m ON m.user = t.user',
      where: ['t.team = ?', 'm.organization = ?'],
      params: [team.id, team.organization],
      order: ['m.joinedAt', 'm.user'],
      query: { page, limit },
      item: teamMemberViews(call, team),
    }),
  ),

  handleChange(api.changeTeamMembers, (call, { organizationId, teamId, ...change }) => {
    changeMembers(call, { organizationId, teamId }, change);
    return reply(204);
  }),

  handleChange(api.setTeamMember, (call, { userId, role, ...ref }) => {
    changeMembers(call, ref, role ? { memberships: { [userId]: { role } } } : { add: [userId] });
    return reply(204);
  }),

  // Anybody may leave.
  handleChange(api.removeTeamMember, (call, { userId: user, ...ref }) => {
    const team = user === call.caller.userId ? readTeam(call, ref) : ownTeam(call, ref);
    return deleted(teamMembers(call.db).remove({ team: team.id, user }));
  }),
];
