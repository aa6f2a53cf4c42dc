// Invitations by email, and accepting one of any kind.

import type { OrganizationInviteLink } from '../../../api/people/invites.generated.ts';
import {
  acceptInvite,
  createLinkInvite,
  getLinkInvite,
  listLinkInvites,
  revokeLinkInvite,
  sendInvites,
  updateLinkInvite,
} from '../../../api/people/invites.ts';
import { atLeast } from '../../access.ts';
import * as invites from '../../actions/people/invites.ts';
import { collections, spaces } from '../../db/content/spaces.ts';
import { type LinkInviteRow, linkInvites } from '../../db/people/organizations.ts';
import { deleted, type FidelityOf, handle, reply } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { collectionView, spaceView } from '../../views/content/spaces.ts';
import { notFound } from '../../wire-error.ts';

// Invite links as the platform shows them.

const base = ({ id }: LinkInviteRow) => ({ object: 'invite' as const, id });

const organizationLinkView = (row: LinkInviteRow) => ({
  ...base(row),
  role: row.role,
  redundant: false,
});

/** It is redundant where every member has as much by the level of the space or collection. */
function linkInviteView(call: Call, row: LinkInviteRow): OrganizationInviteLink {
  const { kind, target, role } = row;
  if (kind === 'organization' || target === null) return organizationLinkView(row);
  const place =
    kind === 'space' ? spaces(call.db).find({ id: target }) : collections(call.db).find({ id: target });
  if (!place) throw notFound(kind, target);
  const level = place.defaultLevel === 'inherit' ? undefined : place.defaultLevel;
  const redundant = role === null || atLeast(level, role);
  const shown = { ...base(row), level: role, redundant };
  return 'editMode' in place
    ? { ...shown, space: spaceView(call, place) }
    : { ...shown, collection: collectionView(call, place) };
}

const REDUNDANT = 'A link is called redundant by the level of its space or collection alone.';

export default [
  handle(sendInvites, (call, input) => invites.sendInvites(call, input)),

  handle(acceptInvite, (call, { organizationId, inviteId }) => {
    invites.acceptInvite(call, organizationId, inviteId);
    return {};
  }),

  handle(listLinkInvites, (call, { organizationId, ...query }) => {
    call.access.requireOrganization(organizationId, 'admin');
    return paginate(call.db, {
      list: `${listLinkInvites.id} ${organizationId}`,
      from: 'linkInvites',
      where: ['organization = ?', "kind = 'organization'"],
      params: [organizationId],
      order: ['createdAt', 'rowid'],
      query,
      item: (row: LinkInviteRow) => organizationLinkView(row),
    });
  }),

  handle(createLinkInvite, (call, input) =>
    reply(201, linkInviteView(call, invites.createLink(call, input))),
  ),

  handle(getLinkInvite, (call, { organizationId, inviteId }) =>
    linkInviteView(call, invites.readLink(call, organizationId, inviteId)),
  ),

  handle(updateLinkInvite, (call, input) => linkInviteView(call, invites.updateLink(call, input))),

  handle(revokeLinkInvite, (call, { organizationId, inviteId }) =>
    call.db.transaction(() => {
      const isThere = linkInvites(call.db).find({ id: inviteId, organization: organizationId }) !== undefined;
      if (isThere) invites.readLink(call, organizationId, inviteId);
      else call.access.requireOrganization(organizationId, 'admin');
      return deleted(linkInvites(call.db).remove({ id: inviteId, organization: organizationId }));
    }),
  ),
];

export const fidelity: FidelityOf = {
  'invites.send': { limited: 'No email is sent: the ID of an invitation is that of the user it is for.' },
  'linkInvites.create': { limited: REDUNDANT },
  'linkInvites.get': { limited: REDUNDANT },
  'linkInvites.update': { limited: REDUNDANT },
};
