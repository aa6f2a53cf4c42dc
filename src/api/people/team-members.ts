// Who is in a team.
import type { Static } from '@sinclair/typebox';
import { operation, Type } from '../schema.ts';
import * as wire from './team-members.generated.ts';
import { TeamRef, TeamRole } from './teams.ts';

const { Object: Obj, String: Str } = Type;

export const TeamMember = wire.OrganizationTeamMember;
export type TeamMember = Static<typeof TeamMember>;

export const TeamMemberRef = Obj({
  ...TeamRef.properties,
  userId: Str({ description: 'member: ID, email or name' }),
});

export const listTeamMembers = operation('teamMembers.list', {
  ...wire.listTeamMembersInOrganizationById,
  summary: 'List the members of a team',
  params: TeamRef,
});

export const changeTeamMembers = operation('teamMembers.change', {
  ...wire.updateMembersInOrganizationTeam,
  summary: 'Add or remove members of a team',
  params: TeamRef,
  says: { add: 'members to add', remove: 'members to remove', memberships: 'roles by member' },
});

export const setTeamMember = operation('teamMembers.set', {
  ...wire.addMemberToOrganizationTeamById,
  body: Obj({ role: TeamRole }),
  summary: 'Change the role of a team member',
  params: TeamMemberRef,
  says: { role: 'role in the team' },
});

export const removeTeamMember = operation('teamMembers.remove', {
  ...wire.deleteMemberFromOrganizationTeamById,
  summary: 'Remove a member from a team',
  params: TeamMemberRef,
});
