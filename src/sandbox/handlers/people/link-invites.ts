// Invitations by link.
import { revokeLinkInvite } from '../../../api/people/link-invites.ts';
import { linkInviteStore } from '../../db/people/link-invites.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { deleted, handle } from '../../handler.ts';

export default [
  handle(revokeLinkInvite, (call, { organizationId, inviteId }) =>
    call.db.transaction(() => {
      call.access.requireOrganization(organizationId, 'admin');
      return deleted(linkInviteStore(call.db).remove(organizationId, inviteId));
    }),
  ),
];

export const fidelity: FidelityOf = {
  revoke: { limited: 'There is no way to create or accept an invitation; the demo has one.' },
};
