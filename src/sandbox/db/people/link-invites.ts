// Invitations: by link, and by email to somebody who has not accepted yet.
import type { Role } from '../../../api/roles.ts';
import { flag, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const linkInvites = table(
  'linkInvites',
  {
    id: key(),
    organization: partOf('organizations'),
    kind: text<'organization' | 'space' | 'collection'>(
      "DEFAULT 'organization' CHECK (kind IN ('organization', 'space', 'collection'))",
    ),
    /** The space or collection that it gives access to. */
    target: textOrNull(),
    /** null: guest. */
    role: textOrNull<Role>(),
    createdAt: text(),
  },
  {
    indexes: ['CREATE INDEX linkInvites_by_organization ON linkInvites (organization, kind, createdAt)'],
  },
);
export type LinkInviteRow = RowOf<typeof linkInvites>;

export const emailInvites = table(
  'emailInvites',
  {
    organization: partOf('organizations'),
    user: partOf('users'),
    role: textOrNull<Role>(),
    sso: flag(),
    createdAt: text(),
  },
  { keys: ['organization', 'user'], options: 'STRICT, WITHOUT ROWID' },
);
