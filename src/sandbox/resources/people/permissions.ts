// Who was given access to a space, a collection or a site, and everyone who has it.
import type { InputOf, Operation } from '../../../api/operation.ts';
import type { UserSitePermission } from '../../../api/people/permissions.generated.ts';
import * as api from '../../../api/people/permissions.ts';
import type { Role } from '../../../api/roles.ts';
import { groupBy } from '../../../files/lists.ts';
import { atLeast, missing, type Readings, readingsIn } from '../../access.ts';
import { spaces } from '../../db/content/spaces.ts';
import type { Database } from '../../db/database.ts';
import {
  type GivenRow,
  type MemberRow,
  members,
  type Permission,
  permissions,
  type TeamRow,
  teamMembers,
  teams,
  type UserRow,
} from '../../db/people/organizations.ts';
import { deleted, type FidelityOf, type Handler, reply } from '../../handler.ts';
import { type Page, type PageQuery, pageOfItems, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { sees } from '../../who-sees.ts';
import { badRequest, notFound } from '../../wire-error.ts';
import { readCollection } from '../content/collections.ts';
import { readSpace } from '../content/spaces.ts';
import { readSite, type SiteAccess, siteAccess } from '../sites/settings.ts';
import { asMember, teamView, toUser } from './members-view.ts';

// What members and teams are given on a space, collection or site, and everyone who has access to one.

/** Something that access is given on, as the caller sees it. */
interface Target {
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

export const collectionTarget = (call: Call, id: string): Target => ({
  ...readCollection(call, id),
  kind: 'collection',
  role: (as) => as.access.collectionRole(id),
});

function siteTarget(call: Call, ref: { organizationId: string; siteId: string }): Target {
  const row = readSite(call, ref);
  return { ...row, kind: 'site', role: (as) => siteAccess(as, row)?.role };
}

/** Who is given access. */
type Who = Pick<Permission, 'subject' | 'subjectId'>;

function set(call: Call, { kind, id }: Target, who: Who, role: Role | null): void {
  if (role === null) permissions(call.db).remove({ ...who, kind, target: id });
  else permissions(call.db).put({ ...who, kind, target: id, role });
}

/** 404 for who is not a member of the organization, and for a team of another one. */
function requireSubject(call: Call, { organization }: Target, { subject, subjectId }: Who): void {
  const isThere =
    subject === 'user'
      ? members(call.db).find({ organization, user: subjectId })
      : teams(call.db).find({ organization, id: subjectId });
  if (!isThere) throw notFound(subject === 'user' ? 'member' : 'team', subjectId);
}

type OnPermissions = Record<
  'add' | 'users' | 'teams' | 'access' | 'updateUser' | 'updateTeam' | 'removeUser' | 'removeTeam',
  Operation
>;

/** The handlers of what is given on one kind of thing; `see` finds the thing as the caller sees it. */
function permissionHandlers<Ref, Query>(
  operations: OnPermissions,
  see: (call: Call, ref: Ref) => Target,
  access: (call: Call, target: Target, query: Query) => Page<unknown>,
): Handler[] {
  const on = <Input>(operation: Operation, run: (call: Call, input: Ref & Input) => unknown): Handler => ({
    ...{ operation, open: false },
    // The app has checked the input against the operation's own schemas.
    run: (call, input) => run(call, input as Ref & Input),
  });
  const changing = <T>(call: Call, ref: Ref, work: (target: Target) => T): T =>
    call.db.transaction(() => {
      const target = see(call, ref);
      const role = target.role(call);
      if (!atLeast(role, 'admin')) throw missing('admin', `${target.kind} "${target.title}"`, role);
      return work(target);
    });
  /** Changes what one user or team was given. 404 where nothing was. */
  const change = (call: Call, input: Ref & { role?: Role | null }, who: Who) =>
    changing(call, input, (target) => {
      requireSubject(call, target, who);
      if (!permissions(call.db).find({ ...who, kind: target.kind, target: target.id }))
        throw notFound(who.subject, who.subjectId);
      if (input.role !== undefined) set(call, target, who, input.role);
      return reply(204);
    });
  const revoke = (call: Call, input: Ref, who: Who) =>
    changing(call, input, ({ kind, id }) =>
      deleted(permissions(call.db).remove({ ...who, kind, target: id })),
    );
  const user = ({ userId }: { userId: string }): Who => ({ subject: 'user', subjectId: userId });
  const team = ({ teamId }: { teamId: string }): Who => ({ subject: 'team', subjectId: teamId });
  return [
    /** Gives a role to all who are named, or to none. null: that of a guest, so nothing is left. */
    on<{ role: Role | null; users?: string[]; teams?: string[] }>(operations.add, (call, input) =>
      changing(call, input, (target) => {
        const { role, users: userIds = [], teams: teamIds = [] } = input;
        const named = [
          ...userIds.map((userId) => user({ userId })),
          ...teamIds.map((teamId) => team({ teamId })),
        ];
        if (named.length === 0) throw badRequest('users or teams must name at least one');
        for (const who of named) requireSubject(call, target, who);
        for (const who of named) set(call, target, who, role);
        return reply(204);
      }),
    ),
    on<PageQuery>(operations.users, (call, input) => givenUsers(call, see(call, input), input)),
    on<PageQuery>(operations.teams, (call, input) => givenTeams(call, see(call, input), input)),
    on<Query>(operations.access, (call, input) => access(call, see(call, input), input)),
    on<{ userId: string; role?: Role | null }>(operations.updateUser, (call, input) =>
      change(call, input, user(input)),
    ),
    on<{ teamId: string; role?: Role | null }>(operations.updateTeam, (call, input) =>
      change(call, input, team(input)),
    ),
    on<{ userId: string }>(operations.removeUser, (call, input) => revoke(call, input, user(input))),
    on<{ teamId: string }>(operations.removeTeam, (call, input) => revoke(call, input, team(input))),
  ];
}

const ADDS = 'A role given here adds to the others that a user has: the highest one counts.';

/** What the sandbox does in another way, on a space, a collection and a site alike. */
const FIDELITY: FidelityOf = Object.fromEntries(
  ['collection', 'site', 'space'].flatMap((kind) =>
    ['access', 'add', 'updateTeam', 'updateUser'].map((verb) => [`${kind}Permissions.${verb}`, ADDS]),
  ),
);

/** Who was given something on a target, by name. 403 for guests, who may list nobody. */
const given = (
  { kind, id }: Target,
  { subject, title, query }: { subject: 'user' | 'team'; title: string; query: PageQuery },
) => ({
  list: `permissions ${subject} ${kind} ${id}`,
  columns: 's.*, p.role AS role',
  from: `permissions p JOIN ${subject}s s ON s.id = p.subjectId`,
  where: ['p.kind = ?', 'p.target = ?', `p.subject = '${subject}'`],
  params: [kind, id],
  order: [title, 's.id'],
  query,
});

function givenUsers(call: Call, target: Target, query: PageQuery) {
  call.access.requireOrganization(target.organization, 'listMembers');
  return paginate(call.db, {
    ...given(target, { subject: 'user', title: 's.displayName', query }),
    item: (row: UserRow & { role: Role }) => ({ permission: row.role, user: toUser(call, row) }),
  });
}

function givenTeams(call: Call, target: Target, query: PageQuery) {
  call.access.requireOrganization(target.organization, 'listTeams');
  return paginate(call.db, {
    ...given(target, { subject: 'team', title: 's.title', query }),
    item: (row: TeamRow & { role: Role }) => ({ permission: row.role, team: teamView(call, row) }),
  });
}

type AccessQuery = PageQuery & { role?: Role | undefined };

interface Accessor {
  member: MemberRow;
  profile: UserRow;
  /** The same request as if they had sent it. */
  as: Call;
}

const givenToMembers = (db: Database, organization: string) =>
  db.all<GivenRow & { user: string }>(
    `SELECT p.subjectId AS user, p.kind, p.target, p.role, NULL AS team FROM permissions p
       JOIN members o ON o.user = p.subjectId WHERE p.subject = 'user' AND o.organization = ?
     UNION ALL
     SELECT m.user, p.kind, p.target, p.role, p.subjectId AS team FROM permissions p
       JOIN teamMembers m ON m.team = p.subjectId JOIN members o ON o.user = m.user
     WHERE p.subject = 'team' AND o.organization = ?`,
    organization,
    organization,
  );

/** Every member of the organization of a target, as one who calls: three queries, however many there are. */
function everyone(call: Call, { organization }: Pick<Target, 'organization'>): Accessor[] {
  const { db } = call;
  const found = new Map(
    members(db)
      .all({ organization })
      .map((row) => [row.user, row]),
  );
  const givenBy = groupBy(givenToMembers(db, organization), ({ user }) => user);
  const each = readingsIn(db);
  const readings: Readings = {
    ...each,
    member: (id, who) => (id === organization ? found.get(who) : each.member(id, who)),
    given: (who) => givenBy.get(who) ?? [],
  };
  return db
    .all<UserRow>(
      'SELECT * FROM users WHERE id IN (SELECT user FROM members WHERE organization = ?)',
      organization,
    )
    .flatMap((profile): Accessor[] => {
      const member = found.get(profile.id);
      return member ? [{ member, profile, as: asMember(call, profile.id, readings) }] : [];
    });
}

/** Everyone who has a role on a space or collection, however they got it. */
function contentAccess(call: Call, target: Target, { role, page, limit }: AccessQuery) {
  call.access.requireOrganization(target.organization, 'listMembers');
  const found = everyone(call, target).flatMap(({ profile, as }) => {
    const has = target.role(as);
    if (!has || (role !== undefined && has !== role)) return [];
    return [{ profile, permission: has }];
  });
  return pageOfItems(found, {
    list: `access ${target.kind} ${target.id} ${role ?? ''}`,
    key: ({ profile }) => `${profile.displayName}\0${profile.id}`,
    query: { page, limit },
    item: ({ profile, permission }) => ({ permission, user: toUser(call, profile) }),
  });
}

export default [
  ...permissionHandlers(
    {
      add: api.addSpacePermission,
      ...{ users: api.listSpaceUsers, teams: api.listSpaceTeams, access: api.listSpaceAccess },
      ...{ updateUser: api.updateSpaceUser, updateTeam: api.updateSpaceTeam },
      ...{ removeUser: api.removeSpaceUser, removeTeam: api.removeSpaceTeam },
    },
    (call, { spaceId }: { spaceId: string }) => spaceTarget(call, spaceId),
    contentAccess,
  ),
  ...permissionHandlers(
    {
      add: api.addCollectionPermission,
      ...{ users: api.listCollectionUsers, teams: api.listCollectionTeams, access: api.listCollectionAccess },
      ...{ updateUser: api.updateCollectionUser, updateTeam: api.updateCollectionTeam },
      ...{ removeUser: api.removeCollectionUser, removeTeam: api.removeCollectionTeam },
    },
    (call, { collectionId }: { collectionId: string }) => collectionTarget(call, collectionId),
    contentAccess,
  ),
  ...permissionHandlers(
    {
      add: api.addSitePermission,
      ...{ users: api.listSiteUsers, teams: api.listSiteTeams, access: api.listSiteAccess },
      ...{ updateUser: api.updateSiteUser, updateTeam: api.updateSiteTeam },
      ...{ removeUser: api.removeSiteUser, removeTeam: api.removeSiteTeam },
    },
    siteTarget,
    siteAccessPage,
  ),
];

export const fidelity = FIDELITY;

// Everyone who has access to a site, with where it comes from.

type Known = Accessor & SiteAccess;
type Query = Omit<InputOf<typeof api.listSiteAccess>, 'organizationId' | 'siteId'>;

function siteAccessPage(call: Call, target: Target, query: Query): Page<UserSitePermission> {
  call.access.requireOrganization(target.organization, 'listMembers');
  const { page, limit, order = 'asc', sort = 'name' } = query;
  const found = everyone(call, target).filter((one) => fits(call, one, query));
  const known = found.flatMap((one): Known[] => {
    const access = accessIn(target, one);
    const isWanted = query.role === undefined || query.role === (access?.role ?? 'guest');
    return access && isWanted ? [{ ...one, ...access }] : [];
  });
  return pageOfItems(known, {
    list: `access site ${target.id} ${JSON.stringify([order, sort, query.role, query.search, query.team])}`,
    key: (one) => `${sortKey(one, sort)}\0${one.member.user}`,
    direction: order,
    query: { page, limit },
    item: ({ member, profile, role, origin }) => ({
      permission: role,
      user: toUser(call, profile),
      origin: originFor(call, target, origin),
      disabled: member.disabled === 1,
      ...(member.lastSeenAt !== null && { lastSeenAt: member.lastSeenAt }),
    }),
  });
}

/** A space that the caller does not see is not named. */
function originFor(
  call: Call,
  { id }: Target,
  origin: UserSitePermission['origin'],
): UserSitePermission['origin'] {
  if (origin.type !== 'space') return origin;
  const row = spaces(call.db).find({ id: origin.space });
  if (row && sees(call, { kind: 'space', row })) return origin;
  return { type: 'site', site: id, reason: 'default' };
}

/** Whoever is disabled is listed with the role they would have. */
function accessIn({ id, organization }: Target, { member, as }: Accessor) {
  if (member.disabled === 0) return siteAccess(as, { id, organization });
  return { role: member.role, origin: { type: 'organization' as const, organization } };
}

function fits(call: Call, { profile }: Accessor, { search, team }: Query): boolean {
  if (team !== undefined && !teamMembers(call.db).find({ team, user: profile.id })) return false;
  if (search === undefined) return true;
  return [profile.displayName, profile.email ?? ''].some((text) =>
    text.toLowerCase().includes(search.toLowerCase()),
  );
}

function sortKey({ member, profile }: Accessor, sort: NonNullable<Query['sort']>): string {
  if (sort === 'name') return profile.displayName;
  return (sort === 'joinedAt' ? member.joinedAt : member.lastSeenAt) ?? '';
}
