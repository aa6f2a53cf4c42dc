// Who may do what on a site, and where that comes from: the one rule for refusals, settings and the list of everyone.
import type { UserSitePermission } from '../../../api/people/site-permissions.generated.ts';
import type { Role } from '../../../api/roles.ts';
import type { Site as SiteEntity } from '../../../api/sites/sites.generated.ts';
import { atLeast, best, missing } from '../../access.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import type { Call } from '../../sandbox.ts';
import { visibleSpaces } from '../../visible-spaces.ts';

export interface SiteAccess {
  /** null: a guest, who sees it by a space that it shows. */
  role: Role | null;
  origin: UserSitePermission['origin'];
}

type Site = Pick<SiteRow, 'id' | 'organization'>;

/**
 * The highest of the role in the organization and of what was given on the site. A guest without any has that of a
 * guest, where the site shows a space that they see. undefined: no access of one's own.
 */
export function siteAccess(call: Call, site: Site): SiteAccess | undefined {
  const { id, organization } = site;
  const member = call.access.memberRole(organization);
  if (member === undefined) return undefined;
  const given = call.access.givenOn(id);
  const role = best(member ?? undefined, ...given.map((one) => one.role));
  if (role === undefined) return bySpace(call, site);
  if (role === member) return { role, origin: { type: 'organization', organization } };
  const own = given.filter((one) => one.role === role);
  const team = own.some((one) => one.team === null) ? null : own[0]?.team;
  const reason = team ? { reason: 'team' as const, team } : { reason: 'member' as const };
  return { role, origin: { type: 'site', site: id, ...reason } };
}

function bySpace(call: Call, { id, organization }: Site): SiteAccess | undefined {
  const { where, params } = visibleSpaces(call, organization);
  const sql = `SELECT s.id FROM siteSpaces p JOIN spaces s ON s.id = p.space
    WHERE p.site = ? AND (${where.join(') AND (')}) ORDER BY p.position LIMIT 1`;
  const space = call.db.get<{ id: string }>(sql, id, ...params);
  return space && { role: null, origin: { type: 'space', space: space.id } };
}

/** What the caller may do on it. */
export function siteRights(call: Call, site: Site): NonNullable<SiteEntity['permissions']> {
  const role = siteAccess(call, site)?.role;
  const [creates, administers] = [atLeast(role, 'create'), atLeast(role, 'admin')];
  return {
    ...{ view: true, access: atLeast(role, 'read'), edit: atLeast(role, 'edit'), create: creates },
    ...{ admin: administers, installIntegration: administers },
    ...{ viewAdaptiveSchema: atLeast(role, 'read'), editAdaptiveSchema: creates },
  };
}

/** Throws 403 naming the role that is missing. Whoever may not see the site is refused before. */
export function requireSite(call: Call, site: Site & Pick<SiteRow, 'title'>, wanted: Role): void {
  const found = siteAccess(call, site);
  if (!atLeast(found?.role, wanted)) throw missing(wanted, `site "${site.title}"`, found?.role);
}
