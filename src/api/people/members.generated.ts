// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.generated.ts';
import { OrganizationTeam, TeamMemberRole } from './teams.generated.ts';
import { User } from './users.generated.ts';
import { builders } from '../schema.ts';

const { Bool, DateTime, Enum, Literal, Nullable, Num, Obj, Optional, Paging, Str, pageOf } = builders;

export const OrganizationMember = Obj({
  object: Literal('member'),
  id: Str(),
  role: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
  user: User,
  disabled: Bool(),
  joinedAt: DateTime(),
  lastSeenAt: Optional(DateTime()),
  sso: Bool(),
  spaces: Num(),
  teams: Num(),
  sites: Optional(Num()),
});
export type OrganizationMember = Static<typeof OrganizationMember>;

export const listMembersInOrganizationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members',
  query: Obj({
    ...Paging,
    order: Optional(Enum(['asc', 'desc'], { default: 'desc' })),
    role: Optional(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read', 'guest'])),
    search: Optional(Str()),
    sort: Optional(Enum(['joinedAt', 'lastSeenAt', 'name'], { default: 'joinedAt' })),
  }),
  result: pageOf(OrganizationMember),
  paging: 'pages',
} as const;

export const getMemberInOrganizationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  result: OrganizationMember,
} as const;

export const updateMemberInOrganizationById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  body: Obj({ role: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))) }),
  result: OrganizationMember,
} as const;

export const removeMemberFromOrganizationById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  success: [205, 202, 204],
} as const;

export const setUserAsSSOMemberForOrganization = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/members/{userId}/sso',
  result: OrganizationMember,
} as const;

export const updateOrganizationMemberLastSeenAt = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/ping',
  result: Obj({ gitbookVisitorClaims: Optional(Str()) }),
} as const;

export const listSpacesForOrganizationMember = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}/spaces',
  query: Obj({ ...Paging, order: Optional(Enum(['asc', 'desc'], { default: 'desc' })) }),
  result: pageOf(
    Obj({ permission: Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']), space: Space }),
  ),
  paging: 'pages',
} as const;

export const listTeamsForOrganizationMember = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}/teams',
  query: Obj({ ...Paging, title: Optional(Str()) }),
  result: pageOf(Obj({ team: OrganizationTeam, member: Obj({ role: TeamMemberRole }) })),
  paging: 'pages',
} as const;
