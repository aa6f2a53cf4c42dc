// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.generated.ts';
import { builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Enum,
  Integer,
  Literal,
  Nullable,
  Num,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Uri,
  pageOf,
} = builders;

export const User = Obj({
  object: Literal('user'),
  id: Str(),
  displayName: Str(),
  email: Optional(Str()),
  photoURL: Optional(Str()),
  urls: Obj({ location: Uri() }),
});
export type User = Static<typeof User>;

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

export const OrganizationTeamMember = Obj({
  organization: OrganizationMember,
  team: Obj({ role: TeamMemberRole }),
  permissions: Obj({ view: Bool() }),
});
export type OrganizationTeamMember = Static<typeof OrganizationTeamMember>;

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

export const getAuthenticatedUser = { method: 'GET', path: '/v1/user', result: User, errors: [404] } as const;

export const getUserById = {
  method: 'GET',
  path: '/v1/users/{userId}',
  result: User,
  errors: [404],
} as const;

export const updateUserById = {
  method: 'PATCH',
  path: '/v1/users/{userId}',
  body: Obj(
    {
      displayName: Optional(Str({ minLength: 1, maxLength: 64 })),
      photoURL: Optional(Uri({ maxLength: 2048 })),
    },
    { minProperties: 1 },
  ),
  result: User,
  errors: [404],
} as const;

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
  bodyOptional: true,
  success: [204],
} as const;

export const deleteMemberFromOrganizationTeamById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
} as const;
