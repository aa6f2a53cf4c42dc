// The ways to sign in to an organization.
import { listSsoLogins } from '../../../api/people/sso.ts';
import { samlProviders } from '../../db/people/organizations.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { isConfigured, startUrl } from './saml.ts';

export default [
  handle(listSsoLogins, (call, { organizationId }) => {
    call.access.requireOrganization(organizationId, 'view');
    const providers = samlProviders(call.db)
      .all({ organization: organizationId }, 'createdAt, rowid')
      .filter(isConfigured);
    return { items: providers.map((row) => ({ id: row.id, label: row.label, startURL: startUrl(row) })) };
  }),
];

export const fidelity: FidelityOf = {
  'sso.list': { limited: 'The addresses lead to no sign-in page.' },
};
