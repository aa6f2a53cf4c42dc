// Invitations by link: to an organization, or to one space or collection of it.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './link-invites.generated.ts';

const { Object: Obj, String: Str } = Type;

export const InviteLinkToOrganization = wire.InviteLinkToOrganization;
export const InviteLinkToSpace = wire.InviteLinkToSpace;
export const InviteLinkToCollection = wire.InviteLinkToCollection;
export const OrganizationInviteLink = wire.OrganizationInviteLink;
export type OrganizationInviteLink = Static<typeof OrganizationInviteLink>;

export const LinkInviteRef = Obj({
  organizationId: Str({ description: 'organization' }),
  inviteId: Str({ description: 'invitation' }),
});

export const listLinkInvites = operation('linkInvites.list', {
  ...wire.listOrganizationInviteLinks,
  summary: 'List the invite links of an organization',
  params: OrganizationRef,
});

export const createLinkInvite = operation('linkInvites.create', {
  ...wire.createOrganizationInvite,
  summary: 'Create an invite link',
  params: OrganizationRef,
  says: {
    role: 'role in the organization; if cleared, guest',
    level: 'role on the space or collection; if cleared, guest',
    space: 'space to invite to',
    collection: 'collection to invite to',
  },
});

export const getLinkInvite = operation('linkInvites.get', {
  ...wire.getOrganizationInviteLink,
  summary: 'Show an invite link',
  params: LinkInviteRef,
});

export const updateLinkInvite = operation('linkInvites.update', {
  ...wire.updateOrganizationInviteById,
  summary: 'Change what an invite link gives',
  params: LinkInviteRef,
  says: {
    role: 'role in the organization; if cleared, guest',
    level: 'role on the space or collection; if cleared, guest',
  },
});

export const revokeLinkInvite = operation('linkInvites.revoke', {
  ...wire.deleteOrganizationInviteById,
  summary: 'Revoke an invite link',
  params: LinkInviteRef,
});
