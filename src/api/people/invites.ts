// Invitations by email, and accepting one of any kind.
import { OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './invites.generated.ts';

const { Object: Obj, String: Str } = Type;

export const sendInvites = operation('invites.send', {
  ...wire.inviteUsersToOrganization,
  summary: 'Invite people to an organization by email',
  params: OrganizationRef,
  errors: [400],
  says: {
    emails: 'email addresses',
    role: 'role in the organization; if cleared, guest',
    sso: 'require single sign-on',
  },
});

export const acceptInvite = operation('invites.accept', {
  ...wire.joinOrganizationWithInvite,
  summary: 'Accept an invitation',
  params: Obj({
    organizationId: Str({ description: 'organization' }),
    inviteId: Str({ description: 'invitation' }),
  }),
});
