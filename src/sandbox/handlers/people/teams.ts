// Teams of an organization, and who is in them.
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
import * as teams from '../../actions/people/teams.ts';
import type { Param } from '../../db/database.ts';
import { members, type TeamRow } from '../../db/people/organizations.ts';
import { deleted, handle, reply } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { teamMemberViews, teamView } from '../../views/people/members.ts';

interface Filters {
  organizationId: string;
  owner?: string | undefined;
  title?: string | undefined;
}

function conditions(call: Call, { organizationId, owner, title }: Filters): [string, ...Param[]][] {
  const found: [string, ...Param[]][] = [['t.organization = ?', organizationId]];
  if (title !== undefined) found.push(['instr(lower(t.title), lower(?)) > 0', title]);
  // Administrators manage every team, whether they are in it or not.
  const managesAll =
    owner !== undefined &&
    members(call.db).find({ organization: organizationId, user: owner })?.role === 'admin';
  if (owner !== undefined && !managesAll) {
    found.push([
      "EXISTS (SELECT 1 FROM teamMembers m WHERE m.team = t.id AND m.user = ? AND m.role = 'owner')",
      owner,
    ]);
  }
  return found;
}

export default [
  handle(listTeams, (call, { page, limit, ...filters }) => {
    call.access.requireOrganization(filters.organizationId, 'listTeams');
    const found = conditions(call, filters);
    return paginate(call.db, {
      list: `${listTeams.id} ${filters.organizationId}`,
      columns: 't.*',
      from: 'teams t',
      where: found.map(([condition]) => condition),
      params: found.flatMap(([, ...params]) => params),
      order: ['t.createdAt', 't.rowid'],
      query: { page, limit },
      item: (row: TeamRow) => teamView(call, row),
    });
  }),

  handle(createTeam, (call, { organizationId, title, members = [] }) =>
    reply(201, teamView(call, teams.createTeam(call, organizationId, title, members))),
  ),

  handle(getTeam, (call, ref) => teamView(call, teams.readTeam(call, ref))),

  handle(updateTeam, (call, { title, ...ref }) => teamView(call, teams.renameTeam(call, ref, title))),

  handle(deleteTeam, (call, ref) => deleted(teams.deleteTeam(call, ref))),

  handle(listTeamMembers, (call, { page, limit, ...ref }) => {
    const team = teams.readTeam(call, ref);
    return paginate(call.db, {
      list: `${listTeamMembers.id} ${team.id}`,
      columns: 'm.*, t.role AS teamRole',
      from: 'teamMembers t JOIN members m ON m.user = t.user',
      where: ['t.team = ?', 'm.organization = ?'],
      params: [team.id, team.organization],
      order: ['m.joinedAt', 'm.user'],
      query: { page, limit },
      item: teamMemberViews(call, team),
    });
  }),

  handle(changeTeamMembers, (call, { organizationId, teamId, ...change }) => {
    teams.changeMembers(call, { organizationId, teamId }, change);
    return reply(204);
  }),

  handle(setTeamMember, (call, { userId, role, ...ref }) => {
    teams.changeMembers(call, ref, { memberships: { [userId]: { role } } });
    return reply(204);
  }),

  handle(removeTeamMember, (call, { userId, ...ref }) => deleted(teams.removeFromTeam(call, ref, userId))),
];
