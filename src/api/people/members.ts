// Members of an organization.
import { builders, resource } from '../schema.ts';
import * as wire from './members.generated.ts';

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
