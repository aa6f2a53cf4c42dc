// Organizations: a row, with what is only shown kept as one JSON value.
import type { Organization } from '../../../api/people/organizations.generated.ts';
import type { Role } from '../../../api/roles.ts';
import { perDatabase } from '../database.ts';
import { insertRow, updateRow } from '../rows.ts';

export const organizationTables = `
CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  hostname TEXT UNIQUE,
  defaultRole TEXT,
  createdAt TEXT NOT NULL,
  settings TEXT NOT NULL
) STRICT`;

/** Fields that nothing is computed from. */
export type OrganizationSettings = Pick<
  Organization,
  'type' | 'plan' | 'emailDomains' | 'inviteLinks' | 'mergeRules' | 'trial'
> &
  Partial<
    Pick<Organization, 'useCase' | 'communityType' | 'defaultContent' | 'sso' | 'ai'> & {
      billing: Partial<Organization['billing']>;
      logo: string;
    }
  >;

export interface OrganizationRow {
  id: string;
  title: string;
  hostname: string | null;
  /** Role of a member who joins; null: guest. */
  defaultRole: Role | null;
  createdAt: string;
  settings: OrganizationSettings;
}

type Stored = Omit<OrganizationRow, 'settings'> & { settings: string };

export const toOrganizationRow = (row: Stored): OrganizationRow => ({
  ...row,
  // Written by this store only.
  settings: JSON.parse(row.settings) as OrganizationSettings,
});

export const organizationStore = perDatabase((db) => {
  const row = (id: string): OrganizationRow | undefined => {
    const stored = db.get<Stored>('SELECT * FROM organizations WHERE id = ?', id);
    return stored && toOrganizationRow(stored);
  };
  const insert = (organization: OrganizationRow): void =>
    insertRow(db, 'organizations', { ...organization, settings: JSON.stringify(organization.settings) });
  const update = (id: string, { settings, ...changes }: Partial<Omit<OrganizationRow, 'id'>>): void => {
    const text = settings && { settings: JSON.stringify(settings) };
    updateRow(db, 'organizations', id, { ...changes, ...text });
  };
  const idOfHostname = (hostname: string) =>
    db.get<{ id: string }>('SELECT id FROM organizations WHERE hostname = ?', hostname)?.id;
  /** Organizations that users of an e-mail domain may join. */
  const ofEmailDomain = (domain: string): OrganizationRow[] =>
    db
      .all<Stored>(
        `SELECT * FROM organizations o WHERE EXISTS
         (SELECT 1 FROM json_each(o.settings, '$.emailDomains') d WHERE lower(d.value) = lower(?))
         ORDER BY o.createdAt, o.rowid`,
        domain,
      )
      .map(toOrganizationRow);
  return { row, insert, update, idOfHostname, ofEmailDomain };
});
