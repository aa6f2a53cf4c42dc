// Invitations by link.
import {
  createLinkInvite,
  getLinkInvite,
  listLinkInvites,
  revokeLinkInvite,
  updateLinkInvite,
} from '../../../api/people/link-invites.ts';
import * as invites from '../../actions/people/invites.ts';
import { type LinkInviteRow, linkInviteStore } from '../../db/people/link-invites.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { deleted, handle, reply } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import { linkInviteView, organizationLinkView } from '../../views/people/link-invites.ts';

export default [
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
      const isThere = linkInviteStore(call.db).row(organizationId, inviteId) !== undefined;
      if (isThere) invites.readLink(call, organizationId, inviteId);
      else call.access.requireOrganization(organizationId, 'admin');
      return deleted(linkInviteStore(call.db).remove(organizationId, inviteId));
    }),
  ),
];

const REDUNDANT = 'A link is called redundant by the level of its space or collection alone.';

export const fidelity: FidelityOf = {
  create: { limited: REDUNDANT },
  get: { limited: REDUNDANT },
  list: 'real',
  revoke: 'real',
  update: { limited: REDUNDANT },
};
