// Organizations as the platform shows them to the caller.
import type { Organization } from '../../../api/people/organizations.ts';
import type { OrganizationRow } from '../../db/people/organizations.ts';
import type { Call } from '../../sandbox.ts';
import { appUrl, locationUrl } from '../../urls.ts';
import { billingView } from './billing.ts';

/** Billing is shown to members who may see it. */
export function organizationView(call: Call, row: OrganizationRow): Organization {
  const permissions = call.access.organizationPermissions(row.id);
  const { logo, billing: _, ...settings } = row.settings;
  return {
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: row.createdAt,
    ...(row.hostname !== null && { hostname: row.hostname }),
    defaultRole: row.defaultRole,
    ...settings,
    ...(permissions.viewBilling && { billing: billingView(row, call.now()) }),
    urls: {
      location: locationUrl(call, `/v1/orgs/${row.id}`),
      app: appUrl(call, `/o/${row.id}`),
      ...(logo !== undefined && { logo }),
    },
    permissions,
  };
}
