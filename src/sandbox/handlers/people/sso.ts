// The ways to sign in to an organization.
import { listSsoLogins } from './sso.ts';
import { samlStore } from './saml.ts';
import { handle } from '../../handler.ts';
import { isConfigured, startUrl } from './saml.ts';

export default [
  handle(listSsoLogins, (call, { organizationId }) => {
    call.access.requireOrganization(organizationId, 'view');
    const providers = samlStore(call.db).ofOrganization(organizationId).filter(isConfigured);
    return { items: providers.map((row) => ({ id: row.id, label: row.label, startURL: startUrl(row) })) };
  }),
];
