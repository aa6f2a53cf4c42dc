// Teams of an organization.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './teams.generated.ts';

const { Object: Obj, String: Str } = Type;

export const TEAM_ROLES = ['owner', 'member'] as const;
export const TeamRole = wire.TeamMemberRole;
export type TeamRole = (typeof TEAM_ROLES)[number];

export const Team = wire.OrganizationTeam;
export type Team = Static<typeof Team>;

export const TeamRef = Obj({
  organizationId: Str({ description: 'organization' }),
  teamId: Str({ description: 'team: ID or title' }),
});

export const listTeams = operation('teams.list', {
  ...wire.listTeamsInOrganizationById,
  summary: 'List the teams in an organization',
  lists: { param: 'teamId', noun: 'team', names: ['title'] },
  params: OrganizationRef,
  says: { owner: 'only teams this member can manage', title: 'only teams whose title contains this' },
});

export const createTeam = operation('teams.create', {
  ...wire.createOrganizationTeam,
  summary: 'Create a team',
  params: OrganizationRef,
  retry: 'never',
  says: { title: 'name of the team', members: 'members to add' },
});

export const getTeam = operation('teams.get', {
  ...wire.getTeamInOrganizationById,
  summary: 'Show a team',
  params: TeamRef,
});

export const updateTeam = operation('teams.update', {
  ...wire.updateTeamInOrganizationById,
  summary: 'Rename a team',
  params: TeamRef,
  says: { title: 'name of the team' },
});

export const deleteTeam = operation('teams.delete', {
  ...wire.removeTeamFromOrganizationById,
  summary: 'Delete a team',
  params: TeamRef,
});
