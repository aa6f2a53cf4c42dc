// Who belongs to an organization, with which role; explicit permissions on spaces, collections and sites.
import type { Role } from '../../../api/roles.ts';
import type { Database } from '../database.ts';
import { flag, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const members = table(
  'members',
  {
    organization: partOf('organizations'),
    user: partOf('users'),
    /** null: a guest, who sees only what was shared explicitly. */
    role: textOrNull<Role>(),
    disabled: flag(),
    sso: flag(),
    joinedAt: text(),
    lastSeenAt: textOrNull(),
  },
  {
    keys: ['organization', 'user'],
    options: 'STRICT, WITHOUT ROWID',
    indexes: ['CREATE INDEX members_by_user ON members (user)'],
  },
);
export type MemberRow = RowOf<typeof members>;

export const permissions = table(
  'permissions',
  {
    kind: text<'space' | 'collection' | 'site'>("CHECK (kind IN ('space', 'collection', 'site'))"),
    target: text(),
    subject: text<'user' | 'team'>("CHECK (subject IN ('user', 'team'))"),
    subjectId: text(),
    role: text<Role>(),
  },
  {
    keys: ['kind', 'target', 'subject', 'subjectId'],
    options: 'STRICT, WITHOUT ROWID',
    indexes: ['CREATE INDEX permissions_by_subject ON permissions (subject, subjectId)'],
  },
);
export type Permission = RowOf<typeof permissions>;

/** Administrators who can sign in. */
export const activeAdmins = (db: Database, organization: string): string[] =>
  members(db)
    .all({ organization, role: 'admin', disabled: 0 })
    .map(({ user }) => user);

/** What a user was given by name or through a team. */
export type GivenRow = Pick<Permission, 'kind' | 'target' | 'role'> & { team: string | null };

export const givenTo = (db: Database, user: string): GivenRow[] =>
  db.all(
    `SELECT kind, target, role, NULL AS team FROM permissions WHERE subject = 'user' AND subjectId = ?
     UNION ALL
     SELECT p.kind, p.target, p.role, p.subjectId AS team FROM permissions p JOIN teamMembers m ON m.team = p.subjectId
     WHERE p.subject = 'team' AND m.user = ?`,
    user,
    user,
  );
