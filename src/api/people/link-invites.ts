// Invitations by link: to an organization, or to one space or collection of it.
import type { Static } from '@sinclair/typebox';
import { Collection } from '../content/collections.ts';
import { Space } from '../content/spaces.ts';
import { Role } from '../roles.ts';
import { Nullable, OrganizationRef, operation, Paging, pageOf, Type } from '../schema.ts';

const { Boolean: Bool, Object: Obj, String: Str, Optional, Literal, Union } = Type;

const base = { object: Literal('invite'), id: Str() };
/** Null: a guest. */
const MemberRoleOrGuest = Nullable(Role);

export const InviteLinkToOrganization = Obj({ ...base, role: MemberRoleOrGuest, redundant: Bool() });
export const InviteLinkToSpace = Obj({ ...base, level: MemberRoleOrGuest, redundant: Bool(), space: Space });
export const InviteLinkToCollection = Obj({
  ...base,
  level: MemberRoleOrGuest,
  redundant: Bool(),
  collection: Collection,
});
export const OrganizationInviteLink = Union([
  InviteLinkToOrganization,
  InviteLinkToSpace,
  InviteLinkToCollection,
]);
export type OrganizationInviteLink = Static<typeof OrganizationInviteLink>;

export const LinkInviteRef = Obj({
  organizationId: Str({ description: 'organization' }),
  inviteId: Str({ description: 'invitation' }),
});

const Access = {
  role: Optional(Nullable(Role, { description: 'role in the organization; if cleared, guest' })),
  level: Optional(Nullable(Role, { description: 'role on the space or collection; if cleared, guest' })),
};

export const listLinkInvites = operation('linkInvites.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/link-invites',
  summary: 'List the invite links of an organization',
  params: OrganizationRef,
  query: Obj({ ...Paging }),
  result: pageOf(InviteLinkToOrganization),
  paging: 'pages',
});

export const createLinkInvite = operation('linkInvites.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/link-invites',
  summary: 'Create an invite link',
  params: OrganizationRef,
  body: Obj({
    ...Access,
    space: Optional(Str({ description: 'space to invite to' })),
    collection: Optional(Str({ description: 'collection to invite to' })),
  }),
  result: OrganizationInviteLink,
  success: [201],
});

export const getLinkInvite = operation('linkInvites.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
  summary: 'Show an invite link',
  params: LinkInviteRef,
  result: OrganizationInviteLink,
});

export const updateLinkInvite = operation('linkInvites.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
  summary: 'Change what an invite link gives',
  params: LinkInviteRef,
  body: Obj(Access),
  result: OrganizationInviteLink,
});

export const revokeLinkInvite = operation('linkInvites.revoke', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
  summary: 'Revoke an invite link',
  params: LinkInviteRef,
});
