// Members of an organization.
import type { Static } from '@sinclair/typebox';
import { Space } from '../content/spaces.ts';
import { ROLES, Role } from '../roles.ts';
import {
  Count,
  DateTime,
  Enum,
  Nullable,
  OrganizationRef,
  operation,
  Paging,
  pageOf,
  Type,
} from '../schema.ts';
import { Team, TeamRole } from './teams.ts';
import { User } from './users.ts';

const { Object: Obj, String: Str, Optional, Literal, Boolean: Bool } = Type;

export const Member = Obj({
  object: Literal('member'),
  id: Str(),
  /** null: a guest. */
  role: Nullable(Role),
  user: User,
  disabled: Bool(),
  joinedAt: DateTime(),
  lastSeenAt: Optional(DateTime()),
  sso: Bool(),
  spaces: Count(),
  teams: Count(),
});
export type Member = Static<typeof Member>;

export const MemberRef = Obj({
  organizationId: Str({ description: 'organization' }),
  userId: Str({ description: 'member: ID, email or name' }),
});

const Order = Optional(Enum(['asc', 'desc'], { description: 'sort order', default: 'desc' }));

export const listMembers = operation('members.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members',
  summary: 'List the members of an organization',
  lists: { param: 'userId', noun: 'member', shown: 1, names: ['user.email', 'user.displayName'] },
  params: OrganizationRef,
  query: Obj({
    ...Paging,
    order: Order,
    role: Optional(Enum([...ROLES, 'guest'], { description: 'only members with this role' })),
    search: Optional(Str({ description: 'only members whose name or email contains this' })),
    sort: Optional(
      Enum(['joinedAt', 'lastSeenAt'], {
        description: 'sort key; lastSeenAt lists active members only',
        default: 'joinedAt',
      }),
    ),
  }),
  result: pageOf(Member),
  paging: 'pages',
});

export const getMember = operation('members.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  summary: 'Show a member',
  params: MemberRef,
  result: Member,
});

export const updateMember = operation('members.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  summary: 'Change the role of a member',
  params: MemberRef,
  body: Obj({ role: Optional(Nullable(Role, { description: 'new role; if cleared, guest' })) }),
  result: Member,
});

/** Newer hosts may answer 202: removal is only asked of the administrators (src/api/README.md#deletes). */
export const removeMember = operation('members.remove', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  summary: 'Remove a member from an organization',
  params: MemberRef,
});

export const addSsoMember = operation('members.addSso', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/members/{userId}/sso',
  summary: 'Require a member to use single sign-on',
  params: MemberRef,
  result: Member,
});

export const pingOrganization = operation('members.ping', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/ping',
  summary: 'Record a visit to an organization and show your visitor claims',
  params: OrganizationRef,
  result: Obj({ serviceVisitorClaims: Optional(Str()) }),
});

export const listMemberSpaces = operation('members.spaces', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}/spaces',
  summary: 'List the spaces a member can access, with permissions',
  params: MemberRef,
  query: Obj({ ...Paging, order: Order }),
  result: pageOf(Obj({ permission: Role, space: Space })),
  paging: 'pages',
});

export const listMemberTeams = operation('members.teams', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}/teams',
  summary: 'List the teams of a member',
  params: MemberRef,
  query: Obj({
    ...Paging,
    title: Optional(Str({ description: 'only teams whose title contains this' })),
  }),
  result: pageOf(Obj({ team: Team, member: Obj({ role: TeamRole }) })),
  paging: 'pages',
});
