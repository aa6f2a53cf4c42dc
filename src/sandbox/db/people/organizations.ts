// Organizations, and who is in them: users, members, teams, invitations, what they were given.
import type { RichDocument } from '../../../api/content/rich-document.ts';
import type { TeamMemberRole as TeamRole } from '../../../api/people/members.generated.ts';
import type { Organization } from '../../../api/people/organizations.generated.ts';
import type { Role } from '../../../api/roles.ts';
import type { Database } from '../database.ts';
import { flag, json, key, oneOf, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

/** Fields that nothing is computed from. */
export type OrganizationSettings = Pick<
  Organization,
  'type' | 'plan' | 'emailDomains' | 'inviteLinks' | 'mergeRules' | 'trial'
> &
  Partial<
    Pick<Organization, 'useCase' | 'communityType' | 'defaultContent' | 'sso' | 'ai'> & {
      billing: Partial<Organization['billing']>;
      logo: string;
    }
  >;

export const organizations = table('organizations', {
  id: key(),
  title: text(),
  hostname: textOrNull('UNIQUE'),
  /** Role of a member who joins; null: guest. */
  defaultRole: textOrNull<Role>(),
  createdAt: text(),
  settings: json<OrganizationSettings>(),
});
export type OrganizationRow = RowOf<typeof organizations>;

export const users = table('users', {
  id: key(),
  displayName: text(),
  email: textOrNull('UNIQUE COLLATE NOCASE'),
  photoURL: textOrNull(),
  createdAt: text(),
});
export type UserRow = RowOf<typeof users>;

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

/** Makes a user a member, who is there at this moment. */
export const addMember = (
  db: Database,
  { at, sso = 0, ...row }: Pick<MemberRow, 'organization' | 'user' | 'role'> & { at: string; sso?: 0 | 1 },
): void => members(db).insert({ ...row, disabled: 0, sso, joinedAt: at, lastSeenAt: at });

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

export const teams = table(
  'teams',
  { id: key(), organization: partOf('organizations'), title: text(), createdAt: text() },
  { indexes: ['CREATE INDEX teams_by_organization ON teams (organization, title)'] },
);
export type TeamRow = RowOf<typeof teams>;

export const teamMembers = table(
  'teamMembers',
  {
    team: partOf('teams'),
    user: partOf('users'),
    role: text<TeamRole>("CHECK (role IN ('owner', 'member'))"),
  },
  {
    keys: ['team', 'user'],
    options: 'STRICT, WITHOUT ROWID',
    indexes: ['CREATE INDEX teamMembers_by_user ON teamMembers (user)'],
  },
);

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

/** To somebody who has not accepted yet. */
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

export const samlProviders = table('samlProviders', {
  id: key(),
  organization: partOf('organizations'),
  label: text(),
  /** Empty until they are known: then the provider is pending. */
  ssoURL: text(),
  entityID: text(),
  certificate: text(),
  defaultTeam: textOrNull('REFERENCES teams(id) ON DELETE SET NULL'),
  defaultRole: textOrNull<Role>(),
  createdAt: text(),
});
export type SamlProviderRow = RowOf<typeof samlProviders>;

export const agentInstructions = table('agentInstructions', {
  organization: oneOf('organizations'),
  instructions: json<RichDocument>(),
  updatedAt: text(),
  /** User id. */
  updatedBy: text(),
});
