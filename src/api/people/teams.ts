// Teams of an organization.
import type { Static } from '@sinclair/typebox';
import { Count, DateTime, Enum, Flags, OrganizationRef, operation, Paging, pageOf, Type } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Literal } = Type;

export const TEAM_ROLES = ['owner', 'member'] as const;
export const TeamRole = Enum(TEAM_ROLES);
export type TeamRole = (typeof TEAM_ROLES)[number];

const Title = Str({ minLength: 1, maxLength: 64, description: 'name of the team' });

export const Team = Obj({
  object: Literal('team'),
  id: Str(),
  title: Str({ minLength: 1, maxLength: 64 }),
  members: Count(),
  spaces: Count(),
  createdAt: DateTime(),
  permissions: Flags(['admin', 'view']),
});
export type Team = Static<typeof Team>;

export const TeamRef = Obj({
  organizationId: Str({ description: 'organization' }),
  teamId: Str({ description: 'team: ID or title' }),
});

export const listTeams = operation('teams.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams',
  summary: 'List the teams in an organization',
  lists: { param: 'teamId', noun: 'team', names: ['title'] },
  params: OrganizationRef,
  query: Obj({
    ...Paging,
    owner: Optional(Str({ description: 'only teams this member can manage' })),
    title: Optional(Str({ description: 'only teams whose title contains this' })),
  }),
  result: pageOf(Team),
  paging: 'pages',
});

export const createTeam = operation('teams.create', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams',
  summary: 'Create a team',
  params: OrganizationRef,
  body: Obj({
    title: Title,
    members: Optional(ArrayOf(Str(), { description: 'members to add' })),
  }),
  result: Team,
  success: [201],
  // A PUT that makes a new team each time it is sent.
  retry: 'never',
});

export const getTeam = operation('teams.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
  summary: 'Show a team',
  params: TeamRef,
  result: Team,
});

export const updateTeam = operation('teams.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
  summary: 'Rename a team',
  params: TeamRef,
  body: Obj({ title: Title }),
  result: Team,
});

export const deleteTeam = operation('teams.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
  summary: 'Delete a team',
  params: TeamRef,
});
