// Teams of an organization and who is in them.
import { perDatabase } from './database.ts';
import { insertRow } from './rows.ts';

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

export const teamStore = perDatabase((db) => ({
  row: (id: string) => db.get<TeamRow>('SELECT * FROM teams WHERE id = ?', id),
  insert: (team: TeamRow) => insertRow(db, 'teams', team),
  addMember(team: string, user: string, role: 'owner' | 'member') {
    db.run(
      'INSERT INTO teamMembers (team, user, role) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET role = excluded.role',
      team,
      user,
      role,
    );
  },
  ownsOne: (organization: string, user: string) =>
    db.get(
      `SELECT 1 FROM teamMembers m JOIN teams t ON t.id = m.team
       WHERE t.organization = ? AND m.user = ? AND m.role = 'owner'`,
      organization,
      user,
    ) !== undefined,
}));
