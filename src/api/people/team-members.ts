// Who is in a team.
import { builders, resource } from '../schema.ts';
import * as wire from './team-members.generated.ts';
import { TeamMemberRole as TeamRole } from './teams.generated.ts';

const { Obj } = builders;
const op = resource('teamMembers');
export const listTeamMembers = op('list', 'List the members of a team', {
  ...wire.listTeamMembersInOrganizationById,
});
export const changeTeamMembers = op('change', 'Add or remove members of a team', {
  ...wire.updateMembersInOrganizationTeam,
  says: { add: 'members to add', remove: 'members to remove', memberships: 'roles by member' },
});
export const setTeamMember = op('set', 'Change the role of a team member', {
  ...wire.addMemberToOrganizationTeamById,
  body: Obj({ role: TeamRole }),
  says: { role: 'role in the team' },
});
export const removeTeamMember = op('remove', 'Remove a member from a team', {
  ...wire.deleteMemberFromOrganizationTeamById,
});
