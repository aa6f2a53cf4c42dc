// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { OrganizationMember } from './members.generated.ts';
import { TeamMemberRole } from './teams.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Obj, Optional, Paging, RecordOf, Str, pageOf } = builders;

export const OrganizationTeamMember = Obj({
  organization: OrganizationMember,
  team: Obj({ role: TeamMemberRole }),
  permissions: Obj({ view: Bool() }),
});
export type OrganizationTeamMember = Static<typeof OrganizationTeamMember>;

export const listTeamMembersInOrganizationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
  query: Obj({ ...Paging }),
  result: pageOf(OrganizationTeamMember),
  paging: 'pages',
} as const;

export const updateMembersInOrganizationTeam = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
  body: Obj({
    add: Optional(ArrayOf(Str())),
    memberships: Optional(RecordOf(Str(), Obj({ role: TeamMemberRole }))),
    remove: Optional(ArrayOf(Str())),
  }),
  success: [204],
} as const;

export const addMemberToOrganizationTeamById = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
  body: Obj({ role: Optional(TeamMemberRole) }),
  success: [204],
} as const;

export const deleteMemberFromOrganizationTeamById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
} as const;
