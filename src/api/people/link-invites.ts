// Invitations by link.
import { operation, Type } from '../schema.ts';

const { Object: Obj, String: Str } = Type;

export const revokeLinkInvite = operation('linkInvites.revoke', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
  summary: 'Revoke an invite link',
  params: Obj({
    organizationId: Str({ description: 'organization' }),
    inviteId: Str({ description: 'invitation' }),
  }),
});
