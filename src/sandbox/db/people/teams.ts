// Teams of an organization and who is in them.
import type { TeamMemberRole as TeamRole } from '../../../api/people/teams.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';

export const teamTables = `
CREATE TABLE teams (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  createdAt TEXT NOT NULL
) STRICT;
CREATE INDEX teams_by_organization ON teams (organization, title);
CREATE TABLE teamMembers (
  team TEXT NOT NULL REFERENCES teams(id) ON DELETE CASCADE,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
  PRIMARY KEY (team, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX teamMembers_by_user ON teamMembers (user)`;

export interface TeamRow {
  id: string;
  organization: string;
  title: string;
  createdAt: string;
}

const GIVEN_SPACES = `
WITH RECURSIVE given (kind, id) AS (
  SELECT kind, target FROM permissions
  WHERE subject = 'team' AND subjectId = ? AND kind IN ('space', 'collection')
  UNION SELECT 'collection', c.id FROM collections c JOIN given g ON g.kind = 'collection' AND c.parent = g.id)
SELECT count(*) AS n FROM spaces s WHERE s.deletedAt IS NULL AND
  (s.id IN (SELECT id FROM given WHERE kind = 'space') OR s.parent IN (SELECT id FROM given WHERE kind = 'collection'))`;

export const teamStore = perDatabase((db) => ({
  row: (id: string) => db.get<TeamRow>('SELECT * FROM teams WHERE id = ?', id),
  insert: (team: TeamRow) => insertRow(db, 'teams', team),
  addMember(team: string, user: string, role: TeamRole) {
    db.run(
      'INSERT INTO teamMembers (team, user, role) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET role = excluded.role',
      team,
      user,
      role,
    );
  },
  rename: (id: string, title: string) => db.run('UPDATE teams SET title = ? WHERE id = ?', title, id),
  remove: (id: string) => db.run('DELETE FROM teams WHERE id = ?', id).changes > 0,
  removeMember: (team: string, user: string) =>
    db.run('DELETE FROM teamMembers WHERE team = ? AND user = ?', team, user).changes > 0,
  roleIn: (team: string, user: string) =>
    db.get<{ role: TeamRole }>('SELECT role FROM teamMembers WHERE team = ? AND user = ?', team, user)?.role,
  memberCount: (team: string) =>
    db.get<{ n: number }>('SELECT count(*) AS n FROM teamMembers WHERE team = ?', team)?.n ?? 0,
  /** Spaces a team was given by name, or with the collection they stand in. */
  spaceCount: (team: string) => db.get<{ n: number }>(GIVEN_SPACES, team)?.n ?? 0,
  ownsOne: (organization: string, user: string) =>
    db.get(
      `SELECT 1 FROM teamMembers m JOIN teams t ON t.id = m.team
       WHERE t.organization = ? AND m.user = ? AND m.role = 'owner'`,
      organization,
      user,
    ) !== undefined,
}));
