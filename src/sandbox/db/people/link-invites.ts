// Invitations by link.
import type { Role } from '../../../api/roles.ts';
import { perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';

export const linkInviteTables = `
CREATE TABLE linkInvites (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  role TEXT,
  createdAt TEXT NOT NULL
) STRICT`;

export interface LinkInviteRow {
  id: string;
  organization: string;
  /** null: guest. */
  role: Role | null;
  createdAt: string;
}

export const linkInviteStore = perDatabase((db) => ({
  insert: (row: LinkInviteRow) => insertRow(db, 'linkInvites', row),
  remove: (organization: string, id: string) =>
    db.run('DELETE FROM linkInvites WHERE organization = ? AND id = ?', organization, id).changes > 0,
}));
