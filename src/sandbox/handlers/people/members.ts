// Members of an organization.

import type { InputOf } from '../../../api/operation.ts';
import {
  addSsoMember,
  getMember,
  listMemberSpaces,
  listMembers,
  listMemberTeams,
  pingOrganization,
  removeMember,
  updateMember,
} from '../../../api/people/members.ts';
import type { TeamMemberRole as TeamRole } from '../../../api/people/teams.generated.ts';
import * as members from '../../actions/people/members.ts';
import { visitorClaims } from '../../actions/people/visitor-claims.ts';
import { type StoredSpace, toSpaceRow } from '../../db/content/spaces.ts';
import type { Param } from '../../db/database.ts';
import type { TeamRow } from '../../db/people/teams.ts';
import { deleted, type FidelityOf, handle } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { spaceView } from '../../views/content/spaces.ts';
import { asMember, memberView, memberViews, teamView } from '../../views/people/members.ts';
import { visibleSpaces } from '../../visible-spaces.ts';

type Filters = Pick<InputOf<typeof listMembers>, 'role' | 'search' | 'sort'>;

function conditions({ role, search, sort }: Filters): [string, ...Param[]][] {
  const found: [string, ...Param[]][] = [];
  if (role === 'guest') found.push(['m.role IS NULL']);
  else if (role !== undefined) found.push(['m.role = ?', role]);
  if (search !== undefined) {
    const fields = ['u.displayName', "ifnull(u.email, '')"];
    const contains = fields.map((field) => `instr(lower(${field}), lower(?)) > 0`).join(' OR ');
    found.push([contains, search, search]);
  }
  // Sorting by last activity lists active members only.
  if (sort === 'lastSeenAt') found.push(['m.lastSeenAt IS NOT NULL AND m.disabled = 0']);
  return found;
}

/** What a member sees is told to themselves and to administrators. */
function requireSelfOrAdmin(call: Call, ref: members.MemberRef): void {
  members.readMember(call, ref);
  if (ref.userId !== call.caller.userId) call.access.requireOrganization(ref.organizationId, 'admin');
}

export default [
  handle(listMembers, (call, { organizationId, page, limit, order = 'desc', ...filters }) => {
    call.access.requireOrganization(organizationId, 'listMembers');
    const found = conditions(filters);
    const { sort = 'joinedAt' } = filters;
    return paginate(call.db, {
      list: `${listMembers.id} ${organizationId} ${sort} ${order}`,
      columns: 'm.*',
      from: 'members m JOIN users u ON u.id = m.user',
      where: ['m.organization = ?', ...found.map(([condition]) => condition)],
      params: [organizationId, ...found.flatMap(([, ...params]) => params)],
      order: [`m.${sort}`, 'm.user'],
      direction: order,
      query: { page, limit },
      item: memberViews(call),
    });
  }),

  handle(getMember, (call, ref) => memberView(call, members.readMember(call, ref))),

  handle(updateMember, (call, { role, ...ref }) => memberView(call, members.setRole(call, ref, role))),

  handle(removeMember, (call, ref) => deleted(members.removeMember(call, ref))),

  handle(addSsoMember, (call, ref) => memberView(call, members.addSso(call, ref))),

  handle(pingOrganization, (call, { organizationId }) => ({
    serviceVisitorClaims: visitorClaims(call, members.seeCaller(call, organizationId)),
  })),

  handle(listMemberSpaces, (call, { page, limit, order = 'desc', ...ref }) => {
    requireSelfOrAdmin(call, ref);
    const member = asMember(call, ref.userId);
    return paginate(call.db, {
      list: `${listMemberSpaces.id} ${ref.organizationId} ${ref.userId} ${order}`,
      columns: 's.*',
      from: 'spaces s',
      ...visibleSpaces(member, ref.organizationId),
      order: ['s.createdAt', 's.rowid'],
      direction: order,
      query: { page, limit },
      item: (stored: StoredSpace) => {
        const row = toSpaceRow(stored);
        return { permission: member.access.spaceRole(row) ?? 'read', space: spaceView(call, row) };
      },
    });
  }),

  handle(listMemberTeams, (call, { page, limit, title, ...ref }) => {
    members.readMember(call, ref);
    const named: [string, ...Param[]][] =
      title === undefined ? [] : [['instr(lower(t.title), lower(?)) > 0', title]];
    return paginate(call.db, {
      list: `${listMemberTeams.id} ${ref.organizationId} ${ref.userId}`,
      columns: 't.*, m.role AS teamRole',
      from: 'teamMembers m JOIN teams t ON t.id = m.team',
      where: ['m.user = ?', 't.organization = ?', ...named.map(([condition]) => condition)],
      params: [ref.userId, ref.organizationId, ...named.flatMap(([, ...params]) => params)],
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
  addSso: { limited: 'The member is marked; there is no sign-in.' },
  get: 'real',
  spaces: 'real',
  teams: 'real',
  list: 'real',
  ping: { limited: 'The JWT is signed with a key of the sandbox, and there is no site to use it on.' },
  remove: 'real',
  update: 'real',
};
