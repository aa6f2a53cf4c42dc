// SAML providers of organizations.
import type { Role } from '../../../api/roles.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const samlTables = `
CREATE TABLE samlProviders (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  ssoURL TEXT NOT NULL,
  entityID TEXT NOT NULL,
  certificate TEXT NOT NULL,
  defaultTeam TEXT REFERENCES teams(id) ON DELETE SET NULL,
  defaultRole TEXT,
  createdAt TEXT NOT NULL
) STRICT`;

export interface SamlProviderRow {
  id: string;
  organization: string;
  label: string;
  /** Empty until they are known: then the provider is pending. */
  ssoURL: string;
  entityID: string;
  certificate: string;
  defaultTeam: string | null;
  defaultRole: Role | null;
  createdAt: string;
}

export const samlStore = perDatabase((db) => ({
  row: (organization: string, id: string) =>
    db.get<SamlProviderRow>(
      'SELECT * FROM samlProviders WHERE organization = ? AND id = ?',
      organization,
      id,
    ),
  ofOrganization: (organization: string) =>
    db.all<SamlProviderRow>(
      'SELECT * FROM samlProviders WHERE organization = ? ORDER BY createdAt, rowid',
      organization,
    ),
  insert: (row: SamlProviderRow) => insertRow(db, 'samlProviders', row),
  update: (id: string, changes: Partial<Omit<SamlProviderRow, 'id'>>) =>
    updateRow(db, 'samlProviders', id, changes),
  remove: (organization: string, id: string) =>
    db.run('DELETE FROM samlProviders WHERE organization = ? AND id = ?', organization, id).changes > 0,
}));
