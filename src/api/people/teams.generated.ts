// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Enum, Integer, Literal, Num, Obj, Optional, Paging, Str, pageOf } = builders;

export const OrganizationTeam = Obj({
  object: Literal('team'),
  id: Str(),
  title: Str({ minLength: 1, maxLength: 64 }),
  members: Integer(),
  spaces: Num(),
  createdAt: DateTime(),
  permissions: Obj({ admin: Bool(), view: Bool() }),
});
export type OrganizationTeam = Static<typeof OrganizationTeam>;

export const TeamMemberRole = Enum(['owner', 'member']);
export type TeamMemberRole = Static<typeof TeamMemberRole>;

export const listTeamsInOrganizationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams',
  query: Obj({ ...Paging, owner: Optional(Str()), title: Optional(Str()) }),
  result: pageOf(OrganizationTeam),
  paging: 'pages',
} as const;

export const createOrganizationTeam = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams',
  body: Obj({ title: Str({ minLength: 1, maxLength: 64 }), members: Optional(ArrayOf(Str())) }),
  result: OrganizationTeam,
  success: [201],
} as const;

export const getTeamInOrganizationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
  result: OrganizationTeam,
} as const;

export const updateTeamInOrganizationById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
  body: Obj({ title: Str({ minLength: 1, maxLength: 64 }) }),
  result: OrganizationTeam,
} as const;

export const removeTeamFromOrganizationById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
} as const;
