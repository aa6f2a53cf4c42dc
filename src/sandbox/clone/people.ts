// People of a cloned organization as rows: who there is, their teams, and what was given to them by name.

import type { OrganizationSAMLProvider as SamlProvider } from '../../api/people/invites.generated.ts';
import type {
  OrganizationMember as Member,
  OrganizationTeam as Team,
  OrganizationTeamMember as TeamMember,
  User,
} from '../../api/people/members.generated.ts';
import type { Organization } from '../../api/people/organizations.generated.ts';
import type { Role } from '../../api/roles.ts';
import { type Database, putRow } from '../db/database.ts';
import {
  type OrganizationSettings,
  permissions,
  type SamlProviderRow,
  teamMembers,
} from '../db/people/organizations.ts';
import { NO_URL } from '../resources/people/saml.ts';

type Column<V> = undefined extends V ? Exclude<V, undefined> | null : V;

/** Fields of an answer as columns of the same names: null where one is absent. */
export const columns = <T extends object, K extends keyof T>(item: T, ...names: K[]) =>
  // Safe: exactly these names.
  Object.fromEntries(names.map((name) => [name, item[name] ?? null])) as { [N in K]-?: Column<T[N]> };

/** Fields that are true or not as columns of the same names. */
export const flags = <K extends string>(item: Partial<Record<K, boolean>>, ...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, item[name] ? 1 : 0])) as Record<K, 0 | 1>;

/** Takes the e-mail from whoever had it before: there is one user for each. */
export function putUser(db: Database, user: User, at: string): void {
  const { id, email } = user;
  if (email !== undefined) db.run('UPDATE users SET email = NULL WHERE email = ? AND id <> ?', email, id);
  putRow(db, 'users', { ...columns(user, 'id', 'displayName', 'email', 'photoURL'), createdAt: at });
}

/** Somebody who only wrote something: known already, or known from now on. */
export function knowUser(db: Database, user: User, at: string): string {
  if (!db.get('SELECT 1 FROM users WHERE id = ?', user.id)) putUser(db, user, at);
  return user.id;
}

const SETTINGS: ReadonlySet<string> = new Set<keyof OrganizationSettings>([
  'type',
  'plan',
  'emailDomains',
  'inviteLinks',
  'mergeRules',
  'trial',
  'useCase',
  'communityType',
  'defaultContent',
  'sso',
  'ai',
  'billing',
]);

export function putOrganization(db: Database, given: Organization): void {
  // In the order that they were shown in: what is printed of a clone looks the same.
  const shown = Object.entries(given).filter(([name]) => SETTINGS.has(name));
  const { logo } = given.urls;
  const settings = { ...Object.fromEntries(shown), ...(logo !== undefined && { logo }) };
  putRow(db, 'organizations', {
    ...columns(given, 'id', 'title', 'hostname', 'defaultRole', 'createdAt'),
    settings: JSON.stringify(settings),
  });
}

/** Exactly these: whoever was a member before is none afterwards. */
export function putMembers(db: Database, organization: string, members: readonly Member[]): void {
  db.run('DELETE FROM members WHERE organization = ?', organization);
  for (const member of members) {
    putUser(db, member.user, member.joinedAt);
    const row = { organization, user: member.user.id, ...flags(member, 'disabled', 'sso') };
    const keys = ['organization', 'user'] as const;
    putRow(db, 'members', { ...row, ...columns(member, 'role', 'joinedAt', 'lastSeenAt') }, keys);
  }
}

export interface ClonedTeam {
  team: Team;
  members: readonly TeamMember[];
}

/** Exactly these. */
export function putTeams(db: Database, organization: string, teams: readonly ClonedTeam[]): void {
  keepOnly(
    db,
    'teams',
    { organization },
    teams.map(({ team }) => team.id),
  );
  for (const { team, members } of teams) {
    const { id, title, createdAt } = team;
    putRow(db, 'teams', { id, organization, title, createdAt });
    db.run('DELETE FROM teamMembers WHERE team = ?', id);
    for (const { organization: member, team: own } of members)
      teamMembers(db).put({ team: id, user: member.user.id, role: own.role });
  }
}

export interface ClonedGrant {
  subject: 'user' | 'team';
  id: string;
  role: Role;
}

export interface GrantedPlace {
  kind: 'space' | 'collection' | 'site';
  id: string;
}

/** Exactly these on one place. */
export function putGrants(db: Database, { kind, id: target }: GrantedPlace, grants: readonly ClonedGrant[]) {
  permissions(db).remove({ kind, target });
  for (const { subject, id: subjectId, role } of grants)
    permissions(db).put({ kind, target, subject, subjectId, role });
}

/** With the certificate, which everybody may see: audits tell when it ends. The keys of an identity provider are in no answer. */
export function putSaml(db: Database, organization: string, providers: readonly SamlProvider[]): void {
  keepOnly(
    db,
    'samlProviders',
    { organization },
    providers.map(({ id }) => id),
  );
  for (const provider of providers) {
    const row: SamlProviderRow = {
      ...columns(provider, 'id', 'label', 'entityID', 'certificate', 'defaultRole', 'createdAt'),
      organization,
      ssoURL: provider.ssoURL === NO_URL ? '' : provider.ssoURL,
      defaultTeam: provider.defaultTeam?.id ?? null,
    };
    putRow(db, 'samlProviders', { ...row });
  }
}

/** Removes what is not among these ids, of those whose one column has this value. */
export function keepOnly(
  db: Database,
  table: string,
  within: Readonly<Record<string, string>>,
  ids: readonly string[],
): void {
  const [[column, value] = ['id', '']] = Object.entries(within);
  db.run(
    `DELETE FROM ${table} WHERE ${column} = ? AND id NOT IN (SELECT value FROM json_each(?))`,
    value,
    JSON.stringify(ids),
  );
}
