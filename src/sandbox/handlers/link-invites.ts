// Invitations by link.
import { revokeLinkInvite } from '../../api/link-invites.ts';
import { linkInviteStore } from '../db/link-invites.ts';
import { deleted, handle } from '../handler.ts';

export default [
  handle(revokeLinkInvite, (call, { organizationId, inviteId }) =>
    call.db.transaction(() => {
      call.access.requireOrganization(organizationId, 'admin');
      return deleted(linkInviteStore(call.db).remove(organizationId, inviteId));
    }),
  ),
];
