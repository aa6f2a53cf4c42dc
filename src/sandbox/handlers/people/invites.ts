// Invitations by email, and accepting one of any kind.
import { acceptInvite, sendInvites } from '../../../api/people/invites.ts';
import * as invites from '../../actions/people/invites.ts';
import { type FidelityOf, handle } from '../../handler.ts';

export default [
  handle(sendInvites, (call, input) => invites.sendInvites(call, input)),

  handle(acceptInvite, (call, { organizationId, inviteId }) => {
    invites.acceptInvite(call, organizationId, inviteId);
    return {};
  }),
];

export const fidelity: FidelityOf = {
  'invites.send': { limited: 'No email is sent: the ID of an invitation is that of the user it is for.' },
};
