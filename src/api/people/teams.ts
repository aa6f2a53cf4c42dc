// Teams of an organization.
import { resource, valuesOf } from '../schema.ts';
import * as wire from './teams.generated.ts';
import { TeamMemberRole } from './teams.generated.ts';

export const TEAM_ROLES = valuesOf(TeamMemberRole);

const op = resource('teams');
export const listTeams = op('list', 'List the teams in an organization', {
  ...wire.listTeamsInOrganizationById,
  lists: { param: 'teamId', noun: 'team', names: ['title'] },
  says: { owner: 'only teams this member can manage', title: 'only teams whose title contains this' },
});
export const createTeam = op('create', 'Create a team', {
  ...wire.createOrganizationTeam,
  retry: 'never',
  says: { title: 'name of the team', members: 'members to add' },
});
export const getTeam = op('get', 'Show a team', wire.getTeamInOrganizationById);
export const updateTeam = op('update', 'Rename a team', {
  ...wire.updateTeamInOrganizationById,
  says: { title: 'name of the team' },
});
export const deleteTeam = op('delete', 'Delete a team', wire.removeTeamFromOrganizationById);
