// SAML providers: who signs members in.
import type { Static } from '@sinclair/typebox';
import { resource } from '../schema.ts';
import * as wire from './saml.generated.ts';

export const SamlProvider = wire.OrganizationSAMLProvider;
export type SamlProvider = Static<typeof SamlProvider>;

const op = resource('saml', { says: { samlProviderId: 'SAML provider: ID or label' } });
export const listSamlProviders = op('list', 'List the SAML providers of an organization', {
  ...wire.listSAMLProvidersInOrganizationById,
  lists: { param: 'samlProviderId', noun: 'SAML provider', names: ['label'] },
});
export const createSamlProvider = op('create', 'Add a SAML provider', {
  ...wire.createOrganizationSAMLProvider,
  says: {
    label: 'label of the sign-in button',
    entityID: 'entity ID of the identity provider',
    certificate: 'certificate of the identity provider, as PEM',
    ssoURL: 'sign-in URL of the identity provider',
    defaultTeam: 'team that new members join',
    defaultRole: 'role of new members; if cleared, they are guests',
  },
});
export const getSamlProvider = op('get', 'Show a SAML provider', {
  ...wire.getOrganizationSAMLProviderById,
  errors: [404],
});
export const updateSamlProvider = op('update', 'Update the settings of a SAML provider', {
  ...wire.updateOrganizationSAMLProvider,
  says: {
    label: 'label of the sign-in button',
    entityID: 'entity ID of the identity provider',
    certificate: 'certificate of the identity provider, as PEM',
    ssoURL: 'sign-in URL of the identity provider',
    defaultTeam: 'team that new members join',
    defaultRole: 'role of new members; if cleared, they are guests',
  },
});
export const deleteSamlProvider = op('delete', 'Delete a SAML provider', wire.deleteOrganizationSAMLProvider);
