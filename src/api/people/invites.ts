// Invitations by email, and accepting one of any kind.
import { resource } from '../schema.ts';
import * as wire from './invites.generated.ts';

const op = resource('invites', { says: { inviteId: 'invitation' } });
export const sendInvites = op('send', 'Invite people to an organization by email', {
  ...wire.inviteUsersToOrganization,
  says: {
    emails: 'email addresses',
    role: 'role in the organization; if cleared, guest',
    sso: 'require single sign-on',
  },
});
export const acceptInvite = op('accept', 'Accept an invitation', wire.joinOrganizationWithInvite);
