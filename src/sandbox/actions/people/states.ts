// States that no operation of the platform makes: set for tests, by administrators.
import type { Organization } from '../../../api/people/organizations.generated.ts';
import { organizations } from '../../db/people/organizations.ts';
import { type CustomHostnameRow, customHostnames, hostnameRow } from '../../db/sites/site-settings.ts';
import type { Call } from '../../sandbox.ts';
import { notFound } from '../../wire-error.ts';

/** 404, 403. */
export function setPlan(call: Call, organizationId: string, plan: Organization['plan']): void {
  call.db.transaction(() => {
    call.access.requireOrganization(organizationId, 'admin');
    const row = organizations(call.db).find({ id: organizationId });
    if (row) organizations(call.db).update({ id: row.id }, { settings: { ...row.settings, plan } });
  });
}

/** 404 for a domain that the caller does not know, 403. */
export function setHostnameState(call: Call, hostname: string, status: CustomHostnameRow['status']): void {
  call.db.transaction(() => {
    const row = hostnameRow(call.db, hostname);
    if (!row || call.access.memberRole(row.organization) === undefined) throw notFound('domain', hostname);
    call.access.requireOrganization(row.organization, 'admin');
    customHostnames(call.db).update({ hostname }, { status });
  });
}
