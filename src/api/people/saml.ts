// SAML providers: who signs members in.
import { resource } from '../schema.ts';
import * as wire from './saml.generated.ts';

const op = resource('saml', {
  says: {
    samlProviderId: 'SAML provider: ID or label',
    label: 'label of the sign-in button',
    entityID: 'entity ID of the identity provider',
    certificate: 'certificate of the identity provider, as PEM',
    ssoURL: 'sign-in URL of the identity provider',
    defaultTeam: 'team that new members join',
    defaultRole: 'role of new members; if cleared, they are guests',
  },
});
export const listSamlProviders = op('list', 'List the SAML providers of an organization', {
  ...wire.listSAMLProvidersInOrganizationById,
  lists: { param: 'samlProviderId', noun: 'SAML provider', names: ['label'] },
});
export const createSamlProvider = op('create', 'Add a SAML provider', wire.createOrganizationSAMLProvider);
export const getSamlProvider = op('get', 'Show a SAML provider', wire.getOrganizationSAMLProviderById);
export const updateSamlProvider = op('update', 'Update the settings of a SAML provider', {
  ...wire.updateOrganizationSAMLProvider,
});
export const deleteSamlProvider = op('delete', 'Delete a SAML provider', wire.deleteOrganizationSAMLProvider);
