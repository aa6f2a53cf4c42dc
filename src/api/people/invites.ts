// Invitations by email, and accepting one of any kind.
import { Role } from '../roles.ts';
import { Count, Nullable, OrganizationRef, operation, Type } from '../schema.ts';

const { Array: ArrayOf, Boolean: Bool, Object: Obj, String: Str, Optional, Union } = Type;

const EMAIL = '^[^\\s@]{1,64}@[^\\s@]{1,255}$';
const Email = Str({ pattern: EMAIL });

export const sendInvites = operation('invites.send', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/invites',
  summary: 'Invite people to an organization by email',
  params: OrganizationRef,
  body: Obj({
    emails: ArrayOf(Union([Email, Obj({ email: Email, role: Nullable(Role) })]), {
      description: 'email addresses',
    }),
    role: Optional(Nullable(Role, { description: 'role in the organization; if cleared, guest' })),
    sso: Optional(Bool({ description: 'require single sign-on' })),
  }),
  result: Obj({ users: ArrayOf(Str()), invited: Count(), failedSSOEmails: Optional(ArrayOf(Str())) }),
  errors: [400],
});

export const acceptInvite = operation('invites.accept', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/invites/{inviteId}',
  summary: 'Accept an invitation',
  params: Obj({
    organizationId: Str({ description: 'organization' }),
    inviteId: Str({ description: 'invitation' }),
  }),
  result: Obj({}),
});
