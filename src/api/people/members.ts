// Members of an organization, users, teams, and who is in them.

import { builders, resource, valuesOf } from '../schema.ts';
import * as wire from './members.generated.ts';
import { TeamMemberRole } from './members.generated.ts';

const { Obj, Str } = builders;

const op = resource('members');
export const listMembers = op('list', 'List the members of an organization', {
  ...wire.listMembersInOrganizationById,
  lists: { param: 'userId', noun: 'member', shown: 1, names: ['user.email', 'user.displayName'] },
  says: {
    role: 'only members with this role',
    search: 'only members whose name or email contains this',
    sort: 'sort key; lastSeenAt lists active members only',
  },
});
export const getMember = op('get', 'Show a member', wire.getMemberInOrganizationById);
export const updateMember = op('update', 'Change the role of a member', {
  ...wire.updateMemberInOrganizationById,
  says: { role: 'new role; if cleared, guest' },
});
/** Newer hosts may answer 202: removal is only asked of the administrators (src/api/README.md#deletes). */
export const removeMember = op('remove', 'Remove a member from an organization', {
  ...wire.removeMemberFromOrganizationById,
});
export const addSsoMember = op('addSso', 'Require a member to use single sign-on', {
  ...wire.setUserAsSSOMemberForOrganization,
});
export const pingOrganization = op('ping', 'Record a visit to an organization and show your visitor claims', {
  ...wire.updateOrganizationMemberLastSeenAt,
  result: Obj({ serviceVisitorClaims: builders.Optional(Str()) }),
});
export const listMemberSpaces = op('spaces', 'List the spaces a member can access, with permissions', {
  ...wire.listSpacesForOrganizationMember,
});
export const listMemberTeams = op('teams', 'List the teams of a member', {
  ...wire.listTeamsForOrganizationMember,
  says: { title: 'only teams whose title contains this' },
});

const userOp = resource('users', { says: { userId: 'user: ID, email or name' } });
export const getCaller = userOp('caller', 'Show the user that a token belongs to', wire.getAuthenticatedUser);
export const getUser = userOp('get', 'Show a user', wire.getUserById);
export const updateUser = userOp('update', 'Change the name or photo of a user', {
  ...wire.updateUserById,
  says: { displayName: 'name that others see', photoURL: 'URL of the photo' },
});

export const TEAM_ROLES = valuesOf(TeamMemberRole);

const teamOp = resource('teams');
export const listTeams = teamOp('list', 'List the teams in an organization', {
  ...wire.listTeamsInOrganizationById,
  lists: { param: 'teamId', noun: 'team', names: ['title'] },
  says: { owner: 'only teams this member can manage', title: 'only teams whose title contains this' },
});
export const createTeam = teamOp('create', 'Create a team', {
  ...wire.createOrganizationTeam,
  retry: 'never',
  says: { title: 'name of the team', members: 'members to add' },
});
export const getTeam = teamOp('get', 'Show a team', wire.getTeamInOrganizationById);
export const updateTeam = teamOp('update', 'Rename a team', {
  ...wire.updateTeamInOrganizationById,
  says: { title: 'name of the team' },
});
export const deleteTeam = teamOp('delete', 'Delete a team', wire.removeTeamFromOrganizationById);

const teamMemberOp = resource('teamMembers');
export const listTeamMembers = teamMemberOp('list', 'List the members of a team', {
  ...wire.listTeamMembersInOrganizationById,
});
export const changeTeamMembers = teamMemberOp('change', 'Add or remove members of a team', {
  ...wire.updateMembersInOrganizationTeam,
  says: { add: 'members to add', remove: 'members to remove', memberships: 'roles by member' },
});
export const setTeamMember = teamMemberOp('set', 'Change the role of a team member', {
  ...wire.addMemberToOrganizationTeamById,
  says: { role: 'role in the team' },
});
export const removeTeamMember = teamMemberOp('remove', 'Remove a member from a team', {
  ...wire.deleteMemberFromOrganizationTeamById,
});
