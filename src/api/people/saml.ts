// SAML providers: who signs members in.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './saml.generated.ts';

const { Object: Obj, String: Str } = Type;

export const SamlProvider = wire.OrganizationSAMLProvider;
export type SamlProvider = Static<typeof SamlProvider>;

export const SamlProviderRef = Obj({
  organizationId: Str({ description: 'organization' }),
  samlProviderId: Str({ description: 'SAML provider: ID or label' }),
});

export const listSamlProviders = operation('saml.list', {
  ...wire.listSAMLProvidersInOrganizationById,
  summary: 'List the SAML providers of an organization',
  lists: { param: 'samlProviderId', noun: 'SAML provider', names: ['label'] },
  params: OrganizationRef,
});

export const createSamlProvider = operation('saml.create', {
  ...wire.createOrganizationSAMLProvider,
  summary: 'Add a SAML provider',
  params: OrganizationRef,
  says: {
    label: 'label of the sign-in button',
    entityID: 'entity ID of the identity provider',
    certificate: 'certificate of the identity provider, as PEM',
    ssoURL: 'sign-in URL of the identity provider',
    defaultTeam: 'team that new members join',
    defaultRole: 'role of new members; if cleared, they are guests',
  },
});

export const getSamlProvider = operation('saml.get', {
  ...wire.getOrganizationSAMLProviderById,
  summary: 'Show a SAML provider',
  params: SamlProviderRef,
  errors: [404],
});

export const updateSamlProvider = operation('saml.update', {
  ...wire.updateOrganizationSAMLProvider,
  summary: 'Update the settings of a SAML provider',
  params: SamlProviderRef,
  says: {
    label: 'label of the sign-in button',
    entityID: 'entity ID of the identity provider',
    certificate: 'certificate of the identity provider, as PEM',
    ssoURL: 'sign-in URL of the identity provider',
    defaultTeam: 'team that new members join',
    defaultRole: 'role of new members; if cleared, they are guests',
  },
});

export const deleteSamlProvider = operation('saml.delete', {
  ...wire.deleteOrganizationSAMLProvider,
  summary: 'Delete a SAML provider',
  params: SamlProviderRef,
});
