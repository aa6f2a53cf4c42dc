// Organizations as the platform shows them to the caller.

import type {
  OrganizationBilling as Billing,
  Organization,
} from '../../../api/people/organizations.generated.ts';
import type { OrganizationRow } from '../../db/people/organizations.ts';
import type { Call } from '../../sandbox.ts';
import { appUrl, locationUrl } from '../../urls.ts';

// What an organization pays, as the platform shows it to those who may see it. The sandbox charges nobody.

const price = (monthly: number) => ({ monthly, yearly: monthly * 10 });

/** Meters that can be switched on for an organization. */
const USAGE_ADDONS: Billing['usageAddons'] = {
  ai_responses: { enabled: false },
  ai_agent_responses: { enabled: false },
  translation_words: { enabled: false },
};

/** Every organization is billed by the month from the day it was made; what it has stored of its own comes first. */
function billingView({ createdAt, settings }: OrganizationRow, now: Date): Billing {
  return {
    interval: 'monthly',
    endDate: periodEnd(new Date(createdAt), now).toISOString(),
    hasPaymentFailed: false,
    isScheduledToCancel: false,
    pricing: {
      members: { plus_2024: price(8), pro_2024: price(12) },
      sites: { premium: price(65), ultimate: price(249) },
    },
    usageAddons: USAGE_ADDONS,
    ...{ canCheckout: true, canChangeInterval: true, canUseSAML: true },
    ...{ creditsBundle: null, aiCreditAlertThreshold: null },
    ...settings.billing,
  };
}

/** The first monthly return of a day that is still to come. */
function periodEnd(start: Date, now: Date): Date {
  const end = new Date(start);
  const months =
    (now.getUTCFullYear() - start.getUTCFullYear()) * 12 + now.getUTCMonth() - start.getUTCMonth();
  end.setUTCMonth(start.getUTCMonth() + Math.max(0, months));
  if (end <= now) end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

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
