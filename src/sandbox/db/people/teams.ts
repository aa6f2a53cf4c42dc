// Teams of an organization and who is in them.
import type { TeamMemberRole as TeamRole } from '../../../api/people/teams.generated.ts';
import { key, partOf, type RowOf, table, text } from '../table.ts';

export const teams = table(
  'teams',
  { id: key(), organization: partOf('organizations'), title: text(), createdAt: text() },
  { indexes: ['CREATE INDEX teams_by_organization ON teams (organization, title)'] },
);
export type TeamRow = RowOf<typeof teams>;

export const teamMembers = table(
  'teamMembers',
  {
    team: partOf('teams'),
    user: partOf('users'),
    role: text<TeamRole>("CHECK (role IN ('owner', 'member'))"),
  },
  {
    keys: ['team', 'user'],
    options: 'STRICT, WITHOUT ROWID',
    indexes: ['CREATE INDEX teamMembers_by_user ON teamMembers (user)'],
  },
);
