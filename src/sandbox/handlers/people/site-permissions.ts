// Who was given access to a site, and everyone who has it.

import type { InputOf } from '../../../api/operation.ts';
import type { UserSitePermission } from '../../../api/people/site-permissions.generated.ts';
import {
  addSitePermission,
  listSiteAccess,
  listSiteTeams,
  listSiteUsers,
  removeSiteTeam,
  removeSiteUser,
  updateSiteTeam,
  updateSiteUser,
} from '../../../api/people/site-permissions.ts';
import * as permissions from '../../actions/people/permissions.ts';
import { type Accessor, everyone, sortedBy, type Target } from '../../actions/people/permissions.ts';
import { type SiteAccess, siteAccess } from '../../actions/sites/site-access.ts';
import { spaceStore } from '../../db/content/spaces.ts';
import { teamStore } from '../../db/people/teams.ts';
import { deleted, handle, reply } from '../../handler.ts';
import { type Page, pageOfItems } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { givenTeams, givenUsers } from '../../views/people/permissions.ts';
import { toUser } from '../../views/people/users.ts';
import { sees } from '../../who-sees.ts';

export default [
  handle(addSitePermission, (call, { role, users, teams, ...ref }) => {
    permissions.give(call, () => permissions.siteTarget(call, ref), { role, users, teams });
    return reply(204);
  }),

  handle(listSiteUsers, (call, { page, limit, ...ref }) =>
    givenUsers(call, permissions.siteTarget(call, ref), { page, limit }),
  ),

  handle(listSiteTeams, (call, { page, limit, ...ref }) =>
    givenTeams(call, permissions.siteTarget(call, ref), { page, limit }),
  ),

  handle(listSiteAccess, (call, { organizationId, siteId, ...query }) =>
    siteAccessPage(call, permissions.siteTarget(call, { organizationId, siteId }), query),
  ),

  handle(updateSiteUser, (call, { userId, role, ...ref }) => {
    permissions.change(call, () => permissions.siteTarget(call, ref), permissions.user(userId), role);
    return reply(204);
  }),

  handle(removeSiteUser, (call, { userId, ...ref }) =>
    deleted(permissions.revoke(call, () => permissions.siteTarget(call, ref), permissions.user(userId))),
  ),

  handle(updateSiteTeam, (call, { teamId, role, ...ref }) => {
    permissions.change(call, () => permissions.siteTarget(call, ref), permissions.team(teamId), role);
    return reply(204);
  }),

  handle(removeSiteTeam, (call, { teamId, ...ref }) =>
    deleted(permissions.revoke(call, () => permissions.siteTarget(call, ref), permissions.team(teamId))),
  ),
];

export const fidelity = permissions.FIDELITY;

// Everyone who has access to a site, with where it comes from.

type Known = Accessor & SiteAccess;
type Query = Omit<InputOf<typeof listSiteAccess>, 'organizationId' | 'siteId'>;

function siteAccessPage(call: Call, target: Target, query: Query): Page<UserSitePermission> {
  call.access.requireOrganization(target.organization, 'listMembers');
  const { page, limit, order = 'asc', sort = 'name' } = query;
  const found = everyone(call, target).filter((one) => fits(call, one, query));
  const known = found.flatMap((one): Known[] => {
    const access = accessIn(target, one);
    const isWanted = query.role === undefined || query.role === (access?.role ?? 'guest');
    return access && isWanted ? [{ ...one, ...access }] : [];
  });
  const key = (one: Known) => `${sortKey(one, sort)}\0${one.member.user}`;
  const listed = pageOfItems(sortedBy<Known>(known, key, order), {
    list: `access site ${target.id} ${JSON.stringify([order, sort, query.role, query.search, query.team])}`,
    key,
    direction: order,
    query: { page, limit },
  });
  const items = listed.items.map(({ member, profile, role, origin }: Known) => ({
    permission: role,
    user: toUser(call, profile),
    origin: originFor(call, target, origin),
    disabled: member.disabled === 1,
    ...(member.lastSeenAt !== null && { lastSeenAt: member.lastSeenAt }),
  }));
  return { ...listed, items };
}

/** A space that the caller does not see is not named. */
function originFor(
  call: Call,
  { id }: Target,
  origin: UserSitePermission['origin'],
): UserSitePermission['origin'] {
  if (origin.type !== 'space') return origin;
  const row = spaceStore(call.db).row(origin.space);
  if (row && sees(call, { kind: 'space', row })) return origin;
  return { type: 'site', site: id, reason: 'default' };
}

/** Whoever is disabled is listed with the role they would have. */
function accessIn({ id, organization }: Target, { member, as }: Accessor) {
  if (member.disabled === 0) return siteAccess(as, { id, organization });
  return { role: member.role, origin: { type: 'organization' as const, organization } };
}

function fits(call: Call, { profile }: Accessor, { search, team }: Query): boolean {
  if (team !== undefined && teamStore(call.db).roleIn(team, profile.id) === undefined) return false;
  if (search === undefined) return true;
  return [profile.displayName, profile.email ?? ''].some((text) =>
    text.toLowerCase().includes(search.toLowerCase()),
  );
}

function sortKey({ member, profile }: Accessor, sort: NonNullable<Query['sort']>): string {
  if (sort === 'name') return profile.displayName;
  return (sort === 'joinedAt' ? member.joinedAt : member.lastSeenAt) ?? '';
}
