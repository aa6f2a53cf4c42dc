// What members and teams are given on a space, collection or site, and everyone who has access to one.
import type { Role } from '../../../api/roles.ts';
import { atLeast, missing, type Readings, readingsIn } from '../../access.ts';
import {
  type GivenRow,
  type MemberRow,
  memberStore,
  type Permission,
  permissionStore,
} from '../../db/people/members.ts';
import { teamStore } from '../../db/people/teams.ts';
import { type UserRow, userStore } from '../../db/people/users.ts';
import type { FidelityOf } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { asMember } from '../../views/people/members.ts';
import { notFound } from '../../wire-error.ts';
import { readCollection } from '../content/collections/collections.ts';
import { readSpace } from '../content/spaces/lifecycle.ts';
import { readSite } from '../sites/settings.ts';
import { siteAccess } from '../sites/site-access.ts';

/** Something that access is given on, as the caller sees it. */
export interface Target {
  kind: Permission['kind'];
  id: string;
  organization: string;
  title: string;
  /** The role of whoever calls. */
  role(call: Call): Role | null | undefined;
}

/** 404 for what the caller may not see. */
export function spaceTarget(call: Call, id: string): Target {
  const row = readSpace(call, id);
  return { ...row, kind: 'space', role: (as) => as.access.spaceRole(row) };
}

export function collectionTarget(call: Call, id: string): Target {
  return { ...readCollection(call, id), kind: 'collection', role: (as) => as.access.collectionRole(id) };
}

export function siteTarget(call: Call, ref: { organizationId: string; siteId: string }): Target {
  const row = readSite(call, ref);
  return { ...row, kind: 'site', role: (as) => siteAccess(as, row)?.role };
}

type Subject = Permission['subject'];

/** Who is given access. */
type Who = Pick<Permission, 'subject' | 'subjectId'>;
export const user = (subjectId: string): Who => ({ subject: 'user', subjectId });
export const team = (subjectId: string): Who => ({ subject: 'team', subjectId });

const ADDS = 'A role given here adds to the others that a user has: the highest one counts.';

/** What the sandbox does in another way, on a space, a collection and a site alike. */
export const FIDELITY: FidelityOf = {
  access: { limited: ADDS },
  add: { limited: ADDS },
  updateTeam: { limited: ADDS },
  updateUser: { limited: ADDS },
};

/** Gives a role to all who are named, or to none. null: that of a guest, so nothing is left. 404, 403. */
export function give(
  call: Call,
  targetOf: () => Target,
  {
    role,
    users = [],
    teams = [],
  }: { role: Role | null; users?: string[] | undefined; teams?: string[] | undefined },
): void {
  call.db.transaction(() => {
    const target = targetOf();
    requireAdmin(call, target);
    for (const id of users) requireSubject(call, target, 'user', id);
    for (const id of teams) requireSubject(call, target, 'team', id);
    for (const id of users) set(call, target, user(id), role);
    for (const id of teams) set(call, target, team(id), role);
  });
}

/** Changes what one user or team was given. 404 where nothing was. */
export function change(call: Call, targetOf: () => Target, who: Who, role: Role | null | undefined): void {
  call.db.transaction(() => {
    const target = targetOf();
    requireAdmin(call, target);
    requireSubject(call, target, who.subject, who.subjectId);
    const { kind, id } = target;
    if (!permissionStore(call.db).has({ ...who, kind, target: id }))
      throw notFound(who.subject, who.subjectId);
    if (role !== undefined) set(call, target, who, role);
  });
}

/** Returns whether there was access to remove. */
export function revoke(call: Call, targetOf: () => Target, who: Who): boolean {
  return call.db.transaction(() => {
    const target = targetOf();
    requireAdmin(call, target);
    return permissionStore(call.db).revoke({ ...who, kind: target.kind, target: target.id });
  });
}

function set(call: Call, { kind, id }: Target, who: Who, role: Role | null): void {
  const store = permissionStore(call.db);
  if (role === null) store.revoke({ ...who, kind, target: id });
  else store.grant({ ...who, kind, target: id, role });
}

function requireAdmin(call: Call, target: Target): void {
  const role = target.role(call);
  if (!atLeast(role, 'admin')) throw missing('admin', `${target.kind} "${target.title}"`, role);
}

/** 404 for who is not a member of the organization, and for a team of another one. */
function requireSubject(call: Call, { organization }: Target, subject: Subject, id: string): void {
  const isThere =
    subject === 'user'
      ? memberStore(call.db).row(organization, id) !== undefined
      : teamStore(call.db).row(id)?.organization === organization;
  if (!isThere) throw notFound(subject === 'user' ? 'member' : 'team', id);
}

export interface Accessor {
  member: MemberRow;
  profile: UserRow;
  /** The same request as if they had sent it. */
  as: Call;
}

/** Every member of the organization of a target, as one who calls: three queries, however many there are. */
export function everyone(call: Call, { organization }: Pick<Target, 'organization'>): Accessor[] {
  const { db } = call;
  const members = new Map(
    memberStore(db)
      .ofOrganization(organization)
      .map((row) => [row.user, row]),
  );
  const given = new Map<string, GivenRow[]>();
  for (const { user: id, ...row } of permissionStore(db).ofMembers(organization)) {
    const known = given.get(id);
    if (known) known.push(row);
    else given.set(id, [row]);
  }
  const each = readingsIn(db);
  const readings: Readings = {
    ...each,
    member: (id, who) => (id === organization ? members.get(who) : each.member(id, who)),
    given: (who) => given.get(who) ?? [],
  };
  return userStore(db)
    .ofOrganization(organization)
    .flatMap((profile): Accessor[] => {
      const member = members.get(profile.id);
      return member ? [{ member, profile, as: asMember(call, profile.id, readings) }] : [];
    });
}

/** In any order that a key gives, by code unit. */
export function sortedBy<T>(items: readonly T[], key: (item: T) => string, direction: 'asc' | 'desc'): T[] {
  const sign = direction === 'asc' ? 1 : -1;
  return items
    .map((item) => ({ item, by: key(item) }))
    .sort((a, b) => (a.by < b.by ? -sign : a.by > b.by ? sign : 0))
    .map(({ item }) => item);
}
