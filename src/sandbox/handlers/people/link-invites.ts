// Invitations by link.
import { revokeLinkInvite } from '../../../api/people/link-invites.ts';
import { linkInviteStore } from '../../db/people/link-invites.ts';
import { deleted, handle } from '../../handler.ts';

export default [
  handle(revokeLinkInvite, (call, { organizationId, inviteId }) =>
    call.db.transaction(() => {
      call.access.requireOrganization(organizationId, 'admin');
      return deleted(linkInviteStore(call.db).remove(organizationId, inviteId));
    }),
  ),
];
