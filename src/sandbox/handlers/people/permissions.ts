// Who was given access to a space, a collection or a site, and everyone who has it.
import type { InputOf } from '../../../api/operation.ts';
import type { UserSitePermission } from '../../../api/people/permissions.generated.ts';
import * as api from '../../../api/people/permissions.ts';
import {
  type Accessor,
  collectionTarget,
  contentAccess,
  everyone,
  FIDELITY,
  permissionHandlers,
  siteTarget,
  sortedBy,
  spaceTarget,
  type Target,
} from '../../actions/people/permissions.ts';
import { type SiteAccess, siteAccess } from '../../actions/sites/settings.ts';
import { spaces } from '../../db/content/spaces.ts';
import { teamMembers } from '../../db/people/organizations.ts';
import { type Page, pageOfItems } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { toUser } from '../../views/people/members.ts';
import { sees } from '../../who-sees.ts';

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
