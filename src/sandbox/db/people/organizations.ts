// Organizations: a row, with what is only shown kept as one JSON value.
import type { Organization } from '../../../api/people/organizations.generated.ts';
import type { Role } from '../../../api/roles.ts';
import { json, key, type RowOf, table, text, textOrNull } from '../table.ts';

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

export const organizations = table('organizations', {
  id: key(),
  title: text(),
  hostname: textOrNull('UNIQUE'),
  /** Role of a member who joins; null: guest. */
  defaultRole: textOrNull<Role>(),
  createdAt: text(),
  settings: json<OrganizationSettings>(),
});
export type OrganizationRow = RowOf<typeof organizations>;
