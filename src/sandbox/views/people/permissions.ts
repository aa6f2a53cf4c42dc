// Pages of who was given access to something, and of everyone who has it.
import type { UserContentPermission } from '../../../api/people/space-permissions.generated.ts';
import type { OrganizationTeam as Team } from '../../../api/people/teams.generated.ts';
import type { Role } from '../../../api/roles.ts';
import { everyone, sortedBy, type Target } from '../../actions/people/permissions.ts';
import type { TeamRow } from '../../db/people/teams.ts';
import type { UserRow } from '../../db/people/users.ts';
import { type Page, type PageQuery, pageOfItems, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { teamView } from './members.ts';
import { toUser } from './users.ts';

/** Users by name. 403 for guests, who may list nobody. */
export function givenUsers(call: Call, target: Target, query: PageQuery): Page<UserContentPermission> {
  call.access.requireOrganization(target.organization, 'listMembers');
  return paginate(call.db, {
    list: `permissions user ${target.kind} ${target.id}`,
    columns: 'u.*, p.role AS role',
    from: 'permissions p JOIN users u ON u.id = p.subjectId',
    where: ['p.kind = ?', 'p.target = ?', "p.subject = 'user'"],
    params: [target.kind, target.id],
    order: ['u.displayName', 'u.id'],
    query,
    item: (row: UserRow & { role: Role }) => ({ permission: row.role, user: toUser(call, row) }),
  });
}

/** Teams by title. */
export function givenTeams(
  call: Call,
  target: Target,
  query: PageQuery,
): Page<{ permission: Role; team: Team }> {
  call.access.requireOrganization(target.organization, 'listTeams');
  return paginate(call.db, {
    list: `permissions team ${target.kind} ${target.id}`,
    columns: 't.*, p.role AS role',
    from: 'permissions p JOIN teams t ON t.id = p.subjectId',
    where: ['p.kind = ?', 'p.target = ?', "p.subject = 'team'"],
    params: [target.kind, target.id],
    order: ['t.title', 't.id'],
    query,
    item: (row: TeamRow & { role: Role }) => ({ permission: row.role, team: teamView(call, row) }),
  });
}

/** Everyone who has a role on a space or collection, however they got it. */
export function contentAccess(
  call: Call,
  target: Target,
  { role, ...query }: PageQuery & { role?: Role | undefined },
): Page<UserContentPermission> {
  call.access.requireOrganization(target.organization, 'listMembers');
  const found = everyone(call, target).flatMap(({ profile, as }) => {
    const has = target.role(as);
    if (!has || (role !== undefined && has !== role)) return [];
    return [{ key: `${profile.displayName}\0${profile.id}`, profile, permission: has }];
  });
  const page = pageOfItems(
    sortedBy(found, ({ key }) => key, 'asc'),
    {
      list: `access ${target.kind} ${target.id} ${role ?? ''}`,
      key: ({ key }) => key,
      query,
    },
  );
  return {
    ...page,
    items: page.items.map(({ profile, permission }) => ({ permission, user: toUser(call, profile) })),
  };
}
