// Members of an organization.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './members.generated.ts';

const { Object: Obj, String: Str } = Type;

export const Member = wire.OrganizationMember;
export type Member = Static<typeof Member>;

export const MemberRef = Obj({
  organizationId: Str({ description: 'organization' }),
  userId: Str({ description: 'member: ID, email or name' }),
});

export const listMembers = operation('members.list', {
  ...wire.listMembersInOrganizationById,
  summary: 'List the members of an organization',
  lists: { param: 'userId', noun: 'member', shown: 1, names: ['user.email', 'user.displayName'] },
  params: OrganizationRef,
  says: {
    order: 'sort order',
    role: 'only members with this role',
    search: 'only members whose name or email contains this',
    sort: 'sort key; lastSeenAt lists active members only',
  },
});

export const getMember = operation('members.get', {
  ...wire.getMemberInOrganizationById,
  summary: 'Show a member',
  params: MemberRef,
});

export const updateMember = operation('members.update', {
  ...wire.updateMemberInOrganizationById,
  summary: 'Change the role of a member',
  params: MemberRef,
  says: { role: 'new role; if cleared, guest' },
});

/** Newer hosts may answer 202: removal is only asked of the administrators (src/api/README.md#deletes). */
export const removeMember = operation('members.remove', {
  ...wire.removeMemberFromOrganizationById,
  summary: 'Remove a member from an organization',
  params: MemberRef,
});

export const addSsoMember = operation('members.addSso', {
  ...wire.setUserAsSSOMemberForOrganization,
  summary: 'Require a member to use single sign-on',
  params: MemberRef,
});

export const pingOrganization = operation('members.ping', {
  ...wire.updateOrganizationMemberLastSeenAt,
  result: Obj({ serviceVisitorClaims: Type.Optional(Str()) }),
  summary: 'Record a visit to an organization and show your visitor claims',
  params: OrganizationRef,
});

export const listMemberSpaces = operation('members.spaces', {
  ...wire.listSpacesForOrganizationMember,
  summary: 'List the spaces a member can access, with permissions',
  params: MemberRef,
  says: { order: 'sort order' },
});

export const listMemberTeams = operation('members.teams', {
  ...wire.listTeamsForOrganizationMember,
  summary: 'List the teams of a member',
  params: MemberRef,
  says: { title: 'only teams whose title contains this' },
});
