// Invitations by link: to an organization, or to one space or collection of it.
import { resource } from '../schema.ts';
import * as wire from './link-invites.generated.ts';

const op = resource('linkInvites', {
  says: {
    inviteId: 'invitation',
    role: 'role in the organization; if cleared, guest',
    level: 'role on the space or collection; if cleared, guest',
  },
});
export const listLinkInvites = op('list', 'List the invite links of an organization', {
  ...wire.listOrganizationInviteLinks,
});
export const createLinkInvite = op('create', 'Create an invite link', {
  ...wire.createOrganizationInvite,
  says: { space: 'space to invite to', collection: 'collection to invite to' },
});
export const getLinkInvite = op('get', 'Show an invite link', wire.getOrganizationInviteLink);
export const updateLinkInvite = op('update', 'Change what an invite link gives', {
  ...wire.updateOrganizationInviteById,
});
export const revokeLinkInvite = op('revoke', 'Revoke an invite link', wire.deleteOrganizationInviteById);
