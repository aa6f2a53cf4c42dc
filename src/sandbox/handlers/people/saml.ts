// SAML providers.
import {
  createSamlProvider,
  deleteSamlProvider,
  getSamlProvider,
  listSamlProviders,
  updateSamlProvider,
} from '../../../api/people/saml.ts';
import * as saml from '../../actions/people/saml.ts';
import type { SamlProviderRow } from '../../db/people/saml.ts';
import { created, deleted, type FidelityOf, handle } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import { samlView } from '../../views/people/saml.ts';

export default [
  handle(listSamlProviders, (call, { organizationId, ...query }) => {
    call.access.requireOrganization(organizationId, 'admin');
    return paginate(call.db, {
      list: `${listSamlProviders.id} ${organizationId}`,
      from: 'samlProviders',
      where: ['organization = ?'],
      params: [organizationId],
      order: ['createdAt', 'rowid'],
      query,
      item: (row: SamlProviderRow) => samlView(call, row),
    });
  }),

  handle(createSamlProvider, (call, input) => {
    const provider = samlView(call, saml.createProvider(call, input));
    return created(provider, provider.urls.location);
  }),

  handle(getSamlProvider, (call, ref) => samlView(call, saml.readProvider(call, ref))),

  handle(updateSamlProvider, (call, input) => samlView(call, saml.updateProvider(call, input))),

  handle(deleteSamlProvider, (call, ref) => deleted(saml.deleteProvider(call, ref))),
];

const NOTE = 'The certificate is read; there is no sign-in.';

export const fidelity: FidelityOf = {
  create: { limited: NOTE },
  update: { limited: NOTE },
  delete: 'real',
  get: 'real',
  list: 'real',
};
