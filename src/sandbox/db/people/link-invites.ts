// Invitations: by link, and by email to somebody who has not accepted yet.
import type { Role } from '../../../api/roles.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const linkInviteTables = `
CREATE TABLE linkInvites (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  kind TEXT NOT NULL DEFAULT 'organization' CHECK (kind IN ('organization', 'space', 'collection')),
  target TEXT,
  role TEXT,
  createdAt TEXT NOT NULL
) STRICT;
CREATE INDEX linkInvites_by_organization ON linkInvites (organization, kind, createdAt);
CREATE TABLE emailInvites (
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  role TEXT,
  sso INTEGER NOT NULL DEFAULT 0,
  createdAt TEXT NOT NULL,
  PRIMARY KEY (organization, user)
) STRICT, WITHOUT ROWID`;

export interface LinkInviteRow {
  id: string;
  organization: string;
  kind: 'organization' | 'space' | 'collection';
  /** The space or collection that it gives access to. */
  target: string | null;
  /** null: guest. */
  role: Role | null;
  createdAt: string;
}

export interface EmailInviteRow {
  organization: string;
  user: string;
  role: Role | null;
  sso: 0 | 1;
  createdAt: string;
}

export const linkInviteStore = perDatabase((db) => ({
  row: (organization: string, id: string) =>
    db.get<LinkInviteRow>('SELECT * FROM linkInvites WHERE organization = ? AND id = ?', organization, id),
  insert: (row: LinkInviteRow) => insertRow(db, 'linkInvites', row),
  update: (id: string, changes: Pick<LinkInviteRow, 'role'>) => updateRow(db, 'linkInvites', id, changes),
  remove: (organization: string, id: string) =>
    db.run('DELETE FROM linkInvites WHERE organization = ? AND id = ?', organization, id).changes > 0,
}));

export const emailInviteStore = perDatabase((db) => ({
  row: (organization: string, user: string) =>
    db.get<EmailInviteRow>(
      'SELECT * FROM emailInvites WHERE organization = ? AND user = ?',
      organization,
      user,
    ),
  put({ organization, user, role, sso, createdAt }: EmailInviteRow) {
    db.run(
      `INSERT INTO emailInvites (organization, user, role, sso, createdAt) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET role = excluded.role, sso = excluded.sso`,
      organization,
      user,
      role,
      sso,
      createdAt,
    );
  },
  remove: (organization: string, user: string) =>
    db.run('DELETE FROM emailInvites WHERE organization = ? AND user = ?', organization, user),
}));
