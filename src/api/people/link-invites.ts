// Invitations by link: to an organization, or to one space or collection of it.
import type { Static } from '@sinclair/typebox';
import { resource } from '../schema.ts';
import * as wire from './link-invites.generated.ts';

export const InviteLinkToOrganization = wire.InviteLinkToOrganization;
export const InviteLinkToSpace = wire.InviteLinkToSpace;
export const InviteLinkToCollection = wire.InviteLinkToCollection;
export const OrganizationInviteLink = wire.OrganizationInviteLink;
export type OrganizationInviteLink = Static<typeof OrganizationInviteLink>;

const op = resource('linkInvites', { says: { inviteId: 'invitation' } });
export const listLinkInvites = op('list', 'List the invite links of an organization', {
  ...wire.listOrganizationInviteLinks,
});
export const createLinkInvite = op('create', 'Create an invite link', {
  ...wire.createOrganizationInvite,
  says: {
    role: 'role in the organization; if cleared, guest',
    level: 'role on the space or collection; if cleared, guest',
    space: 'space to invite to',
    collection: 'collection to invite to',
  },
});
export const getLinkInvite = op('get', 'Show an invite link', wire.getOrganizationInviteLink);
export const updateLinkInvite = op('update', 'Change what an invite link gives', {
  ...wire.updateOrganizationInviteById,
  says: {
    role: 'role in the organization; if cleared, guest',
    level: 'role on the space or collection; if cleared, guest',
  },
});
export const revokeLinkInvite = op('revoke', 'Revoke an invite link', wire.deleteOrganizationInviteById);
