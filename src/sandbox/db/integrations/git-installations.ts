// Connections of spaces and sites to repositories.
import type { GitSyncInstallation } from '../../../api/integrations/git-installations.generated.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const gitInstallationTables = `
CREATE TABLE gitInstallations (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  parent TEXT REFERENCES gitInstallations(id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  targetKind TEXT NOT NULL,
  target TEXT NOT NULL,
  hasToken INTEGER NOT NULL,
  repository INTEGER,
  branch TEXT,
  settings TEXT NOT NULL,
  createdBy TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  UNIQUE (targetKind, target)
) STRICT`;

export interface GitInstallationRow {
  id: string;
  organization: string;
  /** That of the site, for a space of it. */
  parent: string | null;
  provider: GitSyncInstallation['provider'];
  targetKind: 'space' | 'site';
  /** Id of the space or site. */
  target: string;
  /** Whether an access token was given; the token itself is not kept. */
  hasToken: 0 | 1;
  repository: number | null;
  /** `refs/heads/<branch>` */
  branch: string | null;
  /** JSON: the other settings. */
  settings: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

export const gitInstallationStore = perDatabase((db) => ({
  row: (id: string) => db.get<GitInstallationRow>('SELECT * FROM gitInstallations WHERE id = ?', id),
  all: (organization: string) =>
    db.all<GitInstallationRow>(
      'SELECT * FROM gitInstallations WHERE organization = ? ORDER BY createdAt, rowid',
      organization,
    ),
  of: (kind: GitInstallationRow['targetKind'], target: string) =>
    db.get<GitInstallationRow>(
      'SELECT * FROM gitInstallations WHERE targetKind = ? AND target = ?',
      kind,
      target,
    ),
  insert: (row: GitInstallationRow) => insertRow(db, 'gitInstallations', row),
  update: (id: string, changes: Partial<Omit<GitInstallationRow, 'id'>>) =>
    updateRow(db, 'gitInstallations', id, changes),
  remove: (id: string) => db.run('DELETE FROM gitInstallations WHERE id = ?', id).changes > 0,
}));
