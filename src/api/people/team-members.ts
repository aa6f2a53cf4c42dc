// Who is in a team.
import type { Static } from '@sinclair/typebox';
import { described, Flags, operation, Paging, pageOf, Type } from '../schema.ts';
import { Member } from './members.ts';
import { TeamRef, TeamRole } from './teams.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Record: RecordOf } = Type;

export const TeamMember = Obj({
  organization: Member,
  team: Obj({ role: TeamRole }),
  permissions: Flags(['admin', 'view']),
});
export type TeamMember = Static<typeof TeamMember>;

export const TeamMemberRef = Obj({
  ...TeamRef.properties,
  userId: Str({ description: 'member: ID, email or name' }),
});

export const listTeamMembers = operation('teamMembers.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
  summary: 'List the members of a team',
  params: TeamRef,
  query: Obj({ ...Paging }),
  result: pageOf(TeamMember),
  paging: 'pages',
});

export const changeTeamMembers = operation('teamMembers.change', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
  summary: 'Add or remove members of a team',
  params: TeamRef,
  body: Obj({
    add: Optional(ArrayOf(Str(), { description: 'members to add' })),
    remove: Optional(ArrayOf(Str(), { description: 'members to remove' })),
    memberships: Optional(RecordOf(Str(), Obj({ role: TeamRole }), { description: 'roles by member' })),
  }),
  success: [204],
});

export const setTeamMember = operation('teamMembers.set', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
  summary: 'Change the role of a team member',
  params: TeamMemberRef,
  body: Obj({ role: described(TeamRole, 'role in the team') }),
  success: [204],
});

export const removeTeamMember = operation('teamMembers.remove', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
  summary: 'Remove a member from a team',
  params: TeamMemberRef,
});
