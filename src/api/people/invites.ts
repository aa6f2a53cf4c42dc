// How people come into an organization: invitations, SAML and single sign-on.

import { resource } from '../schema.ts';
import * as wire from './invites.generated.ts';

const op = resource('invites', { says: { inviteId: 'invitation' } });
export const sendInvites = op('send', 'Invite people to an organization by email', {
  ...wire.inviteUsersToOrganization,
  says: {
    emails: 'email addresses',
    role: 'role in the organization; if cleared, guest',
    sso: 'require single sign-on',
  },
});
export const acceptInvite = op('accept', 'Accept an invitation', wire.joinOrganizationWithInvite);

const linkOp = resource('linkInvites', {
  says: {
    inviteId: 'invitation',
    role: 'role in the organization; if cleared, guest',
    level: 'role on the space or collection; if cleared, guest',
  },
});
export const listLinkInvites = linkOp('list', 'List the invite links of an organization', {
  ...wire.listOrganizationInviteLinks,
});
export const createLinkInvite = linkOp('create', 'Create an invite link', {
  ...wire.createOrganizationInvite,
  says: { space: 'space to invite to', collection: 'collection to invite to' },
});
export const getLinkInvite = linkOp('get', 'Show an invite link', wire.getOrganizationInviteLink);
export const updateLinkInvite = linkOp('update', 'Change what an invite link gives', {
  ...wire.updateOrganizationInviteById,
});
export const revokeLinkInvite = linkOp('revoke', 'Revoke an invite link', wire.deleteOrganizationInviteById);

const samlOp = resource('saml', {
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
export const listSamlProviders = samlOp('list', 'List the SAML providers of an organization', {
  ...wire.listSAMLProvidersInOrganizationById,
  lists: { param: 'samlProviderId', noun: 'SAML provider', names: ['label'] },
});
export const createSamlProvider = samlOp(
  'create',
  'Add a SAML provider',
  wire.createOrganizationSAMLProvider,
);
export const getSamlProvider = samlOp('get', 'Show a SAML provider', wire.getOrganizationSAMLProviderById);
export const updateSamlProvider = samlOp('update', 'Update the settings of a SAML provider', {
  ...wire.updateOrganizationSAMLProvider,
});
export const deleteSamlProvider = samlOp(
  'delete',
  'Delete a SAML provider',
  wire.deleteOrganizationSAMLProvider,
);

const ssoOp = resource('sso', { token: 'any' });
export const listSsoLogins = ssoOp('list', 'List the single sign-on options of an organization', {
  ...wire.listSSOProviderLoginsInOrganization,
});
