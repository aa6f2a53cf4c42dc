// Made by npm run contract from version 0.202.0 of the published contract.
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Email, Enum, Nullable, Num, Obj, Optional, RecordOf, Str, Union, Unknown } = builders;

export const inviteUsersToOrganization = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/invites',
  body: Obj({
    emails: ArrayOf(
      Union([
        Email(),
        Obj({
          email: Email(),
          role: Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read'])),
        }),
      ]),
    ),
    role: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))),
    sso: Optional(Bool()),
  }),
  result: Obj({ users: ArrayOf(Str()), invited: Num(), failedSSOEmails: Optional(ArrayOf(Str())) }),
  errors: [400],
} as const;

export const joinOrganizationWithInvite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/invites/{inviteId}',
  result: RecordOf(Str(), Unknown()),
} as const;
