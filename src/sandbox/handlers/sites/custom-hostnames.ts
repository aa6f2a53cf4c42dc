// Domains of sites, and subdomains of organizations.
import {
  checkHostname,
  deleteHostname,
  getHostname,
  getSubdomain,
} from '../../../api/sites/custom-hostnames.ts';
import { type CustomHostnameRow, customHostnames, hostnameRow } from '../../db/sites/site-settings.ts';
import { sites } from '../../db/sites/sites.ts';
import { deleted, type FidelityOf, handle, reply } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { badRequest, notFound } from '../../wire-error.ts';

/** Of an organization that the caller knows. 404 for all others. */
function hostnameOf(call: Call, hostname: string) {
  const row = hostnameRow(call.db, hostname);
  const role = row && call.access.memberRole(row.organization);
  // A guest knows sites, and not how they are run.
  if (!row || role === undefined || role === null) throw notFound('domain', hostname);
  return row;
}

/** What another look at the DNS comes to: a certificate is asked for once it is right, and then it is live. */
const NEXT: Partial<Record<CustomHostnameRow['status'], CustomHostnameRow['status']>> = {
  dns_passed: 'ssl_pending',
  ssl_unknown: 'ssl_pending',
  ssl_failed: 'ssl_pending',
  ssl_retry_expired: 'ssl_pending',
  ssl_pending: 'live',
};

export default [
  handle(getHostname, (call, { hostname }) => {
    const { site, status } = hostnameOf(call, hostname);
    return {
      object: 'custom-hostname' as const,
      hostname,
      target: { type: 'site' as const, site },
      isActive: status === 'live',
      status,
      urls: { location: locationUrl(call, `/v1/custom-hostnames/${hostname}`) },
    };
  }),

  handle(checkHostname, (call, { hostname }) =>
    call.db.transaction(() => {
      const { organization, status } = hostnameOf(call, hostname);
      call.access.requireOrganization(organization, 'admin');
      if (status === 'invalid_domain') throw badRequest(`"${hostname}" is not a domain that can be used`);
      const next = NEXT[status];
      if (next) customHostnames(call.db).update({ hostname }, { status: next });
      return reply<undefined>(204);
    }),
  ),

  handle(deleteHostname, (call, { hostname }) =>
    call.db.transaction(() => {
      const row = hostnameRow(call.db, hostname);
      if (!row || call.access.memberRole(row.organization) === undefined) return deleted(false);
      call.access.requireOrganization(row.organization, 'admin');
      sites(call.db).update({ hostname }, { hostname: null });
      return deleted(customHostnames(call.db).remove({ hostname }));
    }),
  ),

  handle(getSubdomain, (call, { subdomain }) => {
    const found = call.db.get<{ id: string }>('SELECT id FROM organizations WHERE hostname = ?', subdomain);
    if (!found || call.access.memberRole(found.id) === undefined) throw notFound('subdomain', subdomain);
    return {
      object: 'subdomain' as const,
      subdomain,
      target: { type: 'organization' as const, organization: found.id },
      isActive: true,
    };
  }),
];

export const fidelity: FidelityOf = {
  'customHostnames.check': {
    limited: 'DNS is not queried: a domain whose DNS is right gets its certificate with the next check.',
  },
};
