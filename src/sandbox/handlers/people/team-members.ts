// Who is in a team.
import {
  changeTeamMembers,
  listTeamMembers,
  removeTeamMember,
  setTeamMember,
} from '../../../api/people/team-members.ts';
import * as teams from '../../actions/people/teams.ts';
import { deleted, handle, reply } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import { teamMemberViews } from '../../views/people/members.ts';

export default [
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
