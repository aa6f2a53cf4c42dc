// Members of an organization.
import { createHmac } from 'node:crypto';
import type { TeamMemberRole as TeamRole } from '../../../api/people/members.generated.ts';
import * as api from '../../../api/people/members.ts';
import { spaces } from '../../db/content/spaces.ts';
import { type Database, metaStore } from '../../db/database.ts';
import { activeAdmins, type MemberRow, members, type TeamRow, users } from '../../db/people/organizations.ts';
import { deleted, type FidelityOf, handle, handleChange, may } from '../../handler.ts';
import { given, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { visibleSpaces } from '../../who-sees.ts';
import { conflict, forbidden, notFound } from '../../wire-error.ts';
import { LISTED_SPACES, listedSpace } from '../content/spaces.ts';
import { asMember, memberView, memberViews, teamView, toUser, userView } from './members-view.ts';

// Users: who may see whom, and what people may change about themselves.

/** Throws 404 for who is in no organization of the caller. */
function requireKnown(call: Call, userId: string): void {
  if (userId === call.caller.userId) return;
  const known = call.db.get(
    `SELECT 1 FROM members a JOIN members b ON b.organization = a.organization
     WHERE a.user = ? AND a.disabled = 0 AND b.user = ?`,
    call.caller.userId,
    userId,
  );
  if (!known) throw notFound('user', userId);
}

const CONTAINS =
  "instr(lower(u.displayName), lower(?)) > 0 OR instr(lower(ifnull(u.email, '')), lower(?)) > 0";

// Members: their roles, and leaving. An organization always keeps an administrator.

interface MemberRef {
  organizationId: string;
  userId: string;
}

/** A member of the organization. 404 for anybody else, 403 for a caller who may list nobody but asks for another. */
function readMember(call: Call, ref: MemberRef): MemberRow {
  const own = ref.userId === call.caller.userId;
  call.access.requireOrganization(ref.organizationId, own ? 'view' : 'listMembers');
  return memberOf(call, ref);
}

const keysOf = ({ organizationId, userId }: MemberRef) => ({ organization: organizationId, user: userId });

function memberOf(call: Call, ref: MemberRef): MemberRow {
  const row = members(call.db).find(keysOf(ref));
  if (!row) throw notFound('member', ref.userId);
  return row;
}

function changeMember(call: Call, ref: MemberRef, changes: Partial<MemberRow>) {
  members(call.db).update(keysOf(ref), changes);
  return memberView(call, memberOf(call, ref));
}

/** Takes a member out, with all they were given there by name or through a team. */
function removeWithGrants(db: Database, { organization, user }: MemberRow): void {
  members(db).remove({ organization, user });
  db.run(
    'DELETE FROM teamMembers WHERE user = ? AND team IN (SELECT id FROM teams WHERE organization = ?)',
    user,
    organization,
  );
  db.run(
    `DELETE FROM permissions WHERE subject = 'user' AND subjectId = ?1 AND target IN
     (SELECT id FROM spaces WHERE organization = ?2
      UNION ALL SELECT id FROM collections WHERE organization = ?2
      UNION ALL SELECT id FROM sites WHERE organization = ?2)`,
    user,
    organization,
  );
}

function requireOtherAdmin(call: Call, { organization, user }: MemberRow): void {
  const admins = activeAdmins(call.db, organization);
  if (!admins.includes(user) || admins.length > 1) return;
  const name = users(call.db).find({ id: user })?.displayName ?? user;
  throw conflict(`${name} is the only administrator: make someone else an administrator first`);
}

// The claims a site may know of a member, signed as a JWT (HS256).

const HOUR_SECONDS = 3600;

function visitorClaims(call: Call, { organization, user, role }: MemberRow): string {
  const issuedAt = Math.floor(call.now().getTime() / 1000);
  const claims = {
    sub: user,
    organization,
    role: role ?? 'guest',
    email: users(call.db).find({ id: user })?.email ?? undefined,
    iat: issuedAt,
    exp: issuedAt + HOUR_SECONDS,
  };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  // A key of its own, made from the secret the sandbox has anyway.
  const key = createHmac('sha256', metaStore(call.db).get('downloadSecret') ?? '')
    .update('visitor claims')
    .digest();
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export default [
  handle(api.getCaller, (call) => userView(call, call.caller.userId)),

  handle(api.getUser, (call, { userId }) => {
    requireKnown(call, userId);
    return userView(call, userId);
  }),

  // Changes what is given. 403 for anybody but oneself, 404 for who is not known.
  handleChange(api.updateUser, (call, { userId, ...input }) => {
    requireKnown(call, userId);
    if (userId !== call.caller.userId)
      throw forbidden('only users themselves can change their name and photo');
    const { displayName, photoURL } = input;
    users(call.db).update({ id: userId }, { displayName, photoURL });
    return toUser(call, users(call.db).get({ id: userId }, 'user'));
  }),

  handle(
    api.listMembers,
    may('listMembers'),
    (call, { organizationId, order = 'desc', sort = 'joinedAt', role, search, ...query }) =>
      paginate(call.db, {
        list: `${api.listMembers.id} ${organizationId} ${sort} ${order}`,
        columns: 'm.*',
        from: 'members m JOIN users u ON u.id = m.user',
        ...given([
          ['m.organization = ?', organizationId],
          ['m.role IS ?', role === 'guest' ? null : role],
          [CONTAINS, search === undefined ? undefined : [search, search]],
          // Sorting by last activity lists active members only.
          ['m.lastSeenAt IS NOT NULL AND m.disabled = 0', sort === 'lastSeenAt' ? [] : undefined],
        ]),
        order: [sort === 'name' ? 'u.displayName' : `m.${sort}`, 'm.user'],
        direction: order,
        query,
        item: memberViews(call),
      }),
  ),

  handle(api.getMember, (call, ref) => memberView(call, readMember(call, ref))),

  // Changes a role; null makes a guest. 409 for the last administrator.
  handleChange(api.updateMember, may('admin'), (call, { role, ...ref }) => {
    const row = memberOf(call, ref);
    if (role === undefined) return memberView(call, row);
    if (role !== 'admin') requireOtherAdmin(call, row);
    return changeMember(call, ref, { role });
  }),

  // Anybody may leave; others are removed by administrators. 409 for the last one.
  handleChange(api.removeMember, (call, ref) => {
    const own = ref.userId === call.caller.userId;
    call.access.requireOrganization(ref.organizationId, own ? 'view' : 'admin');
    const row = members(call.db).find(keysOf(ref));
    if (!row) return deleted(false);
    requireOtherAdmin(call, row);
    removeWithGrants(call.db, row);
    return deleted(true);
  }),

  handleChange(api.addSsoMember, may('admin'), (call, ref) => {
    memberOf(call, ref);
    return changeMember(call, ref, { sso: 1 });
  }),

  // Remembers that the caller was here. 403 for somebody who is no member.
  handleChange(api.pingOrganization, may('view'), (call, { organizationId }) => {
    const own = { organization: organizationId, user: call.caller.userId };
    members(call.db).update(own, { lastSeenAt: call.now().toISOString() });
    const row = members(call.db).find(own);
    if (!row) throw forbidden('you are not a member of this organization');
    return { serviceVisitorClaims: visitorClaims(call, row) };
  }),

  // Only the member and administrators may list the spaces that the member sees.
  handle(api.listMemberSpaces, (call, { page, limit, order = 'desc', ...ref }) => {
    readMember(call, ref);
    if (ref.userId !== call.caller.userId) call.access.requireOrganization(ref.organizationId, 'admin');

    const member = asMember(call, ref.userId);
    return paginate(call.db, {
      list: `${api.listMemberSpaces.id} ${ref.organizationId} ${ref.userId} ${order}`,
      columns: LISTED_SPACES,
      from: 'spaces s',
      ...visibleSpaces(member, ref.organizationId),
      order: ['s.createdAt', 's.rowid'],
      direction: order,
      query: { page, limit },
      item: (row: object) => ({
        permission: member.access.spaceRole(spaces.read(row)) ?? 'read',
        space: listedSpace(call, row),
      }),
    });
  }),

  handle(api.listMemberTeams, (call, { page, limit, title, ...ref }) => {
    readMember(call, ref);
    return paginate(call.db, {
      list: `${api.listMemberTeams.id} ${ref.organizationId} ${ref.userId}`,
      columns: 't.*, m.role AS teamRole',
      from: 'teamMembers m JOIN teams t ON t.id = m.team',
      ...given([
        ['m.user = ?', ref.userId],
        ['t.organization = ?', ref.organizationId],
        ['instr(lower(t.title), lower(?)) > 0', title],
      ]),
      order: ['t.createdAt', 't.rowid'],
      query: { page, limit },
      item: (row: TeamRow & { teamRole: TeamRole }) => ({
        team: teamView(call, row),
        member: { role: row.teamRole },
      }),
    });
  }),
];

export const fidelity: FidelityOf = {
  'users.update': 'A photo is a URL that is stored; nothing is fetched from it.',
  'members.addSso': 'The member is marked; there is no sign-in.',
  'members.ping': 'The JWT is signed with a key of the sandbox, and there is no site to use it on.',
};
