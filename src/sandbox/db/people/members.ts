// Who belongs to an organization, with which role; teams; explicit permissions on spaces, collections and sites.
import type { Role } from '../../../api/roles.ts';
import { perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';

export const memberTables = `
CREATE TABLE members (
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  role TEXT,
  disabled INTEGER NOT NULL DEFAULT 0,
  sso INTEGER NOT NULL DEFAULT 0,
  joinedAt TEXT NOT NULL,
  lastSeenAt TEXT,
  PRIMARY KEY (organization, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_user ON members (user);
CREATE TABLE permissions (
  kind TEXT NOT NULL CHECK (kind IN ('space', 'collection', 'site')),
  target TEXT NOT NULL,
  subject TEXT NOT NULL CHECK (subject IN ('user', 'team')),
  subjectId TEXT NOT NULL,
  role TEXT NOT NULL,
  PRIMARY KEY (kind, target, subject, subjectId)
) STRICT, WITHOUT ROWID;
CREATE INDEX permissions_by_subject ON permissions (subject, subjectId)`;

export interface MemberRow {
  organization: string;
  user: string;
  /** null: a guest, who sees only what was shared explicitly. */
  role: Role | null;
  disabled: 0 | 1;
  sso: 0 | 1;
  joinedAt: string;
  lastSeenAt: string | null;
}

export interface Permission {
  kind: 'space' | 'collection' | 'site';
  target: string;
  subject: 'user' | 'team';
  subjectId: string;
  role: Role;
}

export const memberStore = perDatabase((db) => ({
  row: (organization: string, user: string) =>
    db.get<MemberRow>('SELECT * FROM members WHERE organization = ? AND user = ?', organization, user),
  ofOrganization: (organization: string) =>
    db.all<MemberRow>('SELECT * FROM members WHERE organization = ?', organization),
  insert: (row: MemberRow) => insertRow(db, 'members', row),
  update(organization: string, user: string, changes: Partial<Omit<MemberRow, 'organization' | 'user'>>) {
    const sets = Object.keys(changes).map((name) => `${name} = ?`);
    const values = Object.values(changes);
    if (sets.length === 0) return;
    db.run(
      `UPDATE members SET ${sets.join(', ')} WHERE organization = ? AND user = ?`,
      ...values,
      organization,
      user,
    );
  },
  /** Takes a member out, with all they were given there by name or through a team. */
  remove(organization: string, user: string) {
    db.run('DELETE FROM members WHERE organization = ? AND user = ?', organization, user);
    db.run(
      'DELETE FROM teamMembers WHERE user = ? AND team IN (SELECT id FROM teams WHERE organization = ?)',
      user,
      organization,
    );
    db.run(
      `DELETE FROM permissions WHERE subject = 'user' AND subjectId = ?1 AND target IN
       (SELECT id FROM spaces WHERE organization = ?2
        UNION ALL SELECT id FROM collections WHERE organization = ?2
        UNION ALL SELECT id FROM sites WHERE organization = ?2)`,
      user,
      organization,
    );
  },
  /** Administrators who can sign in. */
  activeAdmins: (organization: string) =>
    db
      .all<{ user: string }>(
        "SELECT user FROM members WHERE organization = ? AND role = 'admin' AND disabled = 0",
        organization,
      )
      .map(({ user }) => user),
}));

/** What a user was given by name or through a team. */
export type GivenRow = Pick<Permission, 'kind' | 'target' | 'role'> & { team: string | null };

export const permissionStore = perDatabase((db) => ({
  ofUser: (user: string) =>
    db.all<GivenRow>(
      `SELECT kind, target, role, NULL AS team FROM permissions WHERE subject = 'user' AND subjectId = ?
       UNION ALL
       SELECT p.kind, p.target, p.role, p.subjectId AS team FROM permissions p JOIN teamMembers m ON m.team = p.subjectId
       WHERE p.subject = 'team' AND m.user = ?`,
      user,
      user,
    ),
  /** Of every member of an organization, in one query. */
  ofMembers: (organization: string) =>
    db.all<GivenRow & { user: string }>(
      `SELECT p.subjectId AS user, p.kind, p.target, p.role, NULL AS team FROM permissions p
         JOIN members o ON o.user = p.subjectId WHERE p.subject = 'user' AND o.organization = ?
       UNION ALL
       SELECT m.user, p.kind, p.target, p.role, p.subjectId AS team FROM permissions p
         JOIN teamMembers m ON m.team = p.subjectId JOIN members o ON o.user = m.user
       WHERE p.subject = 'team' AND o.organization = ?`,
      organization,
      organization,
    ),
  /** Gives a role, or changes the one that was given. */
  grant({ kind, target, subject, subjectId, role }: Permission) {
    db.run(
      `INSERT INTO permissions (kind, target, subject, subjectId, role) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET role = excluded.role`,
      kind,
      target,
      subject,
      subjectId,
      role,
    );
  },
  /** Takes back what one user or team was given; returns whether there was something. */
  revoke: ({ kind, target, subject, subjectId }: Omit<Permission, 'role'>) =>
    db.run(
      'DELETE FROM permissions WHERE kind = ? AND target = ? AND subject = ? AND subjectId = ?',
      kind,
      target,
      subject,
      subjectId,
    ).changes > 0,
  /** The role that one user or team was given. */
  ofTarget: ({ kind, target, subject, subjectId }: Omit<Permission, 'role'>) =>
    db.get<{ role: Role }>(
      'SELECT role FROM permissions WHERE kind = ? AND target = ? AND subject = ? AND subjectId = ?',
      kind,
      target,
      subject,
      subjectId,
    )?.role,
  has: ({ kind, target, subject, subjectId }: Omit<Permission, 'role'>) =>
    db.get(
      'SELECT 1 FROM permissions WHERE kind = ? AND target = ? AND subject = ? AND subjectId = ?',
      kind,
      target,
      subject,
      subjectId,
    ) !== undefined,
  revokeFrom(subject: Permission['subject'], subjectId: string) {
    db.run('DELETE FROM permissions WHERE subject = ? AND subjectId = ?', subject, subjectId);
  },
  revokeAll(kind: Permission['kind'], target: string) {
    db.run('DELETE FROM permissions WHERE kind = ? AND target = ?', kind, target);
  },
}));
